//===-- ProgramCode.cpp - The code that a profile is of -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads no more of a program than its reports need.
//
//===----------------------------------------------------------------------===//

#include "code/ProgramCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

/// How much of the program's DWARF the reports and symspecs ask for. The less,
/// the sooner a big program is read.
static DebugInfo::Depth neededDepth(const Options &Opts) {
  if (!Opts.ExternalSymbolTable.empty())
    return DebugInfo::NoLines;
  if (Opts.Lines)
    return Opts.ShowInlines ? DebugInfo::LinesAndInlinedCalls
                            : DebugInfo::LinesAndFunctions;
  bool SpecsNeedLines = any_of(Opts.Specs, [](const SpecRequest &Request) {
    return StringRef(Request.Text).find_first_of(".:0123456789") !=
           StringRef::npos;
  });
  SpecsNeedLines |= !Opts.printsText();
  constexpr unsigned WithLines = ReportExecCounts | ReportAnnotated;
  // The arcs that break cycles are told by symspecs.
  if (SpecsNeedLines || Opts.InlineFileNames || Opts.MaxBrokenArcs ||
      Opts.Debug || (Opts.Reports & WithLines))
    return DebugInfo::LinesOnly;
  // The index has the files of local functions, and so has a filter.
  return Opts.Reports & (ReportGraph | ReportFilter) ? DebugInfo::FilesOnly
                                                     : DebugInfo::NoLines;
}

Error SymbolFiles::read(const Options &Opts) {
  if (!Opts.ExternalSymbolTable.empty()) {
    auto Read = ExternalSymbols::read(Opts.ExternalSymbolTable);
    if (!Read)
      return Read.takeError();
    External = std::move(*Read);
  }
  if (Opts.wants(ReportFileOrder)) {
    auto Read = ObjectMap::read(Opts.ObjectMap);
    if (!Read)
      return Read.takeError();
    Objects = std::move(*Read);
  }
  return Error::success();
}

Expected<ProgramCode> ProgramCode::read(const Options &Opts,
                                        const Image &Program, Warnings &Warn) {
  uint64_t NumDamaged = 0;
  ProgramCode Code{DebugInfo::read(Program, neededDepth(Opts), NumDamaged),
                   SymbolFiles(), StaticCode(), std::nullopt,
                   SymbolTable(std::vector<Symbol>())};
  if (NumDamaged)
    Warn.add("damaged debug information in '" + Program.path().str() + "'");
  if (Error E = Code.Replaced.read(Opts))
    return std::move(E);
  if (Opts.StaticCalls) {
    Expected<StaticCode> Static = StaticCode::read(Program, Warn);
    if (!Static)
      return Static.takeError();
    Code.Static = std::move(*Static);
  }
  if (!Opts.isGnu())
    Code.Stubs = PltStubs::findAll(Program);
  const SymbolFiles &Replaced = Code.Replaced;
  Expected<SymbolTable> Table = SymbolTable::build(
      Program, Code.Info,
      {Opts.isGnu(), Opts.NoStatic, Opts.OnlyFunctions, Opts.Lines,
       Opts.StaticCalls,
       Code.Stubs ? Code.Stubs->symbols() : Code.Static.stubs(),
       Replaced.External ? &*Replaced.External : nullptr,
       Replaced.Objects ? &*Replaced.Objects : nullptr});
  if (!Table)
    return Table.takeError();
  Code.Table = std::move(*Table);
  return Code;
}
