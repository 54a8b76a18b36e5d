//===-- HookTimeReport.cpp - Prints the time of entry hooks ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the total, and a line for each function whose hooks took at least a
// sample.
//
//===----------------------------------------------------------------------===//

#include "graph/HookTime.h"
#include "reports/Reports.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

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
