//===-- EstimatedReport.cpp - Reports without stacks ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of the flat profile and the call graph. The times of callers and
// callees are estimates: the call graph divides a function's time as if all its
// calls took equally long.
//
//===----------------------------------------------------------------------===//

#include "commands/report/EstimatedReport.h"
#include "commands/CostText.h"
#include "commands/report/CallsReport.h"
#include "commands/report/MpiReport.h"
#include "commands/report/RankReport.h"
#include "commands/report/ReportHead.h"
#include "commands/report/ReportTree.h"
#include "commands/report/StackNames.h"
#include "driver/Sidecars.h"
#include "formats/Format.h"
#include "model/CallTree.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "views/DistinctNames.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

struct ReportRow {
  std::string Name;
  double Self = 0;  ///< in samples
  double Total = 0; ///< with callees
  uint64_t Calls = 0;
  bool IsEstimate = false;   ///< whether --cost estimates Self
  bool HasMoreCalls = false; ///< which nobody counted

  // The sort keys.
  double self() const { return Self; }
  double total() const { return Total; }
  double calls() const { return double(Calls); }
  double selfOfCall() const { return Calls ? Self / double(Calls) : 0; }
};

} // namespace

/// Returns the samples of the whole process.
static double allSamples(const ModelRun &Run) {
  return Run.Total + Run.ExcludedSamples + Run.RunNotes.OtherSamples;
}

/// Whether there are samples: with sampler=off there are none.
static bool hasTimes(const ModelRun &Run) {
  return Run.HasTimes && allSamples(Run) > 0;
}

/// Returns the functions that \p Name means, and their direct and indirect
/// callees.
static Expected<BitVector> focusOn(const ProfileModel &Model, StringRef Name) {
  Expected<SmallVector<FunctionIndex, 1>> Found =
      chooseFunctions(FunctionLookup(Model), Name);
  if (!Found)
    return Found.takeError();
  SmallVector<FunctionIndex, 1> Left = std::move(*Found);
  BitVector Chosen(Model.Functions.size());
  while (!Left.empty()) {
    FunctionIndex I = Left.pop_back_val();
    if (Chosen.test(I))
      continue;
    Chosen.set(I);
    for (ArcIndex A : Model.Functions[I].Callees)
      Left.push_back(Model.Arcs[A].Callee);
  }
  return Chosen;
}

/// Makes a row for each line of a function: of all its code, in all instances
/// of the name.
static std::vector<ReportRow> makeLineRows(const ProfileModel &Model,
                                           const BitVector &Chosen) {
  std::vector<ReportRow> Rows;
  std::map<std::tuple<StringRef, StringRef, uint32_t>, size_t> IndexOf;
  for (const ModelRow &Line : Model.Flat) {
    if (!Chosen.test(Line.Function))
      continue;
    auto [It, IsNew] =
        IndexOf.try_emplace({Line.Name, Line.Path, Line.Line}, Rows.size());
    if (IsNew)
      Rows.emplace_back().Name = Line.nameOfLine();
    ReportRow &Row = Rows[It->second];
    Row.Self += Line.Self;
    Row.Total += Line.Total;
    Row.Calls += Line.Calls;
    Row.IsEstimate |= Model.Functions[Line.Function].Bounds.has_value();
  }
  return Rows;
}

/// Whether a line has samples and was never executed.
static bool hasSkid(const ProfileModel &Model) {
  std::set<std::pair<StringRef, uint32_t>> Dead;
  for (const CountedFile &File : Model.Lines)
    for (const CountedLine &Line : File.Lines)
      if (Line.Count == 0)
        Dead.insert({File.Path, Line.Number});
  return !Model.Run.Cost.IsCounted && any_of(Model.Flat, [&](const auto &Row) {
    return Row.Self > 0 && Dead.count({Row.Path, Row.Line});
  });
}

