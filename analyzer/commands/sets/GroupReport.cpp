//===-- GroupReport.cpp - Time and calls by label, rank, process ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the profiles of each group, and prints a row for each. A set may have
// thousands of tests. So a row says where to look: the test's time, and the
// function in which most of it is. JSON has all functions.
//
// Adds up the calls of each arc by rank, and prints the table of arcs. A rank
// without such calls has a count of 0, and is known at the end. Sidecar files
// lack arcs.
//
//===----------------------------------------------------------------------===//

#include "commands/CommandLine.h"
#include "commands/CostText.h"
#include "commands/report/ProfileReport.h"
#include "driver/Driver.h"
#include "support/Errors.h"
#include "support/Pager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static constexpr StringLiteral OtherModulesName = "[other modules]";
/// Represents samples of the program in no function.
static constexpr FunctionIndex ProfilerIndex = NoIndex - 1;
static constexpr StringLiteral ProfilerName = "[profiler]";

namespace {

/// Times are in samples.
struct GroupRow {
  std::string Name;
  std::optional<uint32_t> Rank;
  double All = 0, OtherModules = 0;
  uint64_t Calls = 0;
  /// The function with most time or, without times, most calls; or NoIndex
  /// for other modules, or ProfilerIndex.
  FunctionCount Most{NoIndex};
  std::vector<FunctionCount> Functions; ///< all, for JSON

  // What ShownRows needs.
  double self() const { return All; }
  double total() const { return All; }
};

class GroupReport {
public:
  GroupReport(const ProfileModel &Model, const ReportSettings &Settings)
      : Model(Model), Settings(Settings) {}

  Error read();
  void print(raw_ostream &OS) const;
  void printJson(raw_ostream &OS) const;

private:
  void addRow(const ProfileGroup &Group, GroupCounts Counts);
  void nameFunctions();
  void sortByCounts();
  std::string amount(double Samples) const {
    return CostText(Cost).amount(Cost.of(Samples));
  }
  void printSummary(raw_ostream &OS) const;
  void printBalance(raw_ostream &OS) const;
  StringRef nameOf(FunctionIndex F) const {
    return F == NoIndex         ? StringRef(OtherModulesName)
           : F == ProfilerIndex ? StringRef(ProfilerName)
                                : StringRef(Names.at(F));
  }

  const ProfileModel &Model;
  ReportSettings Settings;
  CostKind Cost;
  double All = 0;
  std::vector<GroupRow> Rows;
  std::map<FunctionIndex, std::string> Names; ///< of functions in rows
};

} // namespace

/// Fails if no profile has a key.
static Error requireKeys(const ProfileGroups &Groups, GroupKey Key) {
  // One group may have none.
  for (size_t I = 0; I < Groups.size(); ++I)
    if (!Groups[I].Name.empty())
      return Error::success();
  return makeError(Key == GroupKey::Label
                       ? "no profile has a label: gmon_label(), or "
                         "GMON_OPTIONS=label=NAME, names a part of a run"
                       : "no profile has a rank: those of an MPI job in "
                         "gmon.set have");
}

void GroupReport::addRow(const ProfileGroup &Group, GroupCounts Counts) {
  GroupRow &Row = Rows.emplace_back();
  Row.Name = Group.Name;
  Row.Rank = Group.Rank;
  Row.All = Counts.All;
  Row.OtherModules = Counts.OtherModules;
  Row.Calls = Counts.Calls;
  auto KeyOf = [](const FunctionCount &Function) {
    return std::make_pair(Function.Self, Function.Calls);
  };
  Row.Most.Self = Counts.OtherModules;
  double InProfiler = Counts.Program;
  for (const FunctionCount &Function : Counts.Functions) {
    InProfiler -= Function.Self;
    if (KeyOf(Function) > KeyOf(Row.Most))
      Row.Most = Function;
  }
  constexpr double Rounding = 1e-6;
  if (InProfiler > Row.Most.Self + Rounding) {
    Row.Most = FunctionCount{ProfilerIndex};
    Row.Most.Self = InProfiler;
  }
  if (Settings.IsJson) {
    Row.Functions = std::move(Counts.Functions);
    Row.Functions.shrink_to_fit();
  }
  All += Row.All;
}

/// Names the functions of all rows, so that no two names are equal.
void GroupReport::nameFunctions() {
  for (const GroupRow &Row : Rows) {
    if (Row.Most.Function < ProfilerIndex)
      Names[Row.Most.Function];
    for (const FunctionCount &Function : Row.Functions)
      Names[Function.Function];
  }
  nameDistinctly(Model, Names);
}

