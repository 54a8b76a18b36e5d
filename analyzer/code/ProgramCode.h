//===-- ProgramCode.h - The code that a profile is of -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of the program's code. In: the options and the Image. Out: its
// debug information, stubs, static calls and the symbol table that is made of
// these and of the files that options name.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRAMCODE_H
#define GMON_ANALYZER_PROGRAMCODE_H

#include "code/StaticCalls.h"
#include "options/Options.h"
#include "program/ExternalSymbols.h"
#include "program/ObjectMap.h"

namespace gmon {

/// What the files of -S and -R say about symbols.
struct SymbolFiles {
  std::optional<ExternalSymbols> External;
  std::optional<ObjectMap> Objects;

  llvm::Error read(const Options &Opts);
};

struct ProgramCode {
  DebugInfo Info;
  SymbolFiles Replaced;
  StaticCode Static;             ///< empty without -c
  std::optional<PltStubs> Stubs; ///< none by GNU's rules
  SymbolTable Table;             ///< refers to all of the above

  /// Reads what \p Opts ask for of \p Program, which outlives the result.
  static llvm::Expected<ProgramCode> read(const Options &Opts,
                                          const Image &Program, Warnings &Warn);
};

} // namespace gmon

#endif // GMON_ANALYZER_PROGRAMCODE_H