/// Makes the rows of the functions \p Chosen, or of their lines.
static std::vector<ReportRow> makeRows(const ProfileModel &Model,
                                       const BitVector &Chosen, bool ByLine) {
  std::vector<ReportRow> Rows;
  if (ByLine)
    return makeLineRows(Model, Chosen);
  std::vector<NamedFunction> Named;
  for (FunctionIndex I = 0; I < Model.Functions.size(); ++I) {
    const ModelFunction &F = Model.Functions[I];
    uint64_t Calls = F.Calls + F.SelfCalls;
    double Total = F.Self + F.Children;
    if (!Chosen.test(I) || (!Calls && Total == 0))
      continue;
    Rows.push_back({"", F.Self, Total, Calls, F.Bounds.has_value()});
    Named.push_back({F.Name.str(), F.LinkName, F.Path, F.Line});
  }
  for (auto &&[Row, Name] : zip_equal(Rows, distinctNames(Named)))
    Row.Name = std::move(Name);
  return Rows;
}

/// Whether the stacks have calls, but no samples: they have the callers and
/// callees in other modules, too.
static bool hasCallsOnly(const ProfileModel &Model) {
  return Model.Stacks && Model.Stacks->Samples.empty() &&
         !Model.Stacks->Calls.empty();
}

/// Adds the functions that the model lacks: of other modules, and those whose
/// callers count their calls.
static void addOtherFunctions(std::vector<ReportRow> &Rows,
                              const StackModel &Stacks, bool ByLine) {
  const StackNames Names(Stacks);
  for (StackFunctionIndex F = 0; F < Stacks.Functions.size(); ++F) {
    const StackFunction &Function = Stacks.Functions[F];
    if (uint64_t Calls = Function.Calls.value_or(0);
        Calls && Function.InModel == NoStackIndex)
      Rows.push_back({ByLine ? Names.line(F, Function.Path, Function.Line)
                             : Names.function(F),
                      0, 0, Calls, false, Function.HasMoreCalls});
  }
}

static void printRows(raw_ostream &OS, const ProfileModel &Model,
                      ArrayRef<ReportRow> Rows,
                      const ReportSettings &Settings) {
  const bool HasTimes = hasTimes(Model.Run);
  const CostText Costs(Model.Run.Cost);
  const bool ShowErrors = Settings.ShowErrors && Costs.hasErrors();
  TextTable Table;
  if (HasTimes) {
    Table.addColumn("self %");
    Table.addColumn(Costs.title("self"));
    if (ShowErrors)
      Table.addColumn("+-");
    Table.addColumn(Costs.title("total"));
    Table.addOptionalColumn("calls");
    Table.addOptionalColumn("self/call");
  } else {
    Table.addColumn("calls");
  }
  Table.addNameColumn();
  for (const ReportRow &Row : Rows) {
    std::vector<Cell> Cells;
    auto Add = [&](std::string Text,
                   std::optional<raw_ostream::Colors> Color = std::nullopt) {
      Cells.push_back({std::move(Text), Color});
    };
    double Percent = ProfileModel::percent(Row.Self, Model.Run.Total);
    std::optional<raw_ostream::Colors> Heat = heatOf(Percent);
    if (HasTimes) {
      Add(fixed(Percent, 1), Heat);
      Add((Row.IsEstimate ? "~" : "") + Costs.number(Model.cost(Row.Self)),
          Heat);
      if (ShowErrors)
        Add(Costs.number(Model.cost(Model.errorOf(Row.Self))));
      Add(Costs.number(Model.cost(Row.Total)));
    }
    Add(Row.Calls ? (Row.HasMoreCalls ? ">=" : "") + utostr(Row.Calls) : "");
    if (HasTimes)
      Add(Row.Calls && Row.Self > 0 ? Costs.ofCall(Model.cost(Row.selfOfCall()))
                                    : "");
    Add(Row.Name);
    Table.addRow(std::move(Cells));
  }
  Table.print(OS, Settings.Display);
}

