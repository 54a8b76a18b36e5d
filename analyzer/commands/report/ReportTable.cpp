//===-- ReportTable.cpp - Tables of functions, lines and others -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the tables of functions, lines, modules and threads. Each row has its
// own time, the time of all stacks it is on or, estimated, with what it calls,
// and its calls if they are counted.
//
//===----------------------------------------------------------------------===//

#include "commands/report/ProfileReport.h"
#include "counts/Samples.h"
#include "model/StackFacts.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

struct TableRow {
  std::string Name;
  StackTime Time, Waiting;
  StackTime OfCalls; ///< the part of Time that the calls took
  std::optional<uint64_t> Calls;
  bool HasMoreCalls = false; ///< which nobody counted
  bool IsEstimate = false;   ///< --cost estimates its own time
  bool IsFunction = true;    ///< or a line or module: not what is unknown
  double TimedCalls = 0; ///< number of calls that OfCalls.Total is the time of
  std::string Thread;    ///< its id
  std::string Top;       ///< function with the most time in it

  // The sort keys.
  double self() const { return Time.Self; }
  double total() const { return Time.Total; }
  double calls() const { return double(Calls.value_or(0)); }
  double selfOfCall() const {
    return Calls && *Calls ? OfCalls.Self / double(*Calls) : 0;
  }
};

class TableMaker {
public:
  explicit TableMaker(const ViewContext &Context)
      : Context(Context), Model(Context.Model), Times(Context.Times),
        Costs(Context.Cost),
        ShowErrors(Context.Settings.ShowErrors && Costs.hasErrors()) {
    if (!Model.IsElapsed || areEstimates())
      return;
    StackFilter OnlyWaiting = Context.Filter;
    OnlyWaiting.HasRunning = false;
    Waiting.emplace(Model, OnlyWaiting);
  }

  void print();

private:
  std::vector<TableRow> makeRows() const;
  void addFunctions(std::vector<TableRow> &Rows) const;
  void addLines(std::vector<TableRow> &Rows) const;
  void addGraphLines(std::vector<TableRow> &Rows) const;
  bool isOfUnknownModule(FunctionIndex F) const;
  void addUnknownModule(std::vector<TableRow> &Rows) const;
  void addModules(std::vector<TableRow> &Rows) const;
  void addThreads(std::vector<TableRow> &Rows) const;
  std::vector<std::string> topOfThreads() const;
  void addColumns(TableOf<TableRow> &Table) const;

  bool hasTotal() const { return View != ReportView::Threads; }
  bool areEstimates() const { return Times.areEstimates(); }
  /// Whether --cost estimates the own time of \p F.
  bool hasBounds(FunctionIndex F) const {
    return areEstimates() && Model.Functions[F].Bounds;
  }
  /// Whether \p F has a row though it is on no chosen stack. A function that
  /// the user names has one if it was never sampled.
  bool isChosen(FunctionIndex F) const {
    if (areEstimates())
      return Times.isFocused(F);
    const StackFilter &Filter = Context.Filter;
    if (!Filter.choosesStacks())
      return true;
    auto Names = [F](const BitVector &Set) { return Set.any() && Set.test(F); };
    return Times.total() == 0 && !Names(Filter.Ignore) &&
           any_of(Filter.Focus, Names);
  }
  bool hasTimeOfCall() const {
    return areEstimates() ||
           (View == ReportView::Functions && !Context.Filter.choosesStacks());
  }
  StackTime waitingOf(function_ref<StackTime(const StackTimes &)> Get) const {
    return Waiting ? Get(*Waiting) : StackTime();
  }
  std::string timeOf(double Samples) const {
    return Costs.number(Context.Cost.of(Samples), Context.decimals());
  }

  const ViewContext &Context;
  const ProfileModel &Model;
  const StackTimes &Times;
  const CostText Costs;
  const bool ShowErrors;
  const ReportView View = Context.Settings.View;
  /// Nothing is known of the time of threads without stacks.
  const bool HasTimes =
      Context.HasTimes && !(areEstimates() && View == ReportView::Threads);
  std::optional<StackTimes> Waiting; ///< for elapsed time
  bool HasCalls = true;              ///< the table has a column for them
};

} // namespace

