//===-- held_file.h - Files opened at the start -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With open=start, the files of this module and process are opened when
// profiling starts, and a child's when it is forked: later the program may have
// given up the rights that this takes. They are written in place.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_HELD_FILE_H
#define GMON_RT_OUTPUT_HELD_FILE_H

#include "base/text.h"

#include <stdint.h>

namespace gmon {

/// A file that is held open. The program may close its descriptor at any time.
struct held_file {
  bool is_held = false;
  bool is_new = false; ///< it was made, and nothing was written yet
  int fd = -1;
  uint64_t device = 0, inode = 0;
  path name;
};

/// What write_profile_file() writes.
enum file_kind { profile_file, threads_file, num_file_kinds };

/// Opens the files of this process, if open=start asks for it, in place of
/// those that it holds: a child of fork holds its parent's. Tells on standard
/// error which cannot be opened. `forked` as in name_profile(). The process is
/// locked.
void hold_files(bool forked);

/// Closes the files. The process is locked.
void close_held_files();

/// Likewise, and takes away those that are new: there is nothing to write.
void drop_held_files();

/// The file, or null if none is held or if the program has closed it. The
/// process is locked.
held_file *find_held_file(file_kind kind);

} // namespace gmon

#endif // GMON_RT_OUTPUT_HELD_FILE_H
