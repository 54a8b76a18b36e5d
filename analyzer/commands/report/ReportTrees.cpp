//===-- ReportTrees.cpp - Trees of calls ----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts trees of a ProfileModel or of a call graph to trees for a terminal.
// Only calls between a function and its direct callers or callees have been
// counted: other nodes have a time, but no number of calls.
//
//===----------------------------------------------------------------------===//

#include "advice/CodeOrigin.h"
#include "commands/report/ProfileReport.h"
#include "commands/report/ReportTree.h"
#include "formats/Format.h"
#include "model/CallTree.h"
#include "model/StackFacts.h"
#include "model/StackTree.h"
#include "support/Printable.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns an empty tree.
static ReportTree emptyTree(const ViewContext &Context, double Base) {
  ReportTree Tree;
  Tree.IsMeasured = !Context.Times.areEstimates();
  Tree.Base = Base;
  if (Context.HasTimes)
    Tree.Cost = Context.Cost;
  Tree.SamplesAtOnce = Context.SamplesAtOnce;
  return Tree;
}

static ReportTree convert(const ViewContext &Context, const StackTree &Calls,
                          double Base, uint32_t MaxDepth) {
  ReportTree Tree = emptyTree(Context, Base);
  for (const StackTreeNode &Node : Calls.Nodes) {
    ReportTree::Node &Row = Tree.Nodes.emplace_back();
    Row.Name =
        Context.Names.node(Node, Context.Settings.View == ReportView::Callers);
    Row.Self = Node.Self;
    // The graph has no time of calls within a cycle.
    if (Tree.IsMeasured || !Node.IsNested)
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

/// Returns what stands behind the title of a tree.
static const char *howKnown(const ViewContext &Context) {
  if (!Context.HasTimes)
    return "";
  if (!Context.Times.areEstimates())
    return ", measured by stacks";
  return Context.Cost.isTime()
             ? ", estimated as if all calls of a function took equally long"
             : ", estimated as if all calls of a function cost the same";
}

/// Returns the cycle of \p F that has the time of its calls, or null.
static const ModelCycle *cycleOf(const ViewContext &Context, FunctionIndex F) {
  const uint32_t Cycle = Context.Model.Functions[F].Cycle;
  return Context.Times.areEstimates() && Cycle
             ? &Context.Model.Cycles[Cycle - 1]
             : nullptr;
}

/// Prints the callers or callees of \p F.
static void printArcs(const ViewContext &Context, FunctionIndex F) {
  const ReportSettings &Settings = Context.Settings;
  const bool IsUpward = Settings.View == ReportView::Callers;
  const ModelCycle *Cycle = cycleOf(Context, F);
  // The callers of a cycle share its whole time.
  const double Base =
      Cycle ? Cycle->Self + Cycle->Children : Context.Times.ofFunction(F).Total;
  const StackTreeLimits Limits = limitsOf(Settings, Base);
  const StackTree Calls = IsUpward ? makeCallerTree(Context.Times, F, Limits)
                                   : makeCalleeTree(Context.Times, F, Limits);
  ReportTree Tree = convert(Context, Calls, Base, Limits.MaxDepth);
  auto IsUnknown = [&](FunctionIndex I) {
    return I != NoIndex &&
           Context.Model.Functions[I].What == ModelFunction::Unknown;
  };
  Tree.Nodes.front().Calls = Context.Model.Functions[F].Calls;
  Tree.Nodes.front().HasMoreCalls = Context.Model.Functions[F].HasMoreCalls;
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
             << printable(Context.Names.function(F)) << howKnown(Context);
  if (Cycle && Context.HasTimes)
    Context.OS << "; shares of <cycle " << Cycle->Number << ">";
  Context.OS << ":\n";
  Tree.print(Context.OS, Settings);
}

/// Returns the stacks that would result if all calls took equally long.
static ReportTree estimatedTree(const ViewContext &Context) {
  const ReportSettings &Settings = Context.Settings;
  const CallTree Calls =
      makeEstimatedTree(Context.Model, Settings.MinPercent, KeptTime::OfPaths);
  ReportTree Tree = emptyTree(Context, Context.All);
  std::vector<uint32_t> Depth(Calls.Nodes.size(), 1);
  for (const auto &[N, Node] : enumerate(Calls.Nodes)) {
    ReportTree::Node &Row = Tree.Nodes.emplace_back();
    Row.Name = Calls.frameOf(Node).Name;
    Row.Self = Node.Self;
    Row.Total = Node.Total;
    Row.NumLeftOut = Node.NumLeftOut;
    Row.LeftOut = Node.LeftOut;
    if (Node.Parent == TreeNode::NoParent) {
      Tree.Roots.push_back(N);
      continue;
    }
    Depth[N] = Depth[Node.Parent] + 1;
    ReportTree::Node &Parent = Tree.Nodes[Node.Parent];
    if (Depth[N] <= Settings.Depth) {
      Parent.Below.push_back(N);
    } else if (Depth[N] == Settings.Depth + 1 && !Settings.ChoosesDepth) {
      ++Parent.NumLeftOut;
      Parent.LeftOut += Node.Total;
    }
  }
  return Tree;
}

/// Returns the measured or estimated tree of all calls.
static ReportTree wholeTree(const ViewContext &Context) {
  if (Context.Times.areEstimates())
    return estimatedTree(Context);
  const StackTreeLimits Limits =
      limitsOf(Context.Settings, Context.Times.total());
  return convert(Context, makeStackTree(Context.Times, Limits), Context.All,
                 Limits.MaxDepth);
}

Error command::printTrees(const ViewContext &Context, StringRef Summary) {
  const ReportSettings &Settings = Context.Settings;
  const StackTimes &Times = Context.Times;
  if (Settings.View == ReportView::Tree) {
    ReportTree Tree = wholeTree(Context);
    Tree.HasSelf = true;
    Context.OS << Summary << "Tree of calls" << howKnown(Context) << ":\n";
    Tree.print(Context.OS, Settings);
    return Error::success();
  }
  auto Found = chooseInProcess(Context.Model, Settings.Function);
  if (!Found)
    return Found.takeError();
  const CompiledCode OfProgram(Context.Model);
  llvm::stable_sort(*Found, [&](FunctionIndex A, FunctionIndex B) {
    auto Rank = [&](FunctionIndex F) {
      return std::tuple(OfProgram.has(F), Times.ofFunction(F).Total,
                        Context.Model.Functions[F].Calls.value_or(0));
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
