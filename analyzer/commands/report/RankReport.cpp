//===-- RankReport.cpp - Imbalance between ranks --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the table of ranks, and which of its rows chance explains. Rows are
// sorted by what the ranks lose together if each waits for the last one: the
// greatest time, times the number of ranks, minus the sum. A single sample of
// 10,000 ranks is such a loss of 9,999, too. So rows that chance explains come
// last, by their times.
//
//===----------------------------------------------------------------------===//

#include "commands/report/RankReport.h"
#include "commands/CostText.h"
#include "commands/report/StackNames.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

struct RankRow {
  std::string Name;
  RankDistribution Samples, Calls;
  double ByChance = 1;
  uint64_t NumProcesses = 1;

  bool isSignificant() const { return StackRanks::isSignificant(ByChance); }
  // The sort keys.
  double self() const {
    return isSignificant() ? Samples.lost(NumProcesses) : 0;
  }
  double total() const { return double(Samples.Sum); }
  double calls() const { return Calls.lost(NumProcesses); }
  double selfOfCall() const { return 0; }
};

class RankTable {
public:
  RankTable(const ProfileModel &Model, const ReportSettings &Settings)
      : Model(Model), Ranks(Model.Ranks), Settings(Settings),
        Costs(Model.StackCost), OfCalls(Settings.Sort == SortKey::Calls),
        ShowErrors(Settings.ShowErrors && Costs.hasErrors() && !OfCalls) {}

  void printSummary(raw_ostream &OS) const;
  void print(raw_ostream &OS) const;

private:
  std::string number(double Value) const {
    return OfCalls ? fixed(Value, 0)
                   : Costs.number(Model.stackCost(Value),
                                  decimalsOf(double(Model.StackCost.Rate)));
  }
  std::string amount(double Samples) const {
    return Costs.amount(Model.stackCost(Samples),
                        decimalsOf(double(Model.StackCost.Rate)));
  }
  void printExtremes(raw_ostream &OS, const RankDistribution &Counts) const;
  std::vector<RankRow> makeRows() const;
  void addColumns(TextTable &Table) const;
  void addRow(TextTable &Table, const RankRow &Row) const;
  void printNotes(raw_ostream &OS, ArrayRef<RankRow> Rows) const;

  const ProfileModel &Model;
  const StackRanks &Ranks;
  const ReportSettings &Settings;
  const CostText Costs;
  const bool OfCalls;
  const bool ShowErrors;
};

} // namespace

/// Prints the mean of a count, its least and its greatest value.
void RankTable::printExtremes(raw_ostream &OS,
                              const RankDistribution &Counts) const {
  OS << amount(Counts.mean(Ranks.NumProcesses)) << ", from "
     << amount(Counts.Least) << " (rank " << Counts.LeastRank << ") to "
     << amount(Counts.Greatest) << " (rank " << Counts.GreatestRank << ')';
}

void RankTable::printSummary(raw_ostream &OS) const {
  const uint64_t N = Ranks.NumProcesses;
  // Ranks that were killed may have written nothing; others had a communicator
  // with them.
  uint64_t All = N;
  for (const MpiCall &Call : Model.Mpi.Entries)
    All = std::max(All, Call.Communicator);
  OS << N << (All > N ? " of " + utostr(All) : "")
     << (All == 1 ? " rank" : " ranks");
  if (N != Model.Runs)
    OS << " of " << Model.Runs << " processes";
  const bool HasMpi = Ranks.Mpi.Sum;
  OS << ", mean" << (HasMpi ? " outside of MPI " : " ");
  printExtremes(OS, Ranks.Program);
  OS << ": max/mean " << fixed(Ranks.Program.imbalance(N), 2) << ", "
     << amount(Ranks.Program.lost(N)) << " lost";
  if (N > 1 && !StackRanks::isSignificant(Ranks.ByChance))
    OS << ", which may be chance";
  OS << '\n';
  if (!HasMpi)
    return;
  OS << "in MPI: mean ";
  printExtremes(OS, Ranks.Mpi);
  OS << '\n';
}

std::vector<RankRow> RankTable::makeRows() const {
  const StackNames Names(Model);
  std::vector<RankRow> Rows;
  for (const StackRankRow &Row : Ranks.Rows)
    if (OfCalls ? Row.Calls.Sum : Row.Samples.Sum)
      Rows.push_back(
          {Names.function(Row.Function) + (Row.IsPart ? " (split off)" : ""),
           Row.Samples, Row.Calls, Row.ByChance, Ranks.NumProcesses});
  return Rows;
}

