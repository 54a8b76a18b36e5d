//===-- launcher.cpp - What the launcher of a job tells -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knows the variables of Open MPI, PMIx, PMI, MVAPICH, Flux and Slurm.
//
//===----------------------------------------------------------------------===//

#include "settings/launcher.h"
#include "base/number.h"
#include "gmon/format.h"
#include "libc/environment.h"

#include <string.h>

namespace gmon {

/// The variables by which a launcher tells a process its place in a job.
struct launcher {
  char rank[21];
  char size[21]; ///< number of processes; empty if the launcher has none
};

/// Launchers of single processes come before launchers of launchers.
static constexpr launcher launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"PMIX_RANK", ""},
    {"PMI_RANK", "PMI_SIZE"},
    {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
    {"FLUX_TASK_RANK", "FLUX_JOB_SIZE"},
    // A batch script has a rank as well, but runs alone: its step has no size.
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};

/// Returns the value of a variable if it is a number that may be a rank, or
/// null.
static const char *find_number(const char *name) {
  const char *value = *name ? find_trusted(name) : nullptr;
  uint64_t number;
  return value && is_number(value, GMON_NO_RANK - 1, number) ? value : nullptr;
}

/// Whether a number is greater than 1.
static bool is_several(const char *number) {
  number += strspn(number, "0");
  return *number && (number[1] || *number > '1');
}

/// Whether a job has started this process by MPI_Comm_spawn.
static bool is_spawned() {
  const char *spawned = find_number("PMI_SPAWNED");
  return (spawned && spawned[strspn(spawned, "0")]) ||
         find_trusted("OMPI_PARENT_PORT");
}

/// Returns the number from which on the ranks of this process's job count. Each
/// job that MPI_Comm_spawn started has its own range, so that no two ranks of a
/// set share a number.
static uint32_t first_number_of_spawned() {
  constexpr uint64_t step = GMON_RANKS_OF_JOB, most_jobs = UINT32_MAX / step;
  // PMIx numbers the jobs of a launcher from 1 on, which the user started, in
  // the lower 16 bits of the number at the end of their names.
  uint64_t job = 0;
  if (const char *number = find_trusted("PMIX_NAMESPACE"))
    for (; *number; ++number)
      job = *number >= '0' && *number <= '9'
                ? 10 * job + uint64_t(*number - '0')
                : 0;
  job &= 0xffff;
  const uint64_t spawned = job > 1 ? job - 1 : 1;
  return uint32_t((spawned < most_jobs ? spawned : most_jobs - 1) * step);
}

const char *find_launched_rank(launched_job &job) {
  const char *found = nullptr;
  job = {};
  for (const launcher &entry : launchers) {
    const char *rank = find_number(entry.rank);
    if (!rank)
      continue;
    const char *size = find_number(entry.size);
    const bool is_job = size && is_several(size);
    // A launcher of one process may have been started by another launcher, or
    // have started it.
    if (!found || (is_job && !job.has_others))
      found = rank;
    job.has_others |= is_job;
  }
  job.is_spawned = is_spawned();
  job.has_others |= job.is_spawned; // the processes that started it
  job.first_number = job.is_spawned ? first_number_of_spawned() : 0;
  return found;
}

} // namespace gmon
