//===-- RankedCalls.cpp - Calls by rank -----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up the calls of each arc by rank, and prints the table of arcs. A rank
// without such calls has a count of 0, and is known at the end.
//
//===----------------------------------------------------------------------===//

#include "commands/sets/RankedCalls.h"
#include "driver/Driver.h"
#include "support/Pager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// Makes a distribution of the counts of ascending ranks, perhaps without 0.
class RankTally {
public:
  explicit RankTally(ArrayRef<uint32_t> Ranks) : Ranks(Ranks) {}

  /// Adds the count of the rank with the index \p I.
  void add(size_t I, uint64_t Value) {
    if (Next < I)
      take(0, Ranks[Next]);
    take(Value, Ranks[I]);
    Next = I + 1;
  }
  RankDistribution finish() {
    if (Next < Ranks.size())
      take(0, Ranks[Next]);
    return Result;
  }

private:
  void take(uint64_t Value, uint32_t Rank) {
    if (IsEmpty || Value < Result.Least) {
      Result.Least = Value;
      Result.LeastRank = Rank;
    }
    if (IsEmpty || Value > Result.Greatest) {
      Result.Greatest = Value;
      Result.GreatestRank = Rank;
    }
    Result.Sum = SaturatingAdd(Result.Sum, Value);
    Result.Squares += static_cast<unsigned __int128>(Value) * Value;
    IsEmpty = false;
  }

  ArrayRef<uint32_t> Ranks;
  RankDistribution Result;
  size_t Next = 0; ///< the index behind the last rank that was added
  bool IsEmpty = true;
};

} // namespace

Expected<RankedCalls>
command::sumByRank(const ProfileCounter &Counter,
                   function_ref<bool(const ModelArc &)> IsWanted) {
  const ProfileGroups Groups(Counter.files(), GroupKey::Rank);
  // Those without a rank are the last group.
  std::vector<uint32_t> Ranks;
  for (size_t I = 0; I < Groups.size() && Groups[I].Rank; ++I)
    Ranks.push_back(*Groups[I].Rank);
  RankTally All(Ranks);
  std::map<RankedCalls::Arc, RankTally> Arcs;
  GroupReader Reader(Counter);
  Progress Shown("reading", Ranks.size(), "ranks");
  for (size_t I = 0; I < Ranks.size(); ++I) {
    Shown.update(I);
    uint64_t Sum = 0;
    std::map<RankedCalls::Arc, uint64_t> OfRank;
    auto Take = [&](const ModelArc &Arc) {
      if (!IsWanted(Arc))
        return;
      uint64_t &Calls = OfRank[{Arc.Caller, Arc.Callee}];
      Calls = SaturatingAdd(Calls, Arc.Calls);
      Sum = SaturatingAdd(Sum, Arc.Calls);
    };
    if (Error E = Reader.read(Groups[I], Take).takeError())
      return std::move(E);
    All.add(I, Sum);
    for (const auto &[Arc, Calls] : OfRank)
      Arcs.try_emplace(Arc, Ranks).first->second.add(I, Calls);
  }
  RankedCalls Result;
  Result.NumRanks = Ranks.size();
  Result.All = All.finish();
  for (auto &[Arc, Tally] : Arcs)
    Result.Arcs.emplace(Arc, Tally.finish());
  return Result;
}

namespace {

/// The calls of a function by another one.
struct ArcRow {
  std::string Name;
  RankDistribution Calls;
  uint64_t NumRanks = 0;

  // The sort keys.
  double self() const { return 0; }
  double total() const { return 0; }
  double calls() const { return Calls.lost(NumRanks); }
  double selfOfCall() const { return 0; }
};

} // namespace

/// Makes a row for each arc of \p Calls.
static std::vector<ArcRow> makeRows(const ProfileModel &Model,
                                    const RankedCalls &Calls) {
  std::map<FunctionIndex, std::string> Names;
  for (const auto &[Arc, Counts] : Calls.Arcs)
    for (FunctionIndex F : {Arc.first, Arc.second})
      Names[F];
  nameDistinctly(Model, Names);
  std::vector<ArcRow> Rows;
  for (const auto &[Arc, Counts] : Calls.Arcs)
    Rows.push_back({Names[Arc.first] + " -> " + Names[Arc.second], Counts,
                    Calls.NumRanks});
  return Rows;
}

static void printArcs(raw_ostream &OS, const ProfileModel &Model,
                      const RankedCalls &Calls,
                      const ReportSettings &Settings) {
  std::vector<ArcRow> Rows = makeRows(Model, Calls);
  sortRows(Rows, SortKey::Calls);
  TextTable Table;
  for (StringRef Title : {"fewer calls", "max/mean", "mean", "deviation", "min",
                          "rank", "max", "rank"})
    Table.addColumn(Title);
  Table.addNameColumn("caller -> callee");
  ShownRows<ArcRow> Shown(Rows, Settings, /*All=*/0);
  const uint64_t N = Calls.NumRanks;
  for (const ArcRow &Row : Shown.rows()) {
    const RankDistribution &Counts = Row.Calls;
    std::vector<Cell> Cells;
    for (const std::string &Text :
         {fixed(Counts.lost(N), 0), fixed(Counts.imbalance(N), 2),
          fixed(Counts.mean(N), 0), fixed(Counts.deviation(N), 0),
          utostr(Counts.Least), utostr(Counts.LeastRank),
          utostr(Counts.Greatest), utostr(Counts.GreatestRank), Row.Name})
      Cells.push_back({Text, std::nullopt});
    Table.addRow(std::move(Cells));
  }
  OS << '\n';
  Table.print(OS, Settings.Display);
  Shown.printRest(OS, [](double) { return std::string(); });
}

Error command::printRankedArcs(raw_ostream &OS, Options Opts,
                               const ReportSettings &Settings) {
  Opts.ShowUnused = true;
  auto Print = [&](const ProfileModel &Model) -> Error {
    RankedCalls Calls;
    auto All = [](const ModelArc &) { return true; };
    if (Error E = sumByRank(*Model.Single, All).moveInto(Calls))
      return E;
    if (!Calls.Arcs.empty())
      printArcs(OS, Model, Calls, Settings);
    return Error::success();
  };
  ModelParts Parts;
  Parts.Stacks = Parts.Sources = false;
  Parts.Apart = true;
  Warnings Known; // of the report
  return computeModel(Opts, Known, Print, Parts);
}