/// Prints which part of the process's time the table covers. The rest is in the
/// runtime, which is excluded from all reports (mainly the hooks that
/// unoptimized code calls), and in the C library and other modules.
static void printProcessTime(raw_ostream &OS, const ProfileModel &Model) {
  const ModelRun &Run = Model.Run;
  const double All = allSamples(Run);
  if (Run.HasTimes && All == 0) {
    const bool HasCalls =
        any_of(Model.Functions,
               [](const auto &Function) {
                 return Function.Calls + Function.SelfCalls > 0;
               }) ||
        (Model.Stacks &&
         any_of(Model.Stacks->Functions, [](const auto &Function) {
           return Function.Calls.value_or(0) > 0;
         }));
    const bool IsTime = Run.Cost.isTime();
    OS << (IsTime ? "Nothing was" : "No " + Run.Cost.Name + " were")
       << " sampled"
       << (!HasCalls ? ", and no call was counted.\n"
           : IsTime  ? ": there are calls, but no times.\n"
                     : ": there are only calls.\n");
  }
  if (!Run.HasTimes || All == Run.Total)
    return;
  const CostText Costs(Run.Cost);
  OS << Costs.amount(Model.cost(All)) << ": "
     << Costs.amount(Model.cost(Run.Total)) << " in "
     << printable(sys::path::filename(Run.Program));
  auto PrintPart = [&](double Samples, const char *Where) {
    if (Samples > 0)
      OS << ", " << Costs.amount(Model.cost(Samples)) << " ("
         << fixed(ProfileModel::percent(Samples, All), 1) << "%) in " << Where;
  };
  PrintPart(Run.ExcludedSamples, "the profiler");
  PrintPart(Run.RunNotes.OtherSamples, "other modules");
  OS << '\n';
}

/// Makes a table of functions or lines.
static Error printTable(raw_ostream &OS, const ProfileModel &Model,
                        const ReportSettings &Settings) {
  BitVector Chosen(Model.Functions.size(), true);
  for (StringRef Name : Settings.Focus) {
    Expected<BitVector> Functions = focusOn(Model, Name);
    if (!Functions)
      return Functions.takeError();
    Chosen &= *Functions;
  }
  std::vector<ReportRow> Rows = makeRows(Model, Chosen, Settings.ByLine);
  if (hasCallsOnly(Model) && Settings.Focus.empty())
    addOtherFunctions(Rows, *Model.Stacks, Settings.ByLine);
  sortRows(Rows, Settings.Sort);
  printProcessTime(OS, Model);
  OS << headNotes(Model);
  ShownRows<ReportRow> Shown(Rows, Settings, Model.Run.Total);
  printRows(OS, Model, Shown.rows(), Settings);
  Shown.printRest(OS, [&](double Samples) {
    return CostText(Model.Run.Cost).amount(Model.cost(Samples));
  });
  if (Settings.ByLine && hasSkid(Model))
    OS << SkidNote;
  return Error::success();
}

/// Returns what stands behind the title of a tree.
static const char *estimateNote(const CostKind &Cost) {
  return Cost.isTime()
             ? ", estimated as if all calls of a function took equally long"
             : ", estimated as if all calls of a function cost the same";
}

/// Makes an empty tree with the times of \p Model.
static ReportTree emptyTree(const ProfileModel &Model, double Base) {
  ReportTree Tree;
  Tree.Base = Base;
  if (hasTimes(Model.Run))
    Tree.Cost = Model.Run.Cost;
  Tree.SamplesAtOnce = Model.Run.SamplesAtOnce;
  return Tree;
}

