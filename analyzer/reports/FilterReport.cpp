//===-- FilterReport.cpp - Printing a filter file -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a file for -gmon-filter: a symspec on each line, with the reason as a
// comment.
//
//===----------------------------------------------------------------------===//

#include "reports/Reports.h"
#include "views/FunctionFilter.h"

using namespace gmon;
using namespace llvm;

void gmon::printFilter(ReportContext &Context, const FunctionFilter &Filter) {
  raw_ostream &OS = Context.OS;
  OS << "# Compile with -gmon-filter=FILE to leave these functions out: "
     << Filter.NumSkipped << " of " << Filter.NumCalls << " calls";
  if (Context.Data.RunNotes.HookPicoseconds)
    OS << format(", about %.2f seconds",
                 double(Filter.NumSkipped) *
                     Context.Data.RunNotes.hookSeconds());
  OS << ".\n";
  std::vector<SymbolIndex> Symbols;
  for (const FilteredFunction &F : Filter.Functions)
    Symbols.push_back(F.Symbol);
  std::vector<std::string> Specs = specsFor(Symbols, Context.Table,
                                            /*LinesAreFunctions=*/false);
  for (const auto &[F, Spec] : zip_equal(Filter.Functions, Specs))
    OS << Spec
       << format("  # %llu calls, %.2f%% of the time\n",
                 (unsigned long long)F.Calls, F.Percent);
}
