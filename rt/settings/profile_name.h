//===-- profile_name.h - What the profile is called -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The setting out= is a pattern, in which %p and the like are replaced. Without
// it the name is $GMON_OUT_PREFIX.<pid>, or gmon.out. The child of a fork adds
// .<pid> if the name has none, a shared library .<soname>. What is relative is
// so to the directory where the program started.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SETTINGS_PROFILE_NAME_H
#define GMON_RT_SETTINGS_PROFILE_NAME_H

#include "base/text.h"

#include <limits.h>
#include <stdint.h>

namespace gmon {

/// What names are made of, as it was when the program started. The runtimes of
/// a process share it. All zeros is what was not noted yet.
struct start_facts {
  bool noted;
  uint64_t time;            ///< in seconds, as time(2) has it
  char directory[PATH_MAX]; ///< empty if it has no name
  uint64_t root_device, root_inode;
  uint32_t user;  ///< the effective one
  bool is_secure; ///< it takes nothing from the environment
  char host[HOST_NAME_MAX + 1];
  char program[NAME_MAX + 1];
  char rank[21]; ///< among the processes of an MPI job
};

/// Has this module go by `shared`, and notes the facts there if no module did
/// so. Says on standard error what out= has that is no sequence. After
/// read_options(); the process is locked.
void note_start(start_facts &shared);

/// Makes the absolute name of this module's profile; may be cut. `forked` says
/// that this process is not the one that started. Takes no lock.
void name_profile(path &name, bool forked);

/// The part of a profile's name whose folders the runtime may make: not that of
/// the directory where the program started, which may have been deleted since,
/// and nothing where the program has another root now. Null for nothing.
const char *part_to_make(const path &name);

/// Whether the program runs with the rights of another user than at its start.
bool has_changed_user();

/// Makes the name of this module's part of the profile that goes to `to`.
void name_dump(path &name, const char *to);

} // namespace gmon

#endif // GMON_RT_SETTINGS_PROFILE_NAME_H