/// Prints the callers or callees of \p F with their parts of its time.
static void printArcs(raw_ostream &OS, const ProfileModel &Model,
                      FunctionIndex F, const ReportSettings &Settings) {
  const bool IsUpward = Settings.View == ReportView::Callers;
  const ModelFunction &Function = Model.Functions[F];
  const double Total = Function.Self + Function.Children;
  // The callers of a cycle share its whole time.
  double Base = Total;
  if (Function.Cycle) {
    const ModelCycle &Cycle = Model.Cycles[Function.Cycle - 1];
    Base = Cycle.Self + Cycle.Children;
  }
  ReportTree Tree = emptyTree(Model, Base);
  Tree.HasCalls = true;
  Tree.HasSelf = !IsUpward;
  Tree.Share = "share %";
  Tree.Roots = {0};
  ReportTree::Node Root;
  Root.Name = Function.Name.str();
  Root.Self = Function.Self;
  Root.Total = Total;
  if (uint64_t Calls = Function.Calls + Function.SelfCalls)
    Root.Calls = Calls;
  Root.TotalOfCalls = Total;
  Root.TimedCalls = double(Function.Calls);
  Tree.Nodes.push_back(std::move(Root));
  for (ArcIndex A : IsUpward ? Function.Callers : Function.Callees) {
    const ModelArc &Arc = Model.Arcs[A];
    ReportTree::Node Row;
    Row.Name = Model.Functions[IsUpward ? Arc.Caller : Arc.Callee].Name.str();
    if (Arc.Calls)
      Row.Calls = Arc.Calls;
    if (!Arc.IsInternal) {
      Row.Self = Arc.Self;
      Row.Total = Arc.Self + Arc.Children;
      Row.TotalOfCalls = *Row.Total;
      Row.TimedCalls = double(Arc.Calls);
    }
    Tree.Nodes.front().Below.push_back(Tree.Nodes.size());
    Tree.Nodes.push_back(std::move(Row));
  }
  OS << (IsUpward ? "Callers of " : "Callees of ") << printable(Function.Name)
     << (Tree.Cost.Rate ? estimateNote(Tree.Cost) : "");
  if (Tree.Cost.Rate && Function.Cycle)
    OS << "; shares of <cycle " << Function.Cycle << ">";
  OS << ":\n";
  Tree.print(OS, Settings);
}

static Error printAllArcs(raw_ostream &OS, const ProfileModel &Model,
                          const ReportSettings &Settings) {
  if (hasCallsOnly(Model) && !hasTimes(Model.Run)) {
    printProcessTime(OS, Model);
    return printCalls(OS, *Model.Stacks, Settings);
  }
  auto Found = chooseModelFunctions(Model, Settings.Function);
  // Costs are those of the program. The stacks have the calls of others.
  if (!Found && Model.Costs && Model.Stacks) {
    consumeError(Found.takeError());
    return printCalls(OS, *Model.Stacks, Settings);
  }
  if (!Found)
    return Found.takeError();
  printProcessTime(OS, Model);
  const char *Separator = "";
  for (FunctionIndex F : *Found) {
    OS << Separator;
    printArcs(OS, Model, F, Settings);
    Separator = "\n";
  }
  return Error::success();
}