/// Sorts the rows, the greatest first. Equal ones stay in the order of groups.
void GroupReport::sortByCounts() {
  auto KeyOf = [&](const GroupRow &Row) {
    const double Calls = double(Row.Calls);
    return Settings.Sort == SortKey::Calls ? std::make_pair(Calls, Row.All)
                                           : std::make_pair(Row.All, Calls);
  };
  llvm::stable_sort(Rows, [&](const GroupRow &A, const GroupRow &B) {
    return KeyOf(A) > KeyOf(B);
  });
}

Error GroupReport::read() {
  const ProfileCounter &Counter = *Model.Single;
  const GroupKey Key = *Settings.Groups;
  const ProfileGroups Groups(Counter.files(), Key);
  if (Error E = requireKeys(Groups, Key))
    return E;
  GroupReader Reader(Counter);
  Progress Shown("reading", Groups.size(),
                 Key == GroupKey::Label  ? "labels"
                 : Key == GroupKey::Rank ? "ranks"
                                         : "processes");
  for (size_t I = 0; I < Groups.size(); ++I) {
    Shown.update(I);
    const ProfileGroup Group = Groups[I];
    Expected<GroupCounts> Counts = Reader.read(Group);
    if (!Counts)
      return Counts.takeError();
    addRow(Group, std::move(*Counts));
  }
  Cost = Reader.cost();
  if (All == 0 && !Settings.ChoosesSort)
    Settings.Sort = SortKey::Calls;
  nameFunctions();
  // Groups are in order of their names, or numbers.
  if (Settings.Sort != SortKey::Name)
    sortByCounts();
  return Error::success();
}

/// Prints how much there is of what and, of ranks, how it is distributed.
void GroupReport::printSummary(raw_ostream &OS) const {
  const size_t Number =
      count_if(Rows, [](const GroupRow &Row) { return !Row.Name.empty(); });
  const StringRef Word = gmon::nameOf(*Settings.Groups);
  OS << Number << ' ' << Word
     << (Number == 1           ? ""
         : Word.ends_with("s") ? "es"
                               : "s");
  if (All > 0)
    OS << ", " << amount(All);
  if (All > 0 && *Settings.Groups == GroupKey::Rank && Number > 1)
    printBalance(OS);
  OS << '\n';
}

/// Prints how the time is distributed over the ranks. Of ranks with equal
/// times, it names the lowest.
void GroupReport::printBalance(raw_ostream &OS) const {
  const GroupRow *Least = nullptr, *Greatest = nullptr;
  double Sum = 0;
  size_t Number = 0;
  for (const GroupRow &Row : Rows) {
    if (!Row.Rank)
      continue;
    if (!Least ||
        std::pair(Row.All, *Row.Rank) < std::pair(Least->All, *Least->Rank))
      Least = &Row;
    if (!Greatest || std::pair(-Row.All, *Row.Rank) <
                         std::pair(-Greatest->All, *Greatest->Rank))
      Greatest = &Row;
    Sum += Row.All;
    ++Number;
  }
  OS << ": mean " << amount(Sum / double(Number)) << ", from "
     << amount(Least->All) << " (rank " << Least->Name << ") to "
     << amount(Greatest->All) << " (rank " << Greatest->Name << ')';
  if (Sum > 0)
    OS << ", max/mean " << fixed(Greatest->All * double(Number) / Sum, 2);
}

void GroupReport::print(raw_ostream &OS) const {
  const CostText Text(Cost);
  printSummary(OS);
  TableOf<GroupRow> Table;
  if (All > 0) {
    auto HeatOf = [this](const GroupRow &Row) {
      return heatOf(ProfileModel::percent(Row.All, All));
    };
    Table.add(Text.shareTitle(), [=, this](const GroupRow &Row) {
      return Cell(fixed(ProfileModel::percent(Row.All, All), 1), HeatOf(Row));
    });
    Table.add(Text.title("time"), [&, HeatOf](const GroupRow &Row) {
      return Cell(Text.number(Cost.of(Row.All)), HeatOf(Row));
    });
  }
  Table.add(
      "calls",
      [](const GroupRow &Row) { return Row.Calls ? utostr(Row.Calls) : ""; },
      All > 0 ? TextTable::OptionalNumber : TextTable::Number);
  const StringRef Word = gmon::nameOf(*Settings.Groups);
  Table.add(
      Word,
      [=](const GroupRow &Row) {
        return Row.Name.empty() ? ("without a " + Word).str() : Row.Name;
      },
      *Settings.Groups == GroupKey::Rank ? TextTable::Number : TextTable::Text);
  auto HasMost = [](const GroupRow &Row) {
    return Row.Most.Self > 0 || Row.Most.Calls > 0;
  };
  Table.add(All > 0 ? Text.title("self") : "calls", [&](const GroupRow &Row) {
    return !HasMost(Row) ? ""
           : All > 0     ? Text.number(Cost.of(Row.Most.Self))
                         : utostr(Row.Most.Calls);
  });
  Table.add(
      All > 0 ? "most time in" : "most of",
      [&](const GroupRow &Row) {
        return HasMost(Row) ? nameOf(Row.Most.Function).str() : "";
      },
      TextTable::Name);
  ShownRows<GroupRow> Shown(Rows, Settings, All);
  Table.print(OS, Settings.Display, Shown.rows());
  Shown.printRest(OS, [&](double Samples) { return amount(Samples); });
}

