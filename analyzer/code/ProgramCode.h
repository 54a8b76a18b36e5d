//===-- ProgramCode.h - The code that a profile is of -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of the program's code. In: settings and the Image. Out: its
// debug information, stubs, static calls and the symbol table that is made of
// these and of the files that options name.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRAMCODE_H
#define GMON_ANALYZER_PROGRAMCODE_H

#include "code/StaticCalls.h"
#include "program/ExternalSymbols.h"
#include "program/ObjectMap.h"

namespace gmon {

/// What is read of the program's code.
struct CodeSettings {
  DebugInfo::Depth Depth = DebugInfo::NoLines; ///< of its debug information
  bool UsesGnuRules = false;
  bool NoStatic = false;
  bool OnlyFunctions = false;
  bool Lines = false;
  bool StaticCalls = false;
  std::string ExternalSymbolTable; ///< file of -S; or empty
  std::string ObjectMap;           ///< file of -R; or empty
};

/// What the files of -S and -R say about symbols.
struct SymbolFiles {
  std::optional<ExternalSymbols> External;
  std::optional<ObjectMap> Objects;

  llvm::Error read(const CodeSettings &Settings);
};

struct ProgramCode {
  DebugInfo Info;
  SymbolFiles Replaced;
  StaticCode Static;             ///< empty without -c
  std::optional<PltStubs> Stubs; ///< none by GNU's rules
  SymbolTable Table;             ///< refers to all of the above

  /// Reads what \p Settings ask for of \p Program, which outlives the result.
  static llvm::Expected<ProgramCode> read(const CodeSettings &Settings,
                                          const Image &Program, Warnings &Warn);
};

} // namespace gmon

#endif // GMON_ANALYZER_PROGRAMCODE_H