/// Prints the stacks that would result if all calls took equally long.
static Error printTree(raw_ostream &OS, const ProfileModel &Model,
                       const ReportSettings &Settings) {
  if (!hasTimes(Model.Run))
    return makeError("option '--tree' needs samples, and there are none; "
                     "--callers and --callees print calls");
  if (!Model.Run.HasArcs)
    return makeError("option '--tree' needs calls, and there are none");
  const CallTree Calls =
      makeCallTree(Model, Settings.MinPercent, KeptTime::OfPaths);
  ReportTree Tree = emptyTree(Model, Model.Run.Total);
  Tree.HasSelf = true;
  std::vector<uint32_t> Depth(Calls.Nodes.size(), 1);
  for (uint32_t N = 0; N < Calls.Nodes.size(); ++N) {
    const CallTreeNode &Node = Calls.Nodes[N];
    ReportTree::Node &Row = Tree.Nodes.emplace_back();
    Row.Name = Node.What == CallTreeNode::Function
                   ? Model.Functions[Node.Index].Name.str()
                   : frameName(Model, Node);
    Row.Self = Node.Self;
    Row.Total = Node.Total;
    Row.NumLeftOut = Node.NumPruned;
    Row.LeftOut = Node.Pruned;
    if (Node.Parent == CallTreeNode::NoParent) {
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
  printProcessTime(OS, Model);
  OS << "Tree of calls" << estimateNote(Tree.Cost) << ":\n";
  Tree.print(OS, Settings);
  return Error::success();
}

/// Prints the calls of threads that were not sampled.
static void printThreadCalls(raw_ostream &OS, const StackModel &Stacks,
                             const ReportSettings &Settings) {
  TextTable Table;
  Table.addColumn("calls");
  Table.addColumn("thread");
  Table.addNameColumn();
  ArrayRef<StackThreadRow> All = Stacks.Threads;
  for (const StackThreadRow &Thread :
       All.take_front(std::min<uint64_t>(All.size(), Settings.Top)))
    Table.addRow({{Thread.Calls ? utostr(*Thread.Calls) : "", std::nullopt},
                  {Thread.Id ? utostr(Thread.Id) : "unknown", std::nullopt},
                  {Thread.Name, std::nullopt}});
  Table.print(OS, Settings.Display);
  if (Settings.Top < All.size())
    OS << All.size() - Settings.Top << " more\n";
}

/// Prints the threads of stacks without samples.
static Error printThreads(raw_ostream &OS, const ProfileModel &Model,
                          const ReportSettings &Settings, Warnings &Warn) {
  if (Model.Stacks && !Model.Stacks->Threads.empty()) {
    printProcessTime(OS, Model);
    printThreadCalls(OS, *Model.Stacks, Settings);
    return Error::success();
  }
  const std::string Why = takeStacksFailure(Warn);
  return makeError(
      Why.empty()
          ? "nothing is known of threads: there are no stacks beside "
            "the profile data; run the program with "
            "GMON_OPTIONS=threads=1"
          : "a table of threads needs the stacks of samples, and " + Why);
}

Error command::printEstimatedReport(raw_ostream &OS, const ProfileModel &Model,
                                    const ReportSettings &Chosen,
                                    Warnings &Warn) {
  ReportSettings Settings = Chosen;
  if (!hasTimes(Model.Run) && !Settings.ChoosesSort)
    Settings.Sort = SortKey::Calls;
  auto NeedsStacks = [&](const Twine &What) {
    return Model.Stacks && !hasTimes(Model.Run)
               ? makeError(What + " needs samples, and there are none")
               : makeStacksError(What, Warn);
  };
  if (!Settings.Ignore.empty())
    return NeedsStacks("option '--ignore'");
  if (!Settings.Focus.empty() && Settings.View != ReportView::Functions &&
      Settings.View != ReportView::Lines)
    return NeedsStacks("option '--focus' with another view than a table of "
                       "functions or lines");
  if (Settings.isTree() && Settings.ByLine)
    return NeedsStacks("a tree with lines");
  switch (Settings.View) {
  case ReportView::Ranks:
    return Model.Stacks ? printRanks(OS, *Model.Stacks, Settings)
                        : makeStacksError("option '--ranks'", Warn);
  case ReportView::Mpi:
    return Model.Stacks ? printMpi(OS, *Model.Stacks, Settings)
                        : makeStacksError("option '--mpi'", Warn);
  case ReportView::Modules:
    return NeedsStacks("option '--by=module'");
  case ReportView::Threads:
    return printThreads(OS, Model, Settings, Warn);
  case ReportView::Tree:
    return printTree(OS, Model, Settings);
  case ReportView::Callers:
  case ReportView::Callees:
    return printAllArcs(OS, Model, Settings);
  case ReportView::Functions:
  case ReportView::Lines:
    return printTable(OS, Model, Settings);
  case ReportView::Groups:
    break;
  }
  llvm_unreachable("a view that is none");
}
