//===-- file.h - The files of a profile ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// settings/profile_name.h says how the files are named: one for each series of
// samples.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_FILE_H
#define GMON_RT_OUTPUT_FILE_H

#include "base/text.h"
#include "output/held_file.h"

namespace gmon {

/// Writes the profile of each series, completely or not at all, to the file
/// `to`; another series than the first, and a library, add their names. If `to`
/// is null, uses the name of settings/profile_name.h, and reports an error on
/// standard error. Returns 0 or an error number; keeps errno; takes no lock.
/// `forked` says that this process is not the one that started.
int write_profile_file(const char *to, bool stopped, bool forked);

/// Writes the sidecar files of the process's stacks in the same way, if
/// options() ask for it and profiles that belong to it were written. Only the
/// host's.
int write_stacks_file(const char *to, bool forked);

struct addition;

/// Says that what was staged (output/additions.h), and then detached, has been
/// added elsewhere. If `kept` is not null, writes it to files of the process,
/// too; `kept` is the name of the first profile. What the process has counted
/// since goes to files whose names end with ".rest". The process is locked.
void begin_rest(addition *added, const path *kept);

struct output;

/// What is written to a file.
struct file_source {
  file_kind kind;
  uint64_t sidecar; ///< key of the sidecar file, for output/written.h
  int (*write)(output &to, void *of); ///< returns 0 or an error number
  void *of;
};

/// Writes the file `name`, completely or not at all. Returns 0 or an error
/// number. The process is locked.
int write_file(const path &name, const file_source &from);

} // namespace gmon

#endif // GMON_RT_OUTPUT_FILE_H
