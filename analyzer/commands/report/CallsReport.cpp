//===-- CallsReport.cpp - Callers without samples -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the exact calls of the direct callers or callees of a function.
//
//===----------------------------------------------------------------------===//

#include "commands/report/CallsReport.h"
#include "advice/CodeOrigin.h"
#include "commands/report/ReportTree.h"
#include "commands/report/StackNames.h"
#include "formats/Format.h"
#include "model/StackTree.h"
#include "support/Printable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Prints the callers or callees of \p F with their calls.
static void printCallsOf(raw_ostream &OS, const StackTimes &Times,
                         const StackNames &Names, StackFunctionIndex F,
                         const ReportSettings &Settings) {
  const bool IsUpward = Settings.View == ReportView::Callers;
  ReportTree Tree;
  Tree.HasCalls = true;
  Tree.Share = "share %";
  StackTreeLimits Limits;
  Limits.MaxDepth = 2;
  Limits.ByLine = Settings.ByLine;
  const StackTree Calls = IsUpward ? makeCallerTree(Times, F, Limits)
                                   : makeCalleeTree(Times, F, Limits);
  Tree.Roots = Calls.Roots;
  for (const StackTreeNode &Node : Calls.Nodes) {
    ReportTree::Node &Row = Tree.Nodes.emplace_back();
    Row.Name = Names.node(Node, IsUpward);
    Row.Calls = Node.Calls;
    Row.Below = Node.Below;
  }
  const StackFunction &Function = Times.model().Functions[F];
  Tree.Nodes.front().Calls = Function.Calls;
  Tree.Nodes.front().HasMoreCalls = Function.HasMoreCalls;
  OS << (IsUpward ? "Callers of " : "Callees of ")
     << printable(Names.function(F)) << ":\n";
  Tree.print(OS, Settings);
}

Error command::printCalls(raw_ostream &OS, const StackModel &Stacks,
                          const ReportSettings &Settings) {
  auto Found =
      chooseStackFunctions(Stacks, FunctionLookup(Stacks), Settings.Function);
  if (!Found)
    return Found.takeError();
  const CompiledCode OfProgram(Stacks);
  llvm::stable_sort(*Found, [&](FunctionIndex A, FunctionIndex B) {
    auto Rank = [&](FunctionIndex F) {
      return std::pair(OfProgram.has(F), Stacks.Functions[F].Calls.value_or(0));
    };
    return Rank(A) > Rank(B);
  });
  const StackNames Names(Stacks);
  const StackTimes Times(Stacks);
  const char *Separator = "";
  for (StackFunctionIndex F : *Found) {
    OS << Separator;
    printCallsOf(OS, Times, Names, F, Settings);
    Separator = "\n";
  }
  return Error::success();
}
