//===-- file.h - The file that a profile is written to ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Its name is that of settings/profile_name.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_FILE_H
#define GMON_RT_OUTPUT_FILE_H

namespace gmon {

/// Writes the profile, whole or not at all, to the file `to`, to which a
/// library adds its name. Without one the name is that of settings/profile_name.h, and
/// where it cannot be written that is told on standard error. Returns 0 or an
/// error number; keeps errno; takes no lock. `forked` says that this process is
/// not the one that started.
int write_profile_file(const char *to, bool stopped, bool forked);

} // namespace gmon

#endif // GMON_RT_OUTPUT_FILE_H
