//===-- FunctionParts.h - Functions in several parts ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers move code that seldom runs out of a function: f.cold by GCC and by
// LLVM's -fsplit-machine-functions, f.cold.1 by LLVM's hot-cold splitting,
// f.__part.1 and f.eh by -fbasic-block-sections. That is no function of the
// source, and most of it is entered by jumps, which no profile counts: its time
// would reach no caller. In: the symbols of a program. Out: the same, with what
// is a part of which function. (f.part.0 and f.isra.0 are called and stay.)
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FUNCTIONPARTS_H
#define GMON_ANALYZER_FUNCTIONPARTS_H

#include "program/Symbol.h"

namespace gmon {

/// The name of the function that \p Name is a part of by its form; else empty.
llvm::StringRef wholeName(llvm::StringRef Name);

/// Finds which functions of \p Symbols are parts of others, and says where
/// those are. A part whose whole function is not there, or may be one of
/// several, stays a function; with \p NoStatic, a static one goes.
void foldParts(std::vector<Symbol> &Symbols, bool NoStatic);

} // namespace gmon

#endif // GMON_ANALYZER_FUNCTIONPARTS_H
