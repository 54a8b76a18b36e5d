//===-- reported_errors.h - The errors that were reported -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may write again and again, and have many children. If none of them
// can write, one line says so. So a process and its children share a record.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_PROCESS_REPORTED_ERRORS_H
#define GMON_RT_PROCESS_REPORTED_ERRORS_H

namespace gmon {

/// Shares the record with the children to come. Called before a fork. The
/// process is locked. Async-signal-safe.
void share_reported_errors();

/// The files of output/file.h.
enum file_kind { profile_file, stacks_file, num_file_kinds };

/// Records that a file could not be written because of `error`. Returns whether
/// no process has done so before. Async-signal-safe.
bool is_new_error(file_kind kind, int error);

} // namespace gmon

#endif // GMON_RT_PROCESS_REPORTED_ERRORS_H
