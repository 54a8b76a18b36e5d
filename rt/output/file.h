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
#include "encoding/field_reader.h"
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

/// Says that what is staged (output/additions.h) has been added elsewhere. With
/// keep=1 it is written to files of the process, too. What the process counts
/// from now on goes to files whose names end with ".rest". The process is
/// locked.
void begin_rest();

/// Writes `bytes` to the file `name`, completely or not at all. Returns 0 or an
/// error number. The process is locked.
int write_bytes(const path &name, file_kind kind, file_bytes bytes);

} // namespace gmon

#endif // GMON_RT_OUTPUT_FILE_H
