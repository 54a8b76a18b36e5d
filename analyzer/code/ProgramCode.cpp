//===-- ProgramCode.cpp - The code that a profile is of -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads only the parts of a program that its reports need.
//
//===----------------------------------------------------------------------===//

#include "code/ProgramCode.h"

using namespace gmon;
using namespace llvm;

Error SymbolFiles::read(const CodeSettings &Settings) {
  if (!Settings.ExternalSymbolTable.empty()) {
    auto Read = ExternalSymbols::read(Settings.ExternalSymbolTable);
    if (!Read)
      return Read.takeError();
    External = std::move(*Read);
  }
  if (!Settings.ObjectMap.empty()) {
    auto Read = ObjectMap::read(Settings.ObjectMap);
    if (!Read)
      return Read.takeError();
    Objects = std::move(*Read);
  }
  return Error::success();
}

Expected<ProgramCode> ProgramCode::read(const CodeSettings &Settings,
                                        const Image &Program, Warnings &Warn) {
  ProgramCode Code{DebugInfo::read(Program, Settings.Depth, Warn),
                   SymbolFiles(), StaticCode(), std::nullopt,
                   SymbolTable(std::vector<Symbol>())};
  if (Error E = Code.Replaced.read(Settings))
    return std::move(E);
  if (Settings.StaticCalls) {
    Expected<StaticCode> Static = StaticCode::read(Program, Warn);
    if (!Static)
      return Static.takeError();
    Code.Static = std::move(*Static);
  }
  if (!Settings.UsesGnuRules)
    Code.Stubs = PltStubs::findAll(Program);
  const SymbolFiles &Replaced = Code.Replaced;
  Expected<SymbolTable> Table = SymbolTable::build(
      Program, Code.Info,
      {Settings.UsesGnuRules, Settings.NoStatic, Settings.OnlyFunctions,
       Settings.Lines, Code.Stubs ? Code.Stubs->symbols() : Code.Static.stubs(),
       Replaced.External ? &*Replaced.External : nullptr,
       Replaced.Objects ? &*Replaced.Objects : nullptr});
  if (!Table)
    return Table.takeError();
  Code.Table = std::move(*Table);
  return Code;
}
