//===-- DiffText.cpp - What changed, as a table ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the rows of a comparison as a table that fits the terminal, and their
// sums.
//
//===----------------------------------------------------------------------===//

#include "commands/CostText.h"
#include "commands/TextTable.h"
#include "commands/diff/DiffReport.h"
#include "views/NamePrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns "+12.3%" for \p Row, "new" or "gone" if one profile does not have
/// the item, or nothing if one has no time for it.
static std::string percentOf(const DiffReport &Report, const DiffRow &Row,
                             const DiffChange &Time) {
  if (!Row.Old || !Row.New)
    return Row.Old ? "gone" : "new";
  if (Time.OldTime == 0 || Time.NewTime == 0)
    return "";
  double Percent = 100 * (Time.NewTime / Time.OldTime - 1);
  return (Percent >= 0 ? "+" : "") + fixed(Percent, Report.isExact() ? 3 : 1) +
         "%";
}

/// Returns the calls of \p Item in a run of \p Side, whole if they are.
static std::string callsOf(const DiffItem *Item, const DiffSide &Side) {
  if (!Item)
    return "-";
  if (!Item->HasCalls)
    return "";
  auto NumRuns = uint64_t(Side.NumRuns);
  return Item->Calls % NumRuns == 0 ? utostr(Item->Calls / NumRuns)
                                    : fixed(Side.callsPerRun(*Item), 2);
}

/// Returns the cost of the own code in a call, if \p Item has calls.
static std::string eachCall(const DiffItem *Item, const DiffSide &Side) {
  const double Cost = Item ? Side.eachCall(*Item) : 0;
  return Cost > 0 ? CostText(Side.Cost).ofCall(Cost) : "";
}

/// A row of both tables, with the change that the table is about.
using TextRow = const DiffRow *;

static void addTimeColumns(TableOf<TextRow> &Table, const DiffReport &Report,
                           DiffChange DiffRow::*Time) {
  const CostText Costs(Report.cost());
  auto Number = [=, ByShare = Report.Settings.ByShare](double Value) {
    return ByShare ? fixed(Value, 2) : Costs.number(Value);
  };
  auto Color = [=](TextRow Row) -> std::optional<raw_ostream::Colors> {
    if (!(Row->*Time).IsSignificant)
      return std::nullopt;
    return (Row->*Time).change() > 0 ? raw_ostream::RED : raw_ostream::GREEN;
  };
  for (const DiffSide *Side : {&Report.Old, &Report.New})
    Table.add(Report.Settings.ByShare ? Report.nameOf(*Side) + " %"
                                      : Costs.title(Report.nameOf(*Side)),
              [=, IsOld = Side == &Report.Old](TextRow Row) {
                const DiffChange &Change = Row->*Time;
                return Number(IsOld ? Change.OldTime : Change.NewTime);
              });
  Table.add("change", [=](TextRow Row) {
    const double Change = (Row->*Time).change();
    return Cell((Row->isEstimate() ? "~" : "") +
                    std::string(Change >= 0 ? "+" : "") + Number(Change),
                Color(Row));
  });
  if (!Report.isExact())
    Table.add(
        "+-", [=](TextRow Row) { return Number((Row->*Time).Error); },
        TextTable::OptionalNumber);
  Table.add("%", [=, &Report](TextRow Row) {
    return Cell(percentOf(Report, *Row, Row->*Time), Color(Row));
  });
  if (!Report.isExact())
    Table.add("chance", [=](TextRow Row) {
      return Cell(shortChance((Row->*Time).ByChance), Color(Row));
    });
}

/// Returns those of \p Rows, which are sorted by the change of \p Time, that
/// are printed: without --all, those with a significant change or, if \p
/// WithCalls, with other calls; and at least the greatest changes.
static std::vector<const DiffRow *> chooseRows(const DiffReport &Report,
                                               ArrayRef<const DiffRow *> Rows,
                                               DiffChange DiffRow::*Time,
                                               bool WithCalls) {
  constexpr size_t MinChanges = 5;
  std::vector<const DiffRow *> Chosen;
  for (const auto &[Index, Row] : enumerate(Rows)) {
    const DiffChange &Change = Row->*Time;
    if (Report.All || Change.IsSignificant ||
        (WithCalls && Row->HasOtherCalls) ||
        (Index < MinChanges && Change.change() != 0))
      Chosen.push_back(Row);
  }
  Chosen.resize(std::min<uint64_t>(Chosen.size(), Report.Top));
  return Chosen;
}

