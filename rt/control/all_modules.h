//===-- all_modules.h - What all modules do together ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs and gmonctl do to the profiles of all modules of the process:
// stop, dump, label and reset them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_CONTROL_ALL_MODULES_H
#define GMON_RT_CONTROL_ALL_MODULES_H

namespace gmon {

/// Stops or resumes counting in all modules. Async-signal-safe.
void set_stopped(bool stopped);

/// Writes the profiles of all modules: see member::dump. Returns 0 or the last
/// error number. The process is locked. Async-signal-safe.
int dump_all(const char *path);

/// Appends what all modules have counted to the set, and resets it: from now on
/// they count for `label`. If the set gets no segment, they go on to count for
/// the label before. Returns 0 or an error number. The process is locked.
int change_label(const char *label);

/// Resets the counts of all modules. The process is locked. Async-signal-safe.
void reset_all();

} // namespace gmon

#endif // GMON_RT_CONTROL_ALL_MODULES_H