void RankTable::addColumns(TextTable &Table) const {
  auto TitleOf = [&](StringRef What) {
    return OfCalls ? What.str() : Costs.title(What);
  };
  Table.addColumn(OfCalls ? "fewer calls" : Costs.title("lost"));
  Table.addColumn("max/mean");
  if (!OfCalls)
    Table.addColumn("chance");
  Table.addColumn(TitleOf("mean"));
  if (ShowErrors)
    Table.addColumn("+-");
  for (StringRef What : {"deviation", "min"})
    Table.addColumn(TitleOf(What));
  Table.addColumn("rank");
  Table.addColumn(TitleOf("max"));
  Table.addColumn("rank");
  Table.addNameColumn();
}

void RankTable::addRow(TextTable &Table, const RankRow &Row) const {
  const uint64_t N = Ranks.NumProcesses;
  const RankDistribution &Counts = OfCalls ? Row.Calls : Row.Samples;
  std::optional<raw_ostream::Colors> Heat;
  if (!OfCalls && Ranks.Program.Sum && Row.isSignificant())
    Heat = heatOf(100 * Counts.lost(N) / double(Ranks.Program.Sum));
  std::vector<Cell> Cells = {{number(Counts.lost(N)), Heat},
                             {fixed(Counts.imbalance(N), 2), Heat}};
  auto Add = [&](std::string Text) {
    Cells.push_back({std::move(Text), std::nullopt});
  };
  if (!OfCalls)
    Add(shortChance(Row.ByChance));
  Add(number(Counts.mean(N)));
  if (ShowErrors)
    Add(number(Model.stackError(Counts.mean(N))));
  Add(number(Counts.deviation(N)));
  Add(number(double(Counts.Least)));
  Add(utostr(Counts.LeastRank));
  Add(number(double(Counts.Greatest)));
  Add(utostr(Counts.GreatestRank));
  Add(Row.Name);
  Table.addRow(std::move(Cells));
}

/// Says what the rows prove, and what they lack.
void RankTable::printNotes(raw_ostream &OS, ArrayRef<RankRow> Rows) const {
  if (OfCalls && Model.CountsOutgoing)
    OS << wrapLines("Calls of functions without counters, such as those of "
                    "libraries, are not known by rank.\n",
                    Settings.Display);
  if (OfCalls || Rows.empty() || Ranks.NumProcesses < 2)
    return;
  const auto NumUnbalanced =
      count_if(Rows, [](const RankRow &Row) { return Row.isSignificant(); });
  OS << wrapLines(
      utostr(NumUnbalanced) + " of " + utostr(Rows.size()) +
          (Rows.size() == 1 ? " function" : " functions") +
          (Rows.size() == 1 || NumUnbalanced == 1 ? " is" : " are") +
          " unbalanced: chance makes such a difference in fewer "
          "than " +
          fixed(100 * StackRanks::Risk, 0) +
          " of 100 balanced jobs whose ranks have a processor each.\n",
      Settings.Display);
}

void RankTable::print(raw_ostream &OS) const {
  std::vector<RankRow> Rows = makeRows();
  sortRows(Rows, Settings.Sort);
  ShownRows<RankRow> Shown(Rows, Settings, double(Ranks.Program.Sum));
  TextTable Table;
  addColumns(Table);
  for (const RankRow &Row : Shown.rows())
    addRow(Table, Row);
  Table.print(OS, Settings.Display);
  Shown.printRest(OS, [&](double Samples) { return amount(Samples); });
  printNotes(OS, Rows);
}

Error command::printRanks(raw_ostream &OS, const ProfileModel &Model,
                          const ReportSettings &Settings) {
  if (!Model.Ranks.NumProcesses)
    return makeError(HowToGetRanks);
  ReportSettings Chosen = Settings;
  if (!Model.Ranks.Program.Sum && !Settings.ChoosesSort)
    Chosen.Sort = SortKey::Calls;
  const RankTable Table(Model, Chosen);
  if (Model.Ranks.Program.Sum)
    Table.printSummary(OS);
  Table.print(OS);
  return Error::success();
}
