//===-- held_file.h - Files opened at the start -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With open=start, the files of this module and process are opened when
// profiling starts, and those of a child at the fork. Later the program may
// have given up the rights to open them. Held files are written in place.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_HELD_FILE_H
#define GMON_RT_OUTPUT_HELD_FILE_H

#include "base/text.h"
#include "process/reported_errors.h"

#include <stdint.h>

namespace gmon {

/// A file that stays open. The program may close its descriptor at any time.
struct held_file {
  bool is_held = false;
  bool is_new = false; ///< created by the runtime, and still empty
  bool is_set = false; ///< others append to it
  int fd = 0;          ///< if it is held
  uint64_t device = 0, inode = 0;
  path name;
};

/// The stacks name the profiles, so they are written last.
inline constexpr file_kind kinds_in_order[] = {profile_file, stacks_file};

/// If open=start is set, opens the files of this process and closes those held
/// before: a child of fork holds its parent's files. Reports files that it
/// cannot open on standard error. `forked` as in name_profile(); the host
/// writes the sidecar file of stacks, or the set. The process is locked.
void hold_files(bool forked, bool is_host);

/// Closes the files. The process is locked.
void close_held_files();

/// Closes a file of a series, and deletes it if it is new: there is nothing to
/// write. The process is locked.
void drop_held_file(file_kind kind, unsigned series);

/// Does the same for all series.
void drop_held_files(file_kind kind);

/// Drops what this module opened before the process knew that it writes a set:
/// a library starts in front of the program, which knows the job. The process
/// is locked.
void drop_files_beside_set();

/// Returns the held file of a series, or null if there is none or the program
/// has closed it. The process is locked.
held_file *find_held_file(file_kind kind, unsigned series);

} // namespace gmon

#endif // GMON_RT_OUTPUT_HELD_FILE_H