static std::vector<const DiffRow *> allRows(const DiffReport &Report) {
  std::vector<const DiffRow *> Rows;
  for (const DiffRow &Row : Report.rows())
    Rows.push_back(&Row);
  return Rows;
}

/// By row.
using DiffNames = DenseMap<const DiffRow *, std::string>;

static DiffNames namesOfRows(const DiffReport &Report) {
  std::vector<NamedFunction> Functions;
  for (const DiffRow &Row : Report.rows())
    Functions.push_back(
        {Row.any().Name, Row.any().LinkName, Row.any().Path, Row.any().Line});
  DiffNames Names;
  for (const auto &[Row, Name] :
       zip_equal(Report.rows(), distinctNames(Functions)))
    Names[&Row] = Name;
  return Names;
}

static void printTable(raw_ostream &OS, const DiffReport &Report,
                       const DiffNames &Names, const Terminal &Display) {
  const std::vector<const DiffRow *> Rows =
      chooseRows(Report, allRows(Report), &DiffRow::Self, /*WithCalls=*/true);
  if (Rows.empty())
    return;
  TableOf<TextRow> Table;
  addTimeColumns(Table, Report, &DiffRow::Self);
  // If the cost is the calls that the function makes, these are those of it.
  const bool IsOfCalls = Report.cost().Name == "calls";
  struct {
    const DiffSide &Side;
    const DiffItem *DiffRow::*Item;
  } Sides[] = {{Report.Old, &DiffRow::Old}, {Report.New, &DiffRow::New}};
  for (const auto &S : Sides)
    Table.add(Report.nameOf(S.Side) + (IsOfCalls ? " times called" : " calls"),
              [&S](TextRow Row) { return callsOf(Row->*S.Item, S.Side); });
  for (const auto &S : Sides)
    Table.add(
        Report.nameOf(S.Side) + "/call",
        [&S](TextRow Row) { return eachCall(Row->*S.Item, S.Side); },
        TextTable::OptionalNumber);
  Table.add(
      "name", [&](TextRow Row) { return Names.lookup(Row); }, TextTable::Name);
  if (Report.Diff.IsMeasured)
    OS << "Self " << CostText(Report.cost()).word() << ":\n";
  Table.print(OS, Display, Rows);
  OS << '\n';
}

/// Prints the times with callees.
static void printTotals(raw_ostream &OS, const DiffReport &Report,
                        const DiffNames &Names, const Terminal &Display) {
  std::vector<const DiffRow *> Rows = allRows(Report);
  llvm::stable_sort(Rows, [](const DiffRow *A, const DiffRow *B) {
    return std::tuple(A->Total.IsSignificant, std::abs(A->Total.change())) >
           std::tuple(B->Total.IsSignificant, std::abs(B->Total.change()));
  });
  Rows = chooseRows(Report, Rows, &DiffRow::Total, /*WithCalls=*/false);
  if (Rows.empty())
    return;
  TableOf<TextRow> Table;
  addTimeColumns(Table, Report, &DiffRow::Total);
  Table.add(
      "name", [&](TextRow Row) { return Names.lookup(Row); }, TextTable::Name);
  OS << "Total " << CostText(Report.cost()).word()
     << (Report.Settings.ByLine ? ", with what the line calls:\n"
                                : ", with callees:\n");
  Table.print(OS, Display, Rows);
  OS << '\n';
}

/// Says that a side has no samples, or neither has some.
static void printWithoutSamples(raw_ostream &OS, const DiffReport &Report) {
  const DiffSide &Old = Report.Old, &New = Report.New;
  const std::string Word = CostText(Report.cost()).word().str();
  if (Old.Total > 0 || New.Total > 0)
    OS << "The " << Report.nameOf(Old.Total > 0 ? New : Old)
       << " profile has no samples"
       << (Report.Diff.LacksSamples ? ": changes of " + Word + " say nothing"
                                    : "")
       << ".\n";
  else
    OS << "The profiles have no samples, so there are no "
       << (Report.cost().isTime() ? "times" : Word.c_str()) << ".\n";
}

