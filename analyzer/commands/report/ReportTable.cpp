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
  void addColumns(TextTable &Table) const;
  void addRow(TextTable &Table, const TableRow &Row) const;

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

void TableMaker::addColumns(TextTable &Table) const {
  auto AddTime = [&](const Twine &Header, bool HasError) {
    Table.addColumn(Header.str());
    if (ShowErrors && HasError)
      Table.addColumn("+-");
  };
  if (HasTimes) {
    Table.addColumn(hasTotal() ? "self %" : Costs.shareTitle());
    AddTime(Costs.title(hasTotal()       ? "self"
                        : Costs.isTime() ? "time"
                                         : "all"),
            true);
  }
  if (HasTimes && hasTotal())
    AddTime(Costs.title("total"), !areEstimates());
  if (Waiting)
    Table.addColumn("waits s");
  if (HasCalls && HasTimes)
    Table.addOptionalColumn("calls");
  else if (HasCalls)
    Table.addColumn("calls");
  if (HasTimes && hasTimeOfCall())
    Table.addOptionalColumn("self/call");
  if (HasTimes && hasTimeOfCall() && !areEstimates()) {
    if (ShowErrors)
      Table.addOptionalColumn("+-");
    Table.addOptionalColumn("total/call");
    if (ShowErrors)
      Table.addOptionalColumn("+-");
  }
  if (View == ReportView::Threads) {
    Table.addColumn("thread");
    if (HasTimes)
      Table.addColumn("top function", /*IsNumber=*/false);
  }
  Table.addNameColumn();
}

void TableMaker::addRow(TextTable &Table, const TableRow &Row) const {
  std::vector<Cell> Cells;
  auto Add = [&](std::string Text,
                 std::optional<raw_ostream::Colors> Color = std::nullopt) {
    Cells.push_back({std::move(Text), Color});
  };
  const std::string Mark = Row.IsFunction ? Context.markOf(Row.Time.Total) : "";
  auto ErrorOf = [&](double Samples) {
    return Context.Cost.of(samplingError(Samples, Context.SamplesAtOnce));
  };
  auto AddTime = [&](double Samples, bool HasError,
                     const std::string &Prefix = "",
                     std::optional<raw_ostream::Colors> Color = std::nullopt) {
    Add(Prefix + timeOf(Samples), Color);
    if (ShowErrors && HasError)
      Add(Costs.number(ErrorOf(Samples), Context.decimals()));
  };
  auto AddCall = [&](double Samples, double Calls,
                     const std::string &Prefix = "") {
    const bool IsKnown = Samples > 0 && Calls > 0;
    Add(IsKnown ? Prefix + Costs.ofCall(Context.Cost.of(Samples / Calls)) : "");
    if (ShowErrors && !areEstimates())
      Add(IsKnown ? Costs.ofCall(ErrorOf(Samples) / Calls) : "");
  };
  if (HasTimes) {
    double Percent = ProfileModel::percent(Row.Time.Self, Context.All);
    std::optional<raw_ostream::Colors> Heat = heatOf(Percent);
    Add(fixed(Percent, 1), Heat);
    AddTime(Row.Time.Self, true, Row.IsEstimate ? "~" : "", Heat);
    if (hasTotal())
      AddTime(Row.Time.Total, !areEstimates(), Mark);
  }
  if (Waiting)
    Add(timeOf(Row.Waiting.Total));
  if (HasCalls)
    Add(Row.Calls && *Row.Calls
            ? (Row.HasMoreCalls ? ">=" : "") + utostr(*Row.Calls)
            : "");
  if (HasTimes && hasTimeOfCall())
    AddCall(Row.OfCalls.Self, double(Row.Calls.value_or(0)));
  if (HasTimes && hasTimeOfCall() && !areEstimates())
    AddCall(Row.OfCalls.Total, Row.TimedCalls, Mark);
  if (View == ReportView::Threads) {
    Add(Row.Thread);
    if (HasTimes)
      Add(Row.Top);
  }
  Add(Row.Name);
  Table.addRow(std::move(Cells));
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
  TextTable Table;
  addColumns(Table);
  for (const TableRow &Row : Shown.rows())
    addRow(Table, Row);
  Table.print(Context.OS, Context.Settings.Display);
  Shown.printRest(Context.OS, [&](double Samples) {
    return Costs.amount(Context.Cost.of(Samples), Context.decimals());
  });
  if (View == ReportView::Lines && areEstimates() && hasSkid(Model))
    Context.OS << SkidNote;
}

void command::printTable(const ViewContext &Context) {
  TableMaker(Context).print();
}
