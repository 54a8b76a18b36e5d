//===-- ShortReports.cpp - Reports of a few lines -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The orders of functions or object files for linkers, execution counts, the
// records of a file, a file for -gmon-filter, the time of hooks, and threads.
//
//===----------------------------------------------------------------------===//

#include "graph/CallGraph.h"
#include "profile/sidecar/StackFile.h"
#include "reports/Reports.h"
#include "views/FlatProfile.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

void gmon::printOrder(ReportContext &Context, ArrayRef<NodeIndex> Order,
                      ArrayRef<StringRef> More) {
  for (NodeIndex N : Order)
    Context.OS << Context.Table[N].Name << '\n';
  for (StringRef Name : More)
    Context.OS << Name << '\n';
}

void gmon::printExecCounts(ReportContext &Context, const ExecCounts &Counts) {
  Context.startPage();
  for (const ExecRow &Row : Counts) {
    Context.OS << (Row.Path.empty() ? StringRef("<unknown>") : Row.Path) << ':'
               << Row.Line << ": (" << Row.Function << ":0x"
               << utohexstr(Row.Address, /*LowerCase=*/true) << ") "
               << Row.Count << " executions\n";
  }
}

void gmon::printFileInfo(ReportContext &Context, const FileContents &File) {
  auto Print = [&](uint64_t Count, StringRef Kind) {
    Context.OS << '\t' << Count << ' ' << Kind
               << (Count == 1 ? " record\n" : " records\n");
  };
  Context.OS << "File `" << File.Name << "' (version " << File.Version
             << ") contains:\n";
  Print(File.NumHistograms, "histogram");
  Print(File.NumArcs, "call-graph");
  Print(File.NumBlockRecords, "basic-block count");
  Context.HasOutput = true;
}

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
  std::vector<std::string> Specs = specsFor(Symbols, Context.Table);
  for (const auto &[F, Spec] : zip_equal(Filter.Functions, Specs))
    OS << Spec
       << format("  # %llu calls, %.2f%% of the time\n",
                 (unsigned long long)F.Calls, F.Percent);
}

void gmon::printHookTime(ReportContext &Context, const HookTime &Hooks,
                         const CallGraph &Graph) {
  raw_ostream &OS = Context.OS;
  OS << format("Entry hooks took about %.2f seconds, ",
               Context.cost(Hooks.Total))
     << Hooks.NumCalls
     << format(" calls at %.2f ns.\n",
               Context.Data.RunNotes.hookSeconds() * 1e9);
  std::vector<SymbolIndex> Order;
  for (SymbolIndex I = 0; I < Hooks.Of.size(); ++I)
    if (Hooks.Of[I] >= 1)
      Order.push_back(I);
  if (Order.empty())
    return;
  llvm::stable_sort(Order, [&](SymbolIndex A, SymbolIndex B) {
    return Hooks.Of[A] > Hooks.Of[B];
  });
  OS << "   seconds        calls  name\n";
  for (SymbolIndex I : Order) {
    const Node &N = Graph.Nodes[I];
    printFixed(OS, Context.cost(Hooks.Of[I]), 10, 2);
    OS << format(" %12llu  ", (unsigned long long)(N.Calls + N.SelfCalls))
       << Context.Names.name(I) << '\n';
  }
}
