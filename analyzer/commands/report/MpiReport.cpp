//===-- MpiReport.cpp - Time in MPI ---------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the table of MPI functions. Times are elapsed times, and sums over all
// ranks, as in the profile of the job.
//
//===----------------------------------------------------------------------===//

#include "commands/report/MpiReport.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

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
  void addRow(TextTable &Table, const MpiRow &Row) const;

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

void MpiTable::addRow(TextTable &Table, const MpiRow &Row) const {
  const RankDistribution &Time = Row.Call->Nanoseconds;
  const double Calls = Row.calls();
  const double OfElapsed =
      elapsed() > 0 ? 100 * double(Time.Sum) / elapsed() : 0;
  const auto Heat = heatOf(OfElapsed);
  const uint64_t Bytes = Row.Call->Bytes.Sum;
  Table.addRow({{fixed(seconds(double(Time.Sum)), 3), Heat},
                {percent(double(Time.Sum), double(all().Sum)), Heat},
                {percent(double(Time.Sum), elapsed()), Heat},
                {utostr(Row.Call->Calls.Sum), std::nullopt},
                {shortTime(seconds(Row.selfOfCall())), std::nullopt},
                {fixed(Time.imbalance(Mpi.NumProcesses), 2), std::nullopt},
                {fixed(seconds(double(Time.Greatest)), 3), std::nullopt},
                {utostr(Time.GreatestRank), std::nullopt},
                {Bytes ? fixed(double(Bytes) / Calls, 0) : "-", std::nullopt},
                {Row.Call->Communicator ? utostr(Row.Call->Communicator) : "-",
                 std::nullopt},
                {Row.Name, std::nullopt}});
}

void MpiTable::print(raw_ostream &OS) const {
  std::vector<MpiRow> Rows;
  for (const MpiCall &Call : Mpi.Entries)
    if (!Call.Name.empty() && Call.Calls.Sum)
      Rows.push_back({Call.Name, &Call});
  sortRows(Rows, Settings.Sort);
  ShownRows<MpiRow> Shown(Rows, Settings, double(all().Sum));
  TextTable Table;
  for (StringRef Title :
       {"time s", "MPI %", "elapsed %", "calls", "of call", "max/mean", "max s",
        "rank", "bytes of call", "of ranks"})
    Table.addColumn(Title);
  Table.addNameColumn();
  for (const MpiRow &Row : Shown.rows())
    addRow(Table, Row);
  Table.print(OS, Settings.Display);
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
