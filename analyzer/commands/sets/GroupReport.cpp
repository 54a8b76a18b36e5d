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
//===----------------------------------------------------------------------===//

#include "commands/sets/GroupReport.h"
#include "commands/CostText.h"
#include "commands/report/RankReport.h"
#include "driver/Driver.h"
#include "support/Errors.h"
#include "support/Pager.h"
#include "llvm/Support/JSON.h"
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
  void printRow(TextTable &Table, const GroupRow &Row) const;
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

void GroupReport::printRow(TextTable &Table, const GroupRow &Row) const {
  const CostText Text(Cost);
  std::vector<Cell> Cells;
  auto Add = [&](std::string Value,
                 std::optional<raw_ostream::Colors> Color = std::nullopt) {
    Cells.push_back({std::move(Value), Color});
  };
  if (All > 0) {
    const double Percent = ProfileModel::percent(Row.All, All);
    const auto Heat = heatOf(Percent);
    Add(fixed(Percent, 1), Heat);
    Add(Text.number(Cost.of(Row.All)), Heat);
  }
  Add(Row.Calls ? utostr(Row.Calls) : "");
  Add(Row.Name.empty() ? ("without a " + gmon::nameOf(*Settings.Groups)).str()
                       : Row.Name);
  const bool HasMost = Row.Most.Self > 0 || Row.Most.Calls > 0;
  if (!HasMost)
    Add("");
  else if (All > 0)
    Add(Text.number(Cost.of(Row.Most.Self)));
  else
    Add(utostr(Row.Most.Calls));
  Add(HasMost ? nameOf(Row.Most.Function).str() : "");
  Table.addRow(std::move(Cells));
}

void GroupReport::print(raw_ostream &OS) const {
  const CostText Text(Cost);
  printSummary(OS);
  TextTable Table;
  if (All > 0) {
    Table.addColumn(Text.shareTitle());
    Table.addColumn(Text.title("time"));
    Table.addOptionalColumn("calls");
  } else {
    Table.addColumn("calls");
  }
  Table.addColumn(gmon::nameOf(*Settings.Groups),
                  *Settings.Groups == GroupKey::Rank);
  Table.addColumn(All > 0 ? Text.title("self") : "calls");
  Table.addNameColumn(All > 0 ? "most time in" : "most of");
  ShownRows<GroupRow> Shown(Rows, Settings, All);
  for (const GroupRow &Row : Shown.rows())
    printRow(Table, Row);
  Table.print(OS, Settings.Display);
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
