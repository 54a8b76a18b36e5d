//===-- DiffCommand.cpp - llvm-gprof diff ---------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out which words are programs and which are profiles, has both sides
// computed and compared, and prints the rows as text or JSON.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "Driver.h"
#include "MergeInputs.h"
#include "ProfileDiff.h"
#include "TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// A program and its data files, as words name them.
struct SideWords {
  std::string Program = "a.out";
  std::vector<std::string> Data;
};

/// What is printed, beside the rows.
struct DiffReport {
  const DiffSide &Old;
  const DiffSide &New;
  const DiffSettings &Settings;
  ArrayRef<DiffRow> Rows;
  uint64_t Top; ///< most rows to print
  bool All;     ///< rows without a change, too

  size_t numSignificant() const {
    return count_if(Rows, [](const DiffRow &Row) { return Row.IsSignificant; });
  }
};

} // namespace

/// Looks into regular files only: what is read of a pipe is gone, and a device
/// may have no end.
static bool isProgram(StringRef Name) {
  file_magic Magic;
  return sys::fs::is_regular_file(Name) && !identify_magic(Name, Magic) &&
         Magic.is_object();
}

/// Replaces each name in \p Side.Data by the files that it stands for.
static Error expandData(SideWords &Side) {
  MergeInputs Inputs;
  for (const std::string &Name : Side.Data)
    if (Error E = Inputs.add(Name))
      return E;
  Side.Data.clear();
  for (const WeightedFile &File : Inputs.files())
    Side.Data.push_back(File.Name);
  return Error::success();
}

/// Takes "[program] old new" or "program old... program new...".
static Expected<std::pair<SideWords, SideWords>>
takeSides(ArrayRef<std::string> Words) {
  std::pair<SideWords, SideWords> Sides;
  auto &[Old, New] = Sides;
  SmallVector<size_t> Programs; ///< where they are
  for (size_t I = 0; I < Words.size(); ++I)
    if (isProgram(Words[I]))
      Programs.push_back(I);
  bool StartsRight = Programs.empty() || Programs.front() == 0;
  if (StartsRight && Programs.size() == 2) {
    Old.Program = Words.front();
    New.Program = Words[Programs[1]];
    Old.Data = Words.slice(1, Programs[1] - 1).vec();
    New.Data = Words.drop_front(Programs[1] + 1).vec();
  } else if (StartsRight && Words.size() == Programs.size() + 2) {
    if (!Programs.empty())
      Old.Program = New.Program = Words.front();
    Old.Data = {Words[Words.size() - 2]};
    New.Data = {Words.back()};
  }
  if (Old.Data.empty() || New.Data.empty())
    return makeError("diff wants two profiles, of one program or of two: "
                     "[program] old new, or program old... program new...");
  for (SideWords *Side : {&Old, &New})
    if (Error E = expandData(*Side))
      return std::move(E);
  return Sides;
}

static Expected<DiffSide> readSide(const SideWords &Words, bool ByLine,
                                   Warnings &Warn) {
  Options Opts;
  Opts.ImageFile = Words.Program;
  Opts.ProfileFiles = Words.Data;
  Opts.Lines = ByLine;
  std::optional<DiffSide> Side;
  auto Take = [&](const ProfileModel &Model, const Options &) {
    Side.emplace(Model, ByLine);
    return Error::success();
  };
  if (Error E = computeModel(std::move(Opts), Warn, Take))
    return std::move(E);
  return std::move(*Side);
}

/// "+12.3%" of \p Row, "new", "gone", or nothing where there is no time.
static std::string percentOf(const DiffRow &Row) {
  if (Row.OldTime == 0 || Row.NewTime == 0)
    return Row.OldTime != 0 ? "gone" : Row.NewTime != 0 ? "new" : "";
  double Percent = 100 * (Row.NewTime / Row.OldTime - 1);
  return (Percent >= 0 ? "+" : "") + fixed(Percent, 1) + "%";
}

static std::string chanceOf(const DiffRow &Row) {
  return Row.ByChance < 0.0001 ? "<0.0001" : fixed(Row.ByChance, 4);
}

/// The self time of a call, if \p Item has calls and times are seconds.
static std::string eachCall(const DiffItem *Item, const DiffSide &Side) {
  return Item && Item->Calls && Side.HasTimes
             ? shortTime(Item->Samples / Side.Rate / double(Item->Calls))
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
    auto Calls = [](const DiffItem *Item) {
      return Cell{Item ? utostr(Item->Calls) : "-", std::nullopt};
    };
    std::vector<Cell> Cells = {
        {fixed(Row.OldTime, 2), std::nullopt},
        {fixed(Row.NewTime, 2), std::nullopt},
        {(Row.change() >= 0 ? "+" : "") + fixed(Row.change(), 2), Color},
        {fixed(Row.Error, 2), std::nullopt},
        {percentOf(Row), Color},
        {chanceOf(Row), Color},
        Calls(Row.Old),
        Calls(Row.New)};
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

static void printText(raw_ostream &OS, const DiffReport &Report,
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
    OS << (NumCalls == 1 ? " is" : " are") << " called more or less often.\n";
  }
}

