//===-- FitName.h - Names in few columns ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shortens names for a terminal. In: a name as in a table, and a width in
// columns. Out: a shorter name.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FITNAME_H
#define GMON_ANALYZER_FITNAME_H

#include "views/NameParts.h"

namespace gmon {

/// Returns \p Text, a TableName, in at most \p Columns. It leaves out, in this
/// order and as far as needed: the scopes of types in the function's arguments,
/// the outer scopes of the function, the end of its arguments, the remark, the
/// module, the line, and the middle of the name. ".." stands for a missing
/// middle or end.
std::string fitName(llvm::StringRef Text, size_t Columns);

/// Returns the line, the module and the remark of \p Name, as far as they leave
/// enough of \p Room, in columns, for the function.
std::string behindThatFits(const TableName &Name, size_t Room);

/// Returns the function \p Name in at most \p Columns.
std::string fitFunction(llvm::StringRef Name, size_t Columns);

/// Returns how many scopes of \p Name fitFunction() leaves out.
size_t scopesLeftOut(const SplitName &Name, size_t Columns);

/// Does the same as fitFunction(), but leaves out at least the first \p Number
/// scopes, which \p Name has.
std::string fitWithout(const SplitName &Name, size_t Number, size_t Columns);

} // namespace gmon

#endif // GMON_ANALYZER_FITNAME_H