void GroupReport::printJson(raw_ostream &OS) const {
  json::OStream Out(OS, 2);
  const GroupKey Key = *Settings.Groups;
  auto PrintFunction = [&](const FunctionCount &Function) {
    Out.attribute("name", json::fixUTF8(nameOf(Function.Function)));
    if (!Cost.Name.empty())
      Out.attribute(Cost.key("self_seconds"), Cost.of(Function.Self));
    Out.attribute("calls", Function.Calls);
  };
  auto PrintRow = [&](const GroupRow &Row) {
    if (Row.Rank)
      Out.attribute("rank", *Row.Rank);
    else if (Key != GroupKey::Rank)
      Out.attribute(gmon::nameOf(Key), json::fixUTF8(Row.Name));
    if (!Cost.Name.empty()) {
      Out.attribute(Cost.key("seconds"), Cost.of(Row.All));
      Out.attribute(Cost.key("other_seconds"), Cost.of(Row.OtherModules));
    }
    Out.attribute("calls", Row.Calls);
    std::vector<FunctionCount> Sorted = Row.Functions;
    llvm::sort(Sorted, [](const FunctionCount &A, const FunctionCount &B) {
      return std::make_tuple(-A.Self, ~A.Calls, A.Function) <
             std::make_tuple(-B.Self, ~B.Calls, B.Function);
    });
    Out.attributeArray("functions", [&] {
      for (const FunctionCount &Function : Sorted)
        Out.object([&] { PrintFunction(Function); });
    });
  };
  Out.object([&] {
    Out.attribute("format", "llvm-gprof-groups");
    Out.attribute("version", 1);
    Out.attribute("program", json::fixUTF8(Model.Run.Program));
    Out.attribute("by", gmon::nameOf(Key));
    Out.attributeArray("groups", [&] {
      for (const GroupRow &Row : ArrayRef(Rows).take_front(
               std::min<uint64_t>(Rows.size(), Settings.Top)))
        Out.object([&] { PrintRow(Row); });
    });
  });
  OS << '\n';
}

Error command::reportGroups(const CommandLine &Line, raw_ostream &OS,
                            Warnings &Warn, const ReportSettings &Settings) {
  Expected<Options> Opts = viewOptions(Line, Line.inputs(), Warn);
  if (!Opts)
    return Opts.takeError();
  Opts->ShowUnused = true;
  auto Print = [&](const ProfileModel &Model) -> Error {
    GroupReport Report(Model, Settings);
    if (Error E = Report.read())
      return E;
    if (Settings.IsJson)
      Report.printJson(OS);
    else
      Report.print(OS);
    return Error::success();
  };
  ModelParts Parts;
  Parts.Stacks = Parts.Sources = false;
  Parts.Apart = true;
  return computeModel(*Opts, Warn, Print, Parts);
}

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
  const uint64_t N = Calls.NumRanks;
  TableOf<ArcRow> Table;
  auto Add = [&](StringRef Title, auto Print) {
    Table.add(Title, [=](const ArcRow &Row) { return Print(Row.Calls); });
  };
  using Counts = RankDistribution;
  Add("fewer calls", [=](const Counts &C) { return fixed(C.lost(N), 0); });
  Add("max/mean", [=](const Counts &C) { return fixed(C.imbalance(N), 2); });
  Add("mean", [=](const Counts &C) { return fixed(C.mean(N), 0); });
  Add("deviation", [=](const Counts &C) { return fixed(C.deviation(N), 0); });
  Add("min", [](const Counts &C) { return utostr(C.Least); });
  Add("rank", [](const Counts &C) { return utostr(C.LeastRank); });
  Add("max", [](const Counts &C) { return utostr(C.Greatest); });
  Add("rank", [](const Counts &C) { return utostr(C.GreatestRank); });
  Table.add(
      "caller -> callee", [](const ArcRow &Row) { return Row.Name; },
      TextTable::Name);
  ShownRows<ArcRow> Shown(Rows, Settings, /*All=*/0);
  OS << '\n';
  Table.print(OS, Settings.Display, Shown.rows());
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
