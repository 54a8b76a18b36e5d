//===-- launcher.h - What the launcher of a job tells -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launchers of MPI tell a process its place in the job by variables of the
// environment.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SETTINGS_LAUNCHER_H
#define GMON_RT_SETTINGS_LAUNCHER_H

#include <stdint.h>

namespace gmon {

struct launched_job {
  bool has_others;       ///< several processes, each with a rank
  bool is_spawned;       ///< by MPI_Comm_spawn: another job has the same ranks
  uint32_t first_number; ///< what to add to a rank, so that no other job has it
};

/// Reads the variables. Returns the rank, a number, or null. Call it while the
/// program starts.
const char *find_launched_rank(launched_job &job);

} // namespace gmon

#endif // GMON_RT_SETTINGS_LAUNCHER_H