void TableMaker::addFunctions(std::vector<TableRow> &Rows) const {
  for (FunctionIndex F = 0; F < Model.Functions.size(); ++F) {
    const ModelFunction &Function = Model.Functions[F];
    const StackTime &Time = Times.ofFunction(F);
    bool IsCalled = Function.Calls && *Function.Calls;
    if (Time.Total == 0 && !(IsCalled && isChosen(F)))
      continue;
    // Marks of stacks whose callers are unknown are no functions.
    if (Function.What == ModelFunction::Unknown && Time.Self == 0)
      continue;
    TableRow &Row = Rows.emplace_back();
    Row.Name = Context.Names.function(F);
    Row.Time = Time;
    Row.OfCalls = Times.ofCalls(F);
    Row.IsFunction = Function.What != ModelFunction::Unknown;
    Row.Waiting =
        waitingOf([&](const StackTimes &Waits) { return Waits.ofFunction(F); });
    Row.Calls = Function.Calls;
    Row.HasMoreCalls = Function.HasMoreCalls;
    Row.TimedCalls = Context.timedCalls(F);
    Row.IsEstimate = hasBounds(F);
  }
}

void TableMaker::addLines(std::vector<TableRow> &Rows) const {
  using Key = std::tuple<FunctionIndex, StringRef, uint32_t>;
  std::map<Key, TableRow> ByLine;
  for (const StackLine &Line : Times.lines())
    ByLine[{Line.Function, Line.Path, Line.Line}].Time = Line.Time;
  if (Waiting)
    for (const StackLine &Line : Waiting->lines())
      ByLine[{Line.Function, Line.Path, Line.Line}].Waiting = Line.Time;
  // The line where a function begins has its calls.
  for (FunctionIndex F = 0; F < Model.Functions.size(); ++F) {
    const ModelFunction &Function = Model.Functions[F];
    if (!Function.Calls || *Function.Calls == 0)
      continue;
    Key Begin{F, Function.Path, Function.Path.empty() ? 0 : Function.Line};
    if (Context.Filter.choosesStacks() && !ByLine.count(Begin))
      continue;
    ByLine[Begin].Calls = *Function.Calls;
    ByLine[Begin].HasMoreCalls = Function.HasMoreCalls;
  }
  for (auto &[Key, Row] : ByLine) {
    const auto &[Function, Path, Line] = Key;
    Row.Name = Context.Names.line(Function, Path, Line);
    Rows.push_back(std::move(Row));
  }
}

/// Adds the lines of the histogram, with the names of inlined functions: of all
/// code of a line, in all instances of the name. Functions of other modules
/// have calls only.
void TableMaker::addGraphLines(std::vector<TableRow> &Rows) const {
  std::map<std::tuple<StringRef, StringRef, uint32_t>, size_t> IndexOf;
  for (const ModelRow &Line : Model.Flat) {
    if (!Times.isFocused(Line.Function))
      continue;
    auto [It, IsNew] =
        IndexOf.try_emplace({Line.Name, Line.Path, Line.Line}, Rows.size());
    if (IsNew)
      Rows.emplace_back().Name = Line.nameOfLine();
    TableRow &Row = Rows[It->second];
    Row.Time.Self += Line.Self;
    Row.OfCalls.Self = Row.Time.Self;
    Row.Time.Total += Line.Total;
    Row.Calls = Row.Calls.value_or(0) + Line.Calls;
    Row.IsEstimate |= hasBounds(Line.Function);
  }
  for (const auto &[F, Function] : enumerate(Model.Functions))
    if (!Model.isInGraph(F) && Function.Calls.value_or(0) && isChosen(F)) {
      TableRow &Row = Rows.emplace_back();
      Row.Name = Context.Names.line(F, Function.Path, Function.Line);
      Row.Calls = Function.Calls;
      Row.HasMoreCalls = Function.HasMoreCalls;
    }
}

/// Whether \p F is known only as the name that its callers call.
bool TableMaker::isOfUnknownModule(FunctionIndex F) const {
  return Model.Functions[F].What == ModelFunction::Function &&
         Model.Functions[F].Module == NoIndex;
}

/// Adds one row for the functions of modules that are unknown, if they have
/// calls. No code is known to be theirs, so they have no time of their own.
void TableMaker::addUnknownModule(std::vector<TableRow> &Rows) const {
  uint64_t Calls = 0;
  for (FunctionIndex F = 0; F < Model.Functions.size(); ++F)
    if (isOfUnknownModule(F))
      Calls += Model.Functions[F].Calls.value_or(0);
  if (!Calls)
    return;
  TableRow &Row = Rows.emplace_back();
  Row.Name = "[unknown module]";
  Row.Calls = Calls;
  BitVector IsBelow(Model.Nodes.size());
  for (StackNodeIndex N = 0; N < Model.Nodes.size(); ++N) {
    const StackNode &Node = Model.Nodes[N];
    if (isOfUnknownModule(Node.Function) ||
        (Node.Parent != NoIndex && IsBelow.test(Node.Parent)))
      IsBelow.set(N);
  }
  for (uint32_t I : Times.samples())
    if (IsBelow.test(Model.Samples[I].Node))
      Row.Time.Total += double(Model.Samples[I].Count);
}

