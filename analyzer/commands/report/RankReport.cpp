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

#include "commands/CostText.h"
#include "commands/report/ProfileReport.h"
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
  void addColumns(TableOf<RankRow> &Table) const;
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

void RankTable::addColumns(TableOf<RankRow> &Table) const {
  const uint64_t N = Ranks.NumProcesses;
  auto Counts = [this](const RankRow &Row) -> const RankDistribution & {
    return OfCalls ? Row.Calls : Row.Samples;
  };
  auto HeatOf = [=, this](const RankRow &Row) {
    return !OfCalls && Ranks.Program.Sum && Row.isSignificant()
               ? heatOf(100 * Counts(Row).lost(N) / double(Ranks.Program.Sum))
               : std::nullopt;
  };
  auto AddNumber = [&](StringRef What, auto Value) {
    Table.add(OfCalls ? What.str() : Costs.title(What),
              [=, this](const RankRow &Row) {
                return number(double(Value(Counts(Row))));
              });
  };
  auto AddRank = [&](uint32_t RankDistribution::*Rank) {
    Table.add("rank",
              [=](const RankRow &Row) { return utostr(Counts(Row).*Rank); });
  };
  using D = RankDistribution;
  Table.add(OfCalls ? "fewer calls" : Costs.title("lost"),
            [=, this](const RankRow &Row) {
              return Cell(number(Counts(Row).lost(N)), HeatOf(Row));
            });
  Table.add("max/mean", [=](const RankRow &Row) {
    return Cell(fixed(Counts(Row).imbalance(N), 2), HeatOf(Row));
  });
  if (!OfCalls)
    Table.add("chance",
              [](const RankRow &Row) { return shortChance(Row.ByChance); });
  AddNumber("mean", [=](const D &C) { return C.mean(N); });
  if (ShowErrors)
    Table.add("+-", [=, this](const RankRow &Row) {
      return number(Model.stackError(Counts(Row).mean(N)));
    });
  AddNumber("deviation", [=](const D &C) { return C.deviation(N); });
  AddNumber("min", [](const D &C) { return C.Least; });
  AddRank(&D::LeastRank);
  AddNumber("max", [](const D &C) { return C.Greatest; });
  AddRank(&D::GreatestRank);
  Table.add(
      "name", [](const RankRow &Row) { return Row.Name; }, TextTable::Name);
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
  TableOf<RankRow> Table;
  addColumns(Table);
  Table.print(OS, Settings.Display, Shown.rows());
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

namespace {

struct MpiRow {
  std::string Name;
  const MpiCall *Call;

  // The sort keys.
  double self() const { return double(Call->Nanoseconds.Sum); }
  double total() const { return self(); }
  double calls() const { return double(Call->Calls.Sum); }
  double selfOfCall() const { return self() / calls(); }
};

class MpiTable {
public:
  MpiTable(const ProfileModel &Model, const ReportSettings &Settings)
      : Model(Model), Mpi(Model.Mpi), Settings(Settings) {}

  void printSummary(raw_ostream &OS) const;
  void print(raw_ostream &OS) const;

private:
  static double seconds(double Nanoseconds) { return 1e-9 * Nanoseconds; }
  static std::string amount(double Nanoseconds) {
    return fixed(seconds(Nanoseconds), 3) + " s";
  }
  static std::string percent(double Part, double Whole) {
    return Whole > 0 ? fixed(100 * Part / Whole, 1) : "-";
  }
  const RankDistribution &all() const {
    return Mpi.Entries.front().Nanoseconds;
  }
  /// The elapsed time of all processes, if all have measured calls, or 0.
  double elapsed() const {
    return Mpi.NumProcesses == Model.Runs ? double(Model.ElapsedTime) : 0;
  }

  const ProfileModel &Model;
  const MpiCalls &Mpi;
  const ReportSettings &Settings;
};

} // namespace

void MpiTable::printSummary(raw_ostream &OS) const {
  const uint64_t N = Mpi.NumProcesses;
  const RankDistribution &Time = all();
  OS << N << (N == 1 ? " rank" : " ranks") << ", mean in MPI "
     << amount(Time.mean(N));
  if (elapsed() > 0)
    OS << " of " << amount(elapsed() / double(N)) << " elapsed ("
       << percent(double(Time.Sum), elapsed()) << "%)";
  OS << ", from " << amount(double(Time.Least)) << " (rank " << Time.LeastRank
     << ") to " << amount(double(Time.Greatest)) << " (rank "
     << Time.GreatestRank << ")\n";
}

void MpiTable::print(raw_ostream &OS) const {
  std::vector<MpiRow> Rows;
  for (const MpiCall &Call : Mpi.Entries)
    if (!Call.Name.empty() && Call.Calls.Sum)
      Rows.push_back({Call.Name, &Call});
  sortRows(Rows, Settings.Sort);
  TableOf<MpiRow> Table;
  auto Add = [&](StringRef Title,
                 std::function<std::string(const MpiRow &)> Print,
                 bool IsHot = false) {
    Table.add(Title, [=, this](const MpiRow &Row) {
      const double Share = elapsed() > 0 ? 100 * Row.self() / elapsed() : 0;
      return Cell(Print(Row), IsHot ? heatOf(Share) : std::nullopt);
    });
  };
  using R = MpiRow;
  Add(
      "time s", [](const R &Row) { return fixed(seconds(Row.self()), 3); },
      true);
  Add(
      "MPI %",
      [this](const R &Row) { return percent(Row.self(), double(all().Sum)); },
      true);
  Add(
      "elapsed %",
      [this](const R &Row) { return percent(Row.self(), elapsed()); }, true);
  Add("calls", [](const R &Row) { return utostr(Row.Call->Calls.Sum); });
  Add("of call",
      [](const R &Row) { return shortTime(seconds(Row.selfOfCall())); });
  Add("max/mean", [this](const R &Row) {
    return fixed(Row.Call->Nanoseconds.imbalance(Mpi.NumProcesses), 2);
  });
  Add("max s", [](const R &Row) {
    return fixed(seconds(double(Row.Call->Nanoseconds.Greatest)), 3);
  });
  Add("rank",
      [](const R &Row) { return utostr(Row.Call->Nanoseconds.GreatestRank); });
  Add("bytes of call", [](const R &Row) {
    const uint64_t Bytes = Row.Call->Bytes.Sum;
    return Bytes ? fixed(double(Bytes) / Row.calls(), 0) : "-";
  });
  Add("of ranks", [](const R &Row) {
    return Row.Call->Communicator ? utostr(Row.Call->Communicator) : "-";
  });
  Table.add(
      "name", [](const R &Row) { return Row.Name; }, TextTable::Name);
  ShownRows<MpiRow> Shown(Rows, Settings, double(all().Sum));
  Table.print(OS, Settings.Display, Shown.rows());
  Shown.printRest(OS, amount);
}

Error command::printMpi(raw_ostream &OS, const ProfileModel &Model,
                        const ReportSettings &Settings) {
  // The first entry is that of all calls.
  const MpiCalls &Mpi = Model.Mpi;
  if (Mpi.Entries.empty() || !Mpi.Entries.front().Name.empty())
    return makeError(HowToGetMpi);
  const MpiTable Table(Model, Settings);
  Table.printSummary(OS);
  Table.print(OS);
  return Error::success();
}
