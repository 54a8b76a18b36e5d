//===-- ReportTree.cpp - Trees for a terminal -----------------------------===//
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
// Sorts a tree, and prints it as a table. A row follows its parent's row.
// Siblings are sorted, by time unless the user chooses another key: so the
// first rows are the hot path. Names that are deeper than the width allows have
// the number of their level instead of more spaces.
//
//===----------------------------------------------------------------------===//

#include "advice/CodeOrigin.h"
#include "commands/CostText.h"
#include "commands/report/ProfileReport.h"
#include "counts/Samples.h"
#include "formats/Format.h"
#include "model/CallTree.h"
#include "model/StackFacts.h"
#include "model/StackTree.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// A tree with the times of its nodes, measured or estimated.
struct ReportTree {
  struct Node {
    std::string Name;
    double Self = 0; ///< in samples
    /// In samples; none if it is unknown.
    std::optional<double> Total;
    std::optional<uint64_t> Calls; ///< exact
    bool HasMoreCalls = false;     ///< which nobody counted
    /// The part of Total that the calls took, without inlined ones; and of how
    /// many calls it is the time, 0 if that is unknown.
    double TotalOfCalls = 0, TimedCalls = 0;
    const char *Mark = ""; ///< in front of the total and the time of a call
    uint32_t NumLeftOut = 0;
    double LeftOut = 0;     ///< in samples
    bool IsDeepest = false; ///< what is left out is too deep
    std::vector<uint32_t> Below;

    std::optional<double> eachCall() const {
      if (TimedCalls <= 0 || TotalOfCalls <= 0)
        return std::nullopt;
      return TotalOfCalls / TimedCalls;
    }
  };

  std::vector<Node> Nodes;
  std::vector<uint32_t> Roots;
  uint32_t NumLeftOut = 0; ///< number of roots that were left out
  double LeftOut = 0;      ///< in samples

  /// The columns.
  bool HasSelf = false;
  bool HasCalls = false;   ///< calls, and the time of each
  bool IsMeasured = false; ///< times of calls have errors
  std::string Share = "total %";
  double Base = 0; ///< samples that are 100%

  /// What samples are.
  CostKind Cost; ///< its rate is 0 if there are no samples
  double SamplesAtOnce = 1;

  void print(llvm::raw_ostream &OS, const ReportSettings &Settings);

private:
  void addColumns(TableOf<Node> &Table, const ReportSettings &Settings) const;
  void sort(std::vector<uint32_t> &Siblings, SortKey Key) const;
};

} // namespace

void ReportTree::sort(std::vector<uint32_t> &Siblings, SortKey Key) const {
  auto KeyOf = [&](const Node &N) -> double {
    switch (Key) {
    case SortKey::Self:
      return N.Self;
    case SortKey::Total:
      return N.Total.value_or(-1);
    case SortKey::Calls:
      return double(N.Calls.value_or(0));
    case SortKey::Call:
      return N.eachCall().value_or(0);
    case SortKey::Name:
      return 0;
    }
    llvm_unreachable("a key that is none");
  };
  llvm::stable_sort(Siblings, [&](uint32_t I, uint32_t J) {
    const Node &A = Nodes[I], &B = Nodes[J];
    if (double Left = KeyOf(A), Right = KeyOf(B); Left != Right)
      return Left > Right;
    if (Key != SortKey::Name && A.Calls != B.Calls)
      return A.Calls > B.Calls;
    return A.Name < B.Name;
  });
}