void TableMaker::addModules(std::vector<TableRow> &Rows) const {
  std::vector<std::optional<uint64_t>> Calls(Model.Modules.size());
  BitVector HasMoreCalls(Model.Modules.size());
  for (FunctionIndex F = 0; F < Model.Functions.size(); ++F)
    if (const ModelFunction &Function = Model.Functions[F];
        Function.Module != NoIndex && Function.Calls) {
      std::optional<uint64_t> &Sum = Calls[Function.Module];
      Sum = Sum.value_or(0) + callsMade(Model, F);
      if (Function.HasMoreCalls)
        HasMoreCalls.set(Function.Module);
    }
  auto Add = [&](const StackTime &Time, std::string Name) -> TableRow & {
    TableRow &Row = Rows.emplace_back();
    Row.Name = std::move(Name);
    Row.Time = Time;
    return Row;
  };
  for (uint32_t M = 0; M < Model.Modules.size(); ++M) {
    if (Times.ofModule(M).Total == 0 && !Calls[M].value_or(0))
      continue;
    TableRow &Row = Add(Times.ofModule(M), Context.Names.module(M));
    Row.Waiting =
        waitingOf([&](const StackTimes &Waits) { return Waits.ofModule(M); });
    Row.Calls = Calls[M];
    Row.HasMoreCalls = HasMoreCalls.test(M);
  }
  addUnknownModule(Rows);
  // The profiler, and what is unknown.
  for (FunctionIndex F = 0; F < Model.Functions.size(); ++F) {
    if (Model.Functions[F].Module != NoIndex || isOfUnknownModule(F) ||
        Times.ofFunction(F).Total == 0)
      continue;
    TableRow &Row = Add(Times.ofFunction(F), Context.Names.function(F));
    Row.IsFunction = Model.Functions[F].What != ModelFunction::Unknown;
    Row.Waiting =
        waitingOf([&](const StackTimes &Waits) { return Waits.ofFunction(F); });
  }
}

/// Returns the function with the most samples of each thread.
std::vector<std::string> TableMaker::topOfThreads() const {
  std::map<std::pair<uint32_t, FunctionIndex>, double> Samples;
  for (uint32_t I : Times.samples()) {
    const StackSampleRow &Row = Model.Samples[I];
    Samples[{Row.Thread, Model.Nodes[Row.Node].Function}] += double(Row.Count);
  }
  std::vector<std::pair<double, FunctionIndex>> Most(Model.Threads.size(),
                                                     {0, NoIndex});
  for (auto [Key, Count] : Samples)
    if (Count > Most[Key.first].first)
      Most[Key.first] = {Count, Key.second};
  std::vector<std::string> Names;
  for (auto [Count, Function] : Most)
    Names.push_back(Count > 0 ? Context.Names.function(Function) : "");
  return Names;
}

void TableMaker::addThreads(std::vector<TableRow> &Rows) const {
  const std::vector<std::string> Top = topOfThreads();
  for (uint32_t T = 0; T < Model.Threads.size(); ++T) {
    const StackThreadRow &Thread = Model.Threads[T];
    TableRow Row;
    Row.Time.Self = Row.Time.Total = Times.ofThread(T);
    if (Waiting)
      Row.Waiting.Total = Waiting->ofThread(T);
    if (Thread.Calls.value_or(0))
      Row.Calls = Thread.Calls;
    if (Row.Time.Self == 0 && !areEstimates() &&
        (!Row.Calls || Context.Filter.choosesStacks()))
      continue;
    Row.Thread = Thread.Id ? utostr(Thread.Id) : "unknown";
    Row.Top = Top[T];
    Row.Name = !Thread.Name.empty() ? Thread.Name
               : Thread.Id          ? "thread " + utostr(Thread.Id)
                                    : "unknown threads";
    Rows.push_back(std::move(Row));
  }
}

std::vector<TableRow> TableMaker::makeRows() const {
  std::vector<TableRow> Rows;
  switch (View) {
  case ReportView::Lines:
    areEstimates() ? addGraphLines(Rows) : addLines(Rows);
    break;
  case ReportView::Modules:
    addModules(Rows);
    break;
  case ReportView::Threads:
    addThreads(Rows);
    break;
  default:
    addFunctions(Rows);
  }
  return Rows;
}

