//===-- MeasuredTrees.cpp - Trees of measured stacks ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts trees of a StackModel to trees for a terminal. Only calls between a
// function and its direct callers or callees have been counted: other nodes
// have a time, but no number of calls.
//
//===----------------------------------------------------------------------===//

#include "advice/CodeOrigin.h"
#include "commands/report/MeasuredReport.h"
#include "commands/report/ReportTree.h"
#include "model/StackFacts.h"
#include "model/StackTree.h"
#include "support/Printable.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static ReportTree convert(const MeasuredContext &Context,
                          const StackTree &Calls, double Base,
                          uint32_t MaxDepth) {
  ReportTree Tree;
  for (const StackTreeNode &Node : Calls.Nodes) {
    ReportTree::Node &Row = Tree.Nodes.emplace_back();
    Row.Name =
        Context.Names.node(Node, Context.Settings.View == ReportView::Callers);
    Row.Self = Node.Self;
    Row.Total = Node.Total;
    Row.Calls = Node.Calls;
    Row.TotalOfCalls = Node.TotalOfCalls;
    // A filter chooses samples, but calls are known of all stacks only.
    if (Node.Calls && !Node.IsNested && !Context.Filter.choosesStacks())
      Row.TimedCalls = double(*Node.Calls);
    Row.NumLeftOut = Node.NumLeftOut;
    Row.LeftOut = Node.LeftOut;
    Row.IsDeepest = Node.depthBelow() > MaxDepth;
    Row.Below = Node.Below;
  }
  Tree.Roots = Calls.Roots;
  Tree.NumLeftOut = Calls.NumLeftOut;
  Tree.LeftOut = Calls.LeftOut;
  Tree.IsMeasured = true;
  Tree.Base = Base;
  Tree.Cost = Context.Stacks.Cost;
  Tree.SamplesAtOnce = Context.Stacks.SamplesAtOnce;
  return Tree;
}

static StackTreeLimits limitsOf(const ReportSettings &Settings, double Base) {
  StackTreeLimits Limits;
  Limits.MinSamples = Base * Settings.MinPercent / 100;
  // The function itself is no level of its callers or callees.
  Limits.MaxDepth = Settings.Depth + (Settings.View != ReportView::Tree);
  Limits.CountsDeep = !Settings.ChoosesDepth;
  Limits.ByLine = Settings.ByLine;
  return Limits;
}

/// Prints the callers or callees of \p F.
static void printArcs(const MeasuredContext &Context, StackFunctionIndex F) {
  const ReportSettings &Settings = Context.Settings;
  const bool IsUpward = Settings.View == ReportView::Callers;
  const double Base = Context.Times.ofFunction(F).Total;
  const StackTreeLimits Limits = limitsOf(Settings, Base);
  const StackTree Calls = IsUpward ? makeCallerTree(Context.Times, F, Limits)
                                   : makeCalleeTree(Context.Times, F, Limits);
  ReportTree Tree = convert(Context, Calls, Base, Limits.MaxDepth);
  auto IsUnknown = [&](StackFunctionIndex I) {
    return I != NoStackIndex &&
           Context.Stacks.Functions[I].What == StackFunction::Unknown;
  };
  Tree.Nodes.front().Calls = Context.Stacks.Functions[F].Calls;
  Tree.Nodes.front().HasMoreCalls = Context.Stacks.Functions[F].HasMoreCalls;
  Tree.Nodes.front().TotalOfCalls = Context.Times.ofCalls(F).Total;
  Tree.Nodes.front().TimedCalls = Context.timedCalls(F);
  // Totals of deeper nodes are parts of these, and get no mark.
  auto SetMark = [&](uint32_t N) {
    Tree.Nodes[N].Mark = Context.markOf(Tree.Nodes[N].Total.value_or(0));
  };
  SetMark(0);
  for (uint32_t Child : Tree.Nodes.front().Below)
    if (!IsUnknown(Calls.Nodes[Child].Function))
      SetMark(Child);
  Tree.HasSelf = !IsUpward;
  Tree.HasCalls = true;
  Tree.Share = "share %";
  Context.OS << (IsUpward ? "Callers of " : "Callees of ")
             << printable(Context.Names.function(F))
             << ", measured by stacks:\n";
  Tree.print(Context.OS, Settings);
}

Error command::printMeasuredTrees(const MeasuredContext &Context,
                                  StringRef Summary) {
  const ReportSettings &Settings = Context.Settings;
  const StackTimes &Times = Context.Times;
  if (Settings.View == ReportView::Tree) {
    const StackTreeLimits Limits = limitsOf(Settings, Times.total());
    ReportTree Tree = convert(Context, makeStackTree(Times, Limits),
                              Context.All, Limits.MaxDepth);
    Tree.HasSelf = true;
    Context.OS << Summary << "Tree of calls, measured by stacks:\n";
    Tree.print(Context.OS, Settings);
    return Error::success();
  }
  auto Found =
      chooseStackFunctions(Context.Stacks, Context.Lookup, Settings.Function);
  if (!Found)
    return Found.takeError();
  const CompiledCode OfProgram(Context.Stacks);
  llvm::stable_sort(*Found, [&](FunctionIndex A, FunctionIndex B) {
    auto Rank = [&](FunctionIndex F) {
      return std::pair(OfProgram.has(F), Times.ofFunction(F).Total);
    };
    return Rank(A) > Rank(B);
  });
  Context.OS << Summary;
  const char *Separator = "";
  for (FunctionIndex F : *Found) {
    Context.OS << Separator;
    printArcs(Context, F);
    Separator = "\n";
  }
  return Error::success();
}
