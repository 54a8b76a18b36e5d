//===-- written.h - The profiles that were written --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sidecar file lists the profiles that belong to it. The runtimes of a
// process record here what they write. A sidecar file's key is derived from its
// name. The process is locked during all calls. Async-signal-safe.
//
// Each run of a program in one folder replaces the profile of the run before.
// The profile says how many have been lost so.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_WRITTEN_H
#define GMON_RT_OUTPUT_WRITTEN_H

#include "base/text.h"
#include "process/process.h"

#include <stdint.h>

namespace gmon {

struct written_profile {
  written_profile *next;
  uint64_t sidecar;  ///< key of the sidecar file
  uint64_t name;     ///< derived from the profile's name in the same way
  uint64_t size;     ///< of the file
  uint32_t checksum; ///< see GMON_SECTION_PROFILES
};

/// Shared by the runtimes of a process; all zeros is an empty list.
struct written_profiles {
  written_profile *first;
  written_profile *unused;
};

/// The key of a file's name.
uint64_t key_of(const char *name);

/// Records a profile; replaces what was recorded under the same name.
void record_written(const written_profile &profile);

/// Forgets the profiles of a sidecar file, or all.
void forget_written(uint64_t sidecar);
void forget_all_written();

/// Calls `visit` with each profile of a sidecar file, until it returns false.
/// Returns whether it never did.
template <typename Function>
bool for_each_written(uint64_t sidecar, Function visit) {
  for (const written_profile *profile =
           process().written.as<written_profiles>().first;
       profile; profile = profile->next)
    if (profile->sidecar == sidecar && !visit(*profile))
      return false;
  return true;
}

/// Returns the value of GMON_NOTE_REPLACED_RUNS for this module's profile,
/// which will replace the file `name` if that `exists`. Files of this process
/// do not count: it calls this before it writes the first one. Three system
/// calls. Async-signal-safe.
uint32_t count_replaced_runs(const path &name, bool exists);

} // namespace gmon

#endif // GMON_RT_OUTPUT_WRITTEN_H
