//===-- FitNames.h - The names of a table in few columns --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shortens the names of a table together. In: names, and a width in columns.
// Out: names of which no two are equal if the functions differ.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FITNAMES_H
#define GMON_ANALYZER_FITNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace gmon {

/// Returns \p Names, each as fitName() does in \p Columns, under two
/// conditions. In a table without indentation, a scope that one name lacks is
/// left out of all. Names that become equal get the fewest scopes that differ,
/// or else what is behind them or around their difference.
std::vector<std::string> fitNames(llvm::ArrayRef<std::string> Names,
                                  size_t Columns);

/// Whether fitNames() may shorten \p Name, which has no indentation, to \p
/// Shown, which has dots.
bool mayShowAs(llvm::StringRef Name, llvm::StringRef Shown);

} // namespace gmon

#endif // GMON_ANALYZER_FITNAMES_H