/// Says whose samples \p Side lacks.
static void printUnsampled(raw_ostream &OS, const DiffReport &Report,
                           const DiffSide &Side) {
  const uint64_t Threads = Side.UnsampledThreads;
  if (!Threads)
    return;
  OS << "The samples of " << Threads << (Threads == 1 ? " thread" : " threads")
     << " of ";
  if (Report.isOfRanks())
    OS << Report.nameOf(Side) << " are missing.\n";
  else
    OS << "the " << Report.nameOf(Side) << " profile are missing.\n";
}

void command::printText(raw_ostream &OS, const DiffReport &Report,
                        const Terminal &Display) {
  const DiffNames Names = namesOfRows(Report);
  printTable(OS, Report, Names, Display);
  const bool IsMeasured = Report.Diff.IsMeasured;
  if (IsMeasured)
    printTotals(OS, Report, Names, Display);
  const DiffSide &Old = Report.Old, &New = Report.New;
  double OldAll = Old.time(Old.Total, false);
  double NewAll = New.time(New.Total, false);
  const CostText Costs(Report.cost());
  OS << "In all " << Costs.amount(OldAll) << " and " << Costs.amount(NewAll)
     << " of ";
  if (Report.isOfRanks())
    OS << Report.nameOf(Old) << " and " << Report.nameOf(New);
  else
    OS << "a run";
  if (OldAll > 0)
    OS << ", " << (NewAll >= OldAll ? "+" : "")
       << fixed(100 * (NewAll / OldAll - 1), Report.isExact() ? 3 : 1) << "%";
  const bool IsTested = !Report.isExact() && !Report.Diff.LacksSamples &&
                        (Old.Total > 0 || New.Total > 0);
  if (IsMeasured && !Report.Settings.ByShare && IsTested)
    OS << ", chance " << shortChance(Report.Diff.All.ByChance)
       << (Report.Diff.All.IsSignificant ? ": a significant change" : "");
  OS << ".\n";
  if (!Report.isExact() && (Old.Total == 0 || New.Total == 0))
    printWithoutSamples(OS, Report);
  printUnsampled(OS, Report, Old);
  printUnsampled(OS, Report, New);
  if (StringRef Name = Report.nameOfStacks(); !Name.empty())
    OS << "Only the " << Name
       << " profile has stacks: times are the program's own.\n";
  const char *Things = Report.Settings.ByLine ? " line" : " function";
  auto Count = [&](size_t Number) {
    OS << Number << Things << (Number == 1 ? "" : "s");
  };
  size_t NumSignificant = Report.numSignificant();
  if (Report.isExact()) {
    Count(NumSignificant);
    OS << " changed. ";
    if (size_t NumEstimates = count_if(
            Report.rows(), [](const DiffRow &Row) { return Row.isEstimate(); }))
      OS << "The numbers of " << Costs.word() << " are exact, but those of "
         << NumEstimates << Things << (NumEstimates == 1 ? "" : "s")
         << " (~) are estimates.\n";
    else if (Costs.variesBetweenRuns())
      OS << "The numbers of " << Costs.word()
         << " are counts, which vary from run to run.\n";
    else
      OS << "The numbers of " << Costs.word() << " are exact.\n";
  } else if (!IsTested) {
    // Nothing is known of changes.
  } else if (NumSignificant) {
    Count(NumSignificant);
    OS << " changed significantly: chance makes such a difference in any\nin "
          "fewer than "
       << format("%g", 100 * Report.Settings.Risk) << " of 100 comparisons.\n";
  } else {
    OS << "No significant change of " << Costs.word() << ".\n";
  }
  if (size_t NumCalls = count_if(Report.rows(), [](const DiffRow &Row) {
        return Row.HasOtherCalls;
      })) {
    Count(NumCalls);
    OS << (NumCalls == 1 ? " is" : " are") << " called more or less often "
       << (Report.isOfRanks() ? "by one of the ranks.\n" : "in a run.\n");
  }
}