void TableMaker::addColumns(TableOf<TableRow> &Table) const {
  using R = TableRow;
  auto ErrorOf = [this](double Samples) {
    return Context.Cost.of(samplingError(Samples, Context.SamplesAtOnce));
  };
  auto AddError = [&](double StackTime::*Samples) {
    if (ShowErrors)
      Table.add("+-", [=, this](const R &Row) {
        return Costs.number(ErrorOf(Row.Time.*Samples), Context.decimals());
      });
  };
  auto Mark = [this](const R &Row) -> std::string {
    return Row.IsFunction ? Context.markOf(Row.Time.Total) : "";
  };
  if (HasTimes) {
    auto Percent = [this](const R &Row) {
      return ProfileModel::percent(Row.Time.Self, Context.All);
    };
    Table.add(hasTotal() ? "self %" : Costs.shareTitle(), [=](const R &Row) {
      return Cell(fixed(Percent(Row), 1), heatOf(Percent(Row)));
    });
    Table.add(Costs.title(hasTotal()       ? "self"
                          : Costs.isTime() ? "time"
                                           : "all"),
              [=, this](const R &Row) {
                return Cell((Row.IsEstimate ? "~" : "") + timeOf(Row.Time.Self),
                            heatOf(Percent(Row)));
              });
    AddError(&StackTime::Self);
  }
  if (HasTimes && hasTotal()) {
    Table.add(Costs.title("total"), [=, this](const R &Row) {
      return Mark(Row) + timeOf(Row.Time.Total);
    });
    if (!areEstimates())
      AddError(&StackTime::Total);
  }
  if (Waiting)
    Table.add("waits s",
              [this](const R &Row) { return timeOf(Row.Waiting.Total); });
  if (HasCalls)
    Table.add(
        "calls",
        [](const R &Row) {
          return Row.Calls && *Row.Calls
                     ? (Row.HasMoreCalls ? ">=" : "") + utostr(*Row.Calls)
                     : "";
        },
        HasTimes ? TextTable::OptionalNumber : TextTable::Number);
  auto AddCall = [&](const char *Title, double StackTime::*Samples,
                     auto CallsOf, auto MarkOf) {
    auto IsKnown = [=](const R &Row) {
      return Row.OfCalls.*Samples > 0 && CallsOf(Row) > 0;
    };
    Table.add(
        Title,
        [=, this](const R &Row) {
          return IsKnown(Row)
                     ? MarkOf(Row) + Costs.ofCall(Context.Cost.of(
                                         Row.OfCalls.*Samples / CallsOf(Row)))
                     : "";
        },
        TextTable::OptionalNumber);
    if (ShowErrors && !areEstimates())
      Table.add(
          "+-",
          [=, this](const R &Row) {
            return IsKnown(Row) ? Costs.ofCall(ErrorOf(Row.OfCalls.*Samples) /
                                               CallsOf(Row))
                                : "";
          },
          TextTable::OptionalNumber);
  };
  if (HasTimes && hasTimeOfCall())
    AddCall(
        "self/call", &StackTime::Self, [](const R &Row) { return Row.calls(); },
        [](const R &) { return std::string(); });
  if (HasTimes && hasTimeOfCall() && !areEstimates())
    AddCall(
        "total/call", &StackTime::Total,
        [](const R &Row) { return Row.TimedCalls; }, Mark);
  if (View == ReportView::Threads) {
    Table.add("thread", [](const R &Row) { return Row.Thread; });
    if (HasTimes)
      Table.add(
          "top function", [](const R &Row) { return Row.Top; },
          TextTable::Text);
  }
  Table.add(
      "name", [](const R &Row) { return Row.Name; }, TextTable::Name);
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

void TableMaker::print() {
  std::vector<TableRow> Rows = makeRows();
  // Calls of threads are mostly not counted.
  HasCalls = View != ReportView::Threads ||
             any_of(Rows, [](const TableRow &Row) { return Row.Calls; });
  sortRows(Rows, Context.Settings.Sort);
  ShownRows<TableRow> Shown(Rows, Context.Settings, Times.total());
  TableOf<TableRow> Table;
  addColumns(Table);
  Table.print(Context.OS, Context.Settings.Display, Shown.rows());
  Shown.printRest(Context.OS, [&](double Samples) {
    return Costs.amount(Context.Cost.of(Samples), Context.decimals());
  });
  if (View == ReportView::Lines && areEstimates() && hasSkid(Model))
    Context.OS << SkidNote;
  if (View == ReportView::Threads && Model.Runs > 1)
    Context.OS << "Threads of one name are one row: these are the sums of "
               << Model.Runs << " runs.\n";
  if (View == ReportView::Threads && !HasCalls)
    Context.OS << "GMON_OPTIONS=threads=1 counts the calls of each thread.\n";
}

void command::printTable(const ViewContext &Context) {
  TableMaker(Context).print();
}