static json::Value sideOf(const DiffItem *Item, const DiffSide &Side) {
  if (!Item)
    return nullptr;
  double Seconds = Side.time(Item->Samples, false);
  json::Object Result{
      {"samples", Item->Samples},
      {"seconds", Seconds},
      {"error_seconds", Side.time(Side.errorOf(Item->Samples), false)},
      {"calls", Item->Calls},
  };
  if (Item->Calls)
    Result["seconds_per_call"] =
        Item->Samples / Side.Rate / double(Item->Calls);
  return Result;
}

static json::Value describe(const DiffSide &Side) {
  return json::Object{{"program", json::fixUTF8(Side.Program)},
                      {"build_id", Side.BuildId},
                      {"runs", Side.NumRuns},
                      {"samples_per_second", Side.Rate},
                      {"samples", Side.Total},
                      {"samples_per_interrupt", Side.AtOnce},
                      {"seconds", Side.time(Side.Total, false)}};
}

static void printJson(raw_ostream &OS, const DiffReport &Report) {
  const DiffSettings &Settings = Report.Settings;
  json::OStream Out(OS, 2);
  Out.object([&] {
    Out.attribute("format", "llvm-gprof-diff");
    Out.attribute("version", 1);
    Out.attribute("by_line", Settings.ByLine);
    Out.attribute("by_share", Settings.ByShare);
    Out.attribute("tolerance", Settings.Tolerance);
    Out.attribute("risk", Settings.Risk);
    Out.attribute("old", describe(Report.Old));
    Out.attribute("new", describe(Report.New));
    Out.attribute("significant_changes", int64_t(Report.numSignificant()));
    Out.attributeArray(Settings.ByLine ? "lines" : "functions", [&] {
      for (const DiffRow &Row : Report.Rows)
        Out.object([&] {
          const DiffItem &Item = Row.any();
          Out.attribute("name", json::fixUTF8(Item.Name));
          Out.attribute("linkage_name", json::fixUTF8(Item.LinkName));
          if (!Item.Path.empty()) {
            Out.attribute("file", json::fixUTF8(Item.Path));
            Out.attribute("line", Item.Line);
          }
          Out.attribute("old", sideOf(Row.Old, Report.Old));
          Out.attribute("new", sideOf(Row.New, Report.New));
          Out.attribute(Settings.ByShare ? "change_percent" : "change_seconds",
                        Row.change());
          Out.attribute(Settings.ByShare ? "error_percent" : "error_seconds",
                        Row.Error);
          Out.attribute("probability_alone", Row.AloneByChance);
          Out.attribute("probability", Row.ByChance);
          Out.attribute("significant", Row.IsSignificant);
          Out.attribute("calls_changed", Row.HasOtherCalls);
        });
    });
  });
  OS << '\n';
}

/// Takes the settings that are options.
static Expected<DiffSettings> takeSettings(const CommandLine &Line) {
  DiffSettings Settings;
  Settings.ByLine = Line.has(OPT_line);
  Settings.ByShare = Line.has(OPT_shares);
  Expected<double> Tolerance =
      Line.percentOf(OPT_tolerance, 0, 1000, 100 * Settings.Tolerance);
  if (!Tolerance)
    return Tolerance.takeError();
  Expected<double> Risk =
      Line.percentOf(OPT_risk, 0.0001, 50, 100 * Settings.Risk);
  if (!Risk)
    return Risk.takeError();
  Settings.Tolerance = *Tolerance / 100;
  Settings.Risk = *Risk / 100;
  return Settings;
}

Expected<int> command::diff(const CommandLine &Line, Context &To) {
  Expected<DiffSettings> Settings = takeSettings(Line);
  if (!Settings)
    return Settings.takeError();
  Expected<uint64_t> Top = Line.numberOf(OPT_top, 1, UINT64_MAX);
  if (!Top)
    return Top.takeError();
  Expected<Terminal> Display = Terminal::of(To.OS, Line);
  if (!Display)
    return Display.takeError();
  StringRef Format = Line.valueOf(OPT_format, "text");
  if (Format != "text" && Format != "json")
    return makeError("option '--format' wants text or json, not '" + Format +
                     "'");
  auto Words = takeSides(Line.inputs());
  if (!Words)
    return Words.takeError();
  Expected<DiffSide> Old = readSide(Words->first, Settings->ByLine, To.Warn);
  if (!Old)
    return Old.takeError();
  Expected<DiffSide> New = readSide(Words->second, Settings->ByLine, To.Warn);
  if (!New)
    return New.takeError();
  std::vector<DiffRow> Rows = compareProfiles(*Old, *New, *Settings);
  DiffReport Report{*Old, *New, *Settings, Rows, *Top, Line.has(OPT_all)};
  if (Format == "json")
    printJson(To.OS, Report);
  else
    printText(To.OS, Report, *Display);
  return Line.has(OPT_exit_code) && Report.numSignificant() ? EXIT_FAILURE
                                                            : EXIT_SUCCESS;
}
