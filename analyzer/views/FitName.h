//===-- FitName.h - Names in few columns ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shortens names for a terminal. In: a name as in a table, and a width in
// columns. Out: a name that still tells functions apart.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FITNAME_H
#define GMON_ANALYZER_FITNAME_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace gmon {

/// Returns the number of columns that \p Text takes.
size_t columnsOf(llvm::StringRef Text);

/// Returns the start of \p Text that fits into \p Columns.
llvm::StringRef cutOff(llvm::StringRef Text, size_t Columns);

/// Returns \p Text, a function behind spaces and perhaps in front of its line,
/// " (file.c:12)", and its module, " [libc.so.6]", in at most \p Columns. It
/// leaves out, in this order and as far as needed: the scopes of types in the
/// function's arguments, the outer scopes of the function, the end of its
/// arguments, the module, the line, and the middle of the name. ".." stands for
/// a missing middle or end.
std::string fitName(llvm::StringRef Text, size_t Columns);

} // namespace gmon

#endif // GMON_ANALYZER_FITNAME_H