void ReportTree::addColumns(TableOf<Node> &Table,
                            const ReportSettings &Settings) const {
  const CostText Costs(Cost);
  const unsigned Decimals = IsMeasured ? decimalsOf(double(Cost.Rate)) : 2;
  auto Number = [=, this](double Samples) {
    return Costs.number(Cost.of(Samples), Decimals);
  };
  auto Error = [this](double Samples) {
    return samplingError(Samples, SamplesAtOnce);
  };
  if (Cost.Rate) {
    auto Percent = [this](const Node &Row) {
      return Base > 0 ? 100 * *Row.Total / Base : 0;
    };
    Table.add(Share, [=](const Node &Row) {
      return Row.Total ? Cell(fixed(Percent(Row), 1), heatOf(Percent(Row)))
                       : "";
    });
    Table.add(Costs.title("total"), [=](const Node &Row) {
      return Row.Total
                 ? Cell(Row.Mark + Number(*Row.Total), heatOf(Percent(Row)))
                 : "";
    });
    if (Settings.ShowErrors && Costs.hasErrors())
      Table.add("+-", [=](const Node &Row) {
        return Row.Total ? Number(Error(*Row.Total)) : "";
      });
    if (HasSelf)
      Table.add(Costs.title("self"), [=](const Node &Row) {
        return Row.Self > 0 ? Number(Row.Self) : "";
      });
  }
  if (HasCalls)
    Table.add("calls", [](const Node &Row) {
      return Row.Calls ? (Row.HasMoreCalls ? ">=" : "") + utostr(*Row.Calls)
                       : "";
    });
  if (HasCalls && Cost.Rate) {
    Table.add(
        "total/call",
        [=, this](const Node &Row) {
          return Row.eachCall()
                     ? Row.Mark + Costs.ofCall(Cost.of(*Row.eachCall()))
                     : "";
        },
        TextTable::OptionalNumber);
    if (IsMeasured && Costs.hasErrors())
      Table.add(
          "+-",
          [=, this](const Node &Row) {
            return Row.eachCall()
                       ? Costs.ofCall(Cost.of(Error(Row.TotalOfCalls)) /
                                      Row.TimedCalls)
                       : "";
          },
          TextTable::OptionalNumber);
  }
  Table.add(
      "name", [](const Node &Row) { return Row.Name; }, TextTable::Name);
}

/// Returns \p Name behind the spaces of \p Level.
static std::string indented(StringRef Name, size_t Level, size_t MaxLevel) {
  std::string Text(2 * std::min(Level, MaxLevel), ' ');
  if (Level > MaxLevel)
    Text += utostr(Level) + ": ";
  return Text + Name.str();
}

void ReportTree::print(raw_ostream &OS, const ReportSettings &Settings) {
  TableOf<Node> Table;
  addColumns(Table, Settings);
  std::vector<Node> Rows;
  const size_t MaxLevel =
      Settings.Display.Width ? std::max(2u, Settings.Display.Width / 8) : 32;
  struct Visit {
    ArrayRef<uint32_t> Left;
    uint32_t NumLeftOut;
    double LeftOut;
    bool IsDeepest;
  };
  // A tree may be deeper than this function's own stack allows.
  std::vector<Visit> Stack;
  uint64_t NumNodes = 0;
  sort(Roots, Settings.Sort);
  Stack.push_back({Roots, NumLeftOut, LeftOut, false});
  while (!Stack.empty() && NumNodes < Settings.Top) {
    Visit &Top = Stack.back();
    const size_t Level = Stack.size() - 1;
    if (!Top.Left.empty()) {
      Node &Next = Nodes[Top.Left.front()];
      Top.Left = Top.Left.drop_front();
      Rows.push_back(Next);
      Rows.back().Name = indented(Next.Name, Level, MaxLevel);
      ++NumNodes;
      sort(Next.Below, Settings.Sort);
      Stack.push_back(
          {Next.Below, Next.NumLeftOut, Next.LeftOut, Next.IsDeepest});
      continue;
    }
    if (Top.NumLeftOut) {
      Node &Rest = Rows.emplace_back();
      Rest.Total = Top.LeftOut;
      Rest.Name = indented(
          Top.IsDeepest ? "(deeper)" : "(" + utostr(Top.NumLeftOut) + " more)",
          Level, MaxLevel);
    }
    Stack.pop_back();
  }
  Table.print(OS, Settings.Display, Rows);
  if (NumNodes < Nodes.size() && NumNodes >= Settings.Top)
    OS << Nodes.size() - NumNodes << " more\n";
}

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
