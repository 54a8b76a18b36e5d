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
/// `dump`; another series than the first, and a library, add their names. If
/// `dump` is null, uses the name of settings/profile_name.h, and reports an
/// error on standard error. A process that writes a set keeps the profiles
/// instead. Returns 0 or an error number; keeps errno; takes no lock. `forked`
/// says that this process is not the one that started.
int write_profile_file(const char *dump, bool stopped, bool forked);

/// Writes the sidecar files of the process's stacks in the same way, if
/// options() ask for it and profiles that belong to it were written; or appends
/// a segment to the set. Only the host's.
int write_stacks_file(const char *dump, bool forked);

} // namespace gmon

#endif // GMON_RT_OUTPUT_FILE_H
