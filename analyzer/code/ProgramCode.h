//===-- ProgramCode.h - The code that a profile is about --------*- C++
// -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the analyzer knows about the program's code. In: settings and the Image.
// Out: debug information, stubs, static calls, and the symbol table made from
// these and from the files of options.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROGRAMCODE_H
#define GMON_ANALYZER_PROGRAMCODE_H

#include "code/StaticCalls.h"
#include "program/ExternalSymbols.h"

namespace gmon {

/// The parts of the program's code to read.
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

/// The symbols and object files in the files of -S and -R.
struct SymbolFiles {
  std::optional<ExternalSymbols> External;
  std::optional<ObjectMap> Objects;

  llvm::Error read(const CodeSettings &Settings);
};

struct ProgramCode {
  DebugInfo Info;
  SymbolFiles Replaced;
  StaticCode Static;             ///< empty without -c
  std::optional<PltStubs> Stubs; ///< none in GNU's style
  SymbolTable Table;             ///< refers to all members above

  /// Reads what \p Settings demand of \p Program, which must outlive the
  /// result.
  static llvm::Expected<ProgramCode> read(const CodeSettings &Settings,
                                          const Image &Program, Warnings &Warn);
};

} // namespace gmon

#endif // GMON_ANALYZER_PROGRAMCODE_H
