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

#include "DiffReport.h"
#include "TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns "+12.3%" for \p Row, "new" or "gone" if one profile does not have
/// the item, or nothing if one has no time for it.
static std::string percentOf(const DiffRow &Row) {
  if (!Row.Old || !Row.New)
    return Row.Old ? "gone" : "new";
  if (Row.OldTime == 0 || Row.NewTime == 0)
    return "";
  double Percent = 100 * (Row.NewTime / Row.OldTime - 1);
  return (Percent >= 0 ? "+" : "") + fixed(Percent, 1) + "%";
}

static std::string chanceOf(const DiffRow &Row) {
  return Row.ByChance < 0.0001 ? "<0.0001" : fixed(Row.ByChance, 4);
}

/// Returns the calls of \p Item in a run of \p Side, as a whole number if it is
/// one.
static std::string callsOf(const DiffItem *Item, const DiffSide &Side) {
  if (!Item)
    return "-";
  auto NumRuns = uint64_t(Side.NumRuns);
  return Item->Calls % NumRuns == 0 ? utostr(Item->Calls / NumRuns)
                                    : fixed(Side.callsPerRun(*Item), 2);
}

/// Returns the self time of a call, if \p Item has calls and times are in
/// seconds.
static std::string eachCall(const DiffItem *Item, const DiffSide &Side) {
  return Item && Item->Calls && Item->Samples > 0
             ? shortTime(Side.eachCall(*Item))
             : "";
}

static void printTable(raw_ostream &OS, const DiffReport &Report,
                       const Terminal &To) {
  const DiffSettings &Settings = Report.Settings;
  TextTable Table;
  std::string Unit = Settings.ByShare ? " %" : " s";
  Table.addColumn("old" + Unit);
  Table.addColumn("new" + Unit);
  Table.addColumn("change");
  Table.addColumn("+-");
  Table.addColumn("%");
  Table.addColumn("chance");
  Table.addColumn("old calls");
  Table.addColumn("new calls");
  bool HasRoom = To.Width == 0 || To.Width >= 120;
  if (HasRoom) {
    Table.addColumn("old/call");
    Table.addColumn("new/call");
  }
  Table.addColumn("name", /*IsNumber=*/false);
  uint64_t NumPrinted = 0;
  for (const DiffRow &Row : Report.Rows) {
    if (!Report.All && !Row.IsSignificant && !Row.HasOtherCalls)
      continue;
    if (++NumPrinted > Report.Top)
      break;
    std::optional<raw_ostream::Colors> Color;
    if (Row.IsSignificant)
      Color = Row.change() > 0 ? raw_ostream::RED : raw_ostream::GREEN;
    std::vector<Cell> Cells = {
        {fixed(Row.OldTime, 2), std::nullopt},
        {fixed(Row.NewTime, 2), std::nullopt},
        {(Row.change() >= 0 ? "+" : "") + fixed(Row.change(), 2), Color},
        {fixed(Row.Error, 2), std::nullopt},
        {percentOf(Row), Color},
        {chanceOf(Row), Color},
        {callsOf(Row.Old, Report.Old), std::nullopt},
        {callsOf(Row.New, Report.New), std::nullopt}};
    if (HasRoom) {
      Cells.push_back({eachCall(Row.Old, Report.Old), std::nullopt});
      Cells.push_back({eachCall(Row.New, Report.New), std::nullopt});
    }
    Cells.push_back({Row.any().Name, std::nullopt});
    Table.addRow(std::move(Cells));
  }
  if (!Table.empty()) {
    Table.print(OS, To);
    OS << '\n';
  }
}

void command::printText(raw_ostream &OS, const DiffReport &Report,
                        const Terminal &To) {
  printTable(OS, Report, To);
  const DiffSide &Old = Report.Old, &New = Report.New;
  double OldAll = Old.time(Old.Total, false);
  double NewAll = New.time(New.Total, false);
  OS << "In all " << fixed(OldAll, 2) << " s and " << fixed(NewAll, 2)
     << " s of a run";
  if (OldAll > 0)
    OS << ", " << (NewAll >= OldAll ? "+" : "")
       << fixed(100 * (NewAll / OldAll - 1), 1) << "%";
  OS << ".\n";
  const char *Things = Report.Settings.ByLine ? " line" : " function";
  auto Count = [&](size_t Number) {
    OS << Number << Things << (Number == 1 ? "" : "s");
  };
  size_t NumSignificant = Report.numSignificant();
  if (NumSignificant) {
    Count(NumSignificant);
    OS << " changed significantly: chance makes such a difference in any\nin "
          "fewer than "
       << format("%g", 100 * Report.Settings.Risk) << " of 100 comparisons.\n";
  } else {
    OS << "No significant change of time.\n";
  }
  if (size_t NumCalls = count_if(
          Report.Rows, [](const DiffRow &Row) { return Row.HasOtherCalls; })) {
    Count(NumCalls);
    OS << (NumCalls == 1 ? " is" : " are")
       << " called more or less often in a run.\n";
  }
}
