//===-- CallsReport.cpp - Callers without samples
//---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/report/CallsReport.h"
#include "commands/report/ReportTree.h"
#include "commands/report/StackNames.h"
#include "formats/Format.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Prints the callers or callees of \p F with their calls.
static void printCallsOf(raw_ostream &OS, const StackModel &Stacks,
                         const StackNames &Names, StackFunctionIndex F,
                         const ReportSettings &Settings) {
  const bool IsUpward = Settings.View == ReportView::Callers;
  ReportTree Tree;
  Tree.HasCalls = true;
  Tree.Share = "share %";
  Tree.Roots = {0};
  Tree.Nodes.emplace_back().Name = Names.function(F);
  Tree.Nodes.front().Calls = Stacks.Functions[F].Calls;
  std::vector<std::pair<uint64_t, StackFunctionIndex>> Others;
  for (const StackCalls &Each : Stacks.Calls)
    if ((IsUpward ? Each.Callee : Each.Caller) == F)
      Others.push_back({Each.Calls, IsUpward ? Each.Caller : Each.Callee});
  llvm::stable_sort(
      Others, [](const auto &A, const auto &B) { return A.first > B.first; });
  for (auto [Calls, Other] : Others) {
    ReportTree::Node Row;
    Row.Name = Other == NoStackIndex ? "<outside>" : Names.function(Other);
    Row.Calls = Calls;
    Tree.Nodes.front().Below.push_back(Tree.Nodes.size());
    Tree.Nodes.push_back(std::move(Row));
  }
  OS << (IsUpward ? "Callers of " : "Callees of ")
     << printable(Names.function(F)) << ":\n";
  Tree.print(OS, Settings);
}

Error command::printCalls(raw_ostream &OS, const StackModel &Stacks,
                          const ReportSettings &Settings) {
  auto Found = chooseFunctions(FunctionLookup(Stacks), Settings.Function);
  if (!Found)
    return Found.takeError();
  const StackNames Names(Stacks);
  const char *Before = "";
  for (StackFunctionIndex F : *Found) {
    OS << Before;
    printCallsOf(OS, Stacks, Names, F, Settings);
    Before = "\n";
  }
  return Error::success();
}
