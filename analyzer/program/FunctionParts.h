//===-- FunctionParts.h - Functions in several parts ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers move rarely executed code out of a function: f.cold by GCC and by
// LLVM's -fsplit-machine-functions, f.cold.1 by LLVM's hot-cold splitting,
// f.__part.1 and f.eh by -fbasic-block-sections. Such a part is no function of
// the source. Jumps enter most parts, and no profile counts jumps: the time of
// a part would reach no caller. In: the symbols of a program. Out: the same,
// with the function of each part. f.part.0 and f.isra.0 are called, so they
// stay functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FUNCTIONPARTS_H
#define GMON_ANALYZER_FUNCTIONPARTS_H

#include "program/Symbol.h"

namespace gmon {

/// Returns the name of the function to which \p Name, by its form, belongs as a
/// part; else an empty name.
llvm::StringRef wholeName(llvm::StringRef Name);

/// Finds the symbols of \p Symbols that are parts of others, and records their
/// functions. A part whose function is missing or ambiguous stays a function;
/// with \p NoStatic, a static one is removed.
void foldParts(std::vector<Symbol> &Symbols, bool NoStatic);

} // namespace gmon

#endif // GMON_ANALYZER_FUNCTIONPARTS_H
