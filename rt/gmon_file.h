//===-- gmon_file.h - The file that a profile is written to -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is $GMON_OUT_PREFIX.<pid>, or gmon.out, in the directory where the
// program started. A child of a fork adds .<pid> to the latter, a shared
// library .<soname> to either.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_FILE_H
#define GMON_FILE_H

namespace gmon {

/// Notes the working directory. Called once, at the start.
void note_start_directory();

/// Writes the profile, whole or not at all. Tells on standard error where it
/// cannot. Keeps errno; takes no lock. `forked` says that this process is not
/// the one that noted its directory.
void write_profile_file(bool stopped, bool forked);

} // namespace gmon

#endif // GMON_FILE_H
