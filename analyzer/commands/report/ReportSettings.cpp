//===-- ReportSettings.cpp - The options of llvm-gprof report -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the options of llvm-gprof report. Options that choose a view exclude
// each other.
//
//===----------------------------------------------------------------------===//

#include "commands/report/ReportSettings.h"
#include "commands/CommandLine.h"
#include "support/Errors.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static Error excludeEachOther(const Twine &A, const Twine &B) {
  return makeError("options '" + A + "' and '" + B + "' exclude each other");
}

/// Takes the option that chooses the view.
static Error takeView(const CommandLine &Line, ReportSettings &Settings) {
  static constexpr std::pair<OptionID, ReportView> Views[] = {
      {OPT_callers, ReportView::Callers}, {OPT_callees, ReportView::Callees},
      {OPT_tree, ReportView::Tree},       {OPT_ranks, ReportView::Ranks},
      {OPT_mpi, ReportView::Mpi},         {OPT_by, ReportView::Functions},
  };
  std::string Chosen;
  for (auto [ID, View] : Views) {
    if (!Line.has(ID))
      continue;
    std::string Name = Line.spellingOf(ID).str();
    if (!Chosen.empty())
      return excludeEachOther(Chosen, Name);
    Chosen = Name;
    Settings.View = View;
    if (ID == OPT_callers || ID == OPT_callees)
      Settings.Function = Line.valueOf(ID, "");
  }
  Settings.ByLine = Line.has(OPT_line);
  if (Line.has(OPT_by)) {
    StringRef By = Line.valueOf(OPT_by, "");
    auto View = StringSwitch<std::optional<ReportView>>(By)
                    .Case("function", ReportView::Functions)
                    .Case("module", ReportView::Modules)
                    .Case("thread", ReportView::Threads)
                    .Case("label", ReportView::Groups)
                    .Case("rank", ReportView::Groups)
                    .Case("process", ReportView::Groups)
                    .Default(std::nullopt);
    if (!View)
      return makeError("option '--by' expects function, module, thread, label, "
                       "rank or process, not '" +
                       By + (By == "line" ? "'; use '-l'" : "'"));
    Settings.View = *View;
    if (*View == ReportView::Groups)
      Settings.Groups = StringSwitch<GroupKey>(By)
                            .Case("label", GroupKey::Label)
                            .Case("rank", GroupKey::Rank)
                            .Default(GroupKey::Process);
    if (Settings.ByLine)
      return excludeEachOther("--by=" + By, "--line");
  } else if (Settings.ByLine && Settings.isOfRanks()) {
    return excludeEachOther(Chosen, "--line");
  } else if (Settings.ByLine && !Settings.isTree()) {
    Settings.View = ReportView::Lines;
  }
  return Error::success();
}

/// Refuses what the tables of ranks do not have: each of their rows is about
/// all stacks.
static Error checkRanks(const CommandLine &Line,
                        const ReportSettings &Settings) {
  if (!Settings.isOfRanks())
    return Error::success();
  const bool IsMpi = Settings.View == ReportView::Mpi;
  for (OptionID ID : {OPT_focus, OPT_ignore, OPT_summary})
    if (Line.has(ID))
      return excludeEachOther(IsMpi ? "--mpi" : "--ranks", Line.spellingOf(ID));
  if (Settings.Sort == SortKey::Total ||
      (Settings.Sort == SortKey::Call && !IsMpi))
    return makeError(
        IsMpi ? "option '--sort' with '--mpi' expects self, calls, call or name"
              : "option '--sort' with '--ranks' expects self, calls or name");
  return Error::success();
}

/// Refuses what the tables of labels, ranks and processes do not have, and
/// takes their format.
static Error takeGroups(const CommandLine &Line, ReportSettings &Settings) {
  Settings.IsJson = Line.valueOf(OPT_format, "") == "json";
  if (!Settings.Groups)
    return Settings.IsJson ? makeError("option '--format=json' of report needs "
                                       "--by=label, rank or process; "
                                       "'llvm-gprof export --format=json' "
                                       "prints a profile")
                           : Error::success();
  const std::string By = ("--by=" + nameOf(*Settings.Groups)).str();
  for (OptionID ID : {OPT_focus, OPT_ignore, OPT_summary, OPT_errors, OPT_cost})
    if (Line.has(ID))
      return excludeEachOther(By, Line.spellingOf(ID));
  if (Settings.Sort == SortKey::Total || Settings.Sort == SortKey::Call)
    return makeError("option '--sort' with '" + By +
                     "' expects self, calls or name");
  return Error::success();
}

/// Takes the limits of trees.
static Error takeLimits(const CommandLine &Line, ReportSettings &Settings) {
  for (OptionID ID : {OPT_depth, OPT_min_percent})
    if (Line.has(ID) && !Settings.isTree())
      return makeError("option '" + Line.spellingOf(ID) +
                       "' needs --tree, --callers or --callees");
  // Deeper levels need explanations, not more lines.
  const uint64_t Levels = Settings.View == ReportView::Tree ? 64 : 8;
  Settings.ChoosesDepth = Line.has(OPT_depth);
  Settings.Depth =
      std::min<uint64_t>(Line.numberOf(OPT_depth, Levels), UINT32_MAX - 1);
  Settings.MinPercent = Line.percentOf(
      OPT_min_percent, Settings.View == ReportView::Tree ? 1.0 : 0.5);
  return Error::success();
}

Expected<ReportSettings> ReportSettings::of(const CommandLine &Line,
                                            raw_ostream &OS) {
  ReportSettings Settings;
  if (Error E = takeView(Line, Settings))
    return std::move(E);
  StringRef Key = Line.valueOf(OPT_sort, Settings.isTree() ? "total" : "self");
  Settings.Sort = StringSwitch<SortKey>(Key)
                      .Case("self", SortKey::Self)
                      .Case("total", SortKey::Total)
                      .Case("calls", SortKey::Calls)
                      .Case("call", SortKey::Call)
                      .Case("name", SortKey::Name);
  Settings.ChoosesSort = Line.has(OPT_sort);
  Settings.IsSummary = Line.has(OPT_summary);
  constexpr uint64_t SummaryRows = 20;
  Settings.Top =
      Line.numberOf(OPT_top, Settings.IsSummary ? SummaryRows : UINT64_MAX);
  if (Line.has(OPT_all) && Line.has(OPT_top))
    return excludeEachOther("--all", "--top");
  if (Line.has(OPT_all) && Settings.isTree())
    return makeError("option '--all' needs a table; trees have --min-percent");
  // A table by name is read by name.
  Settings.LeavesOutSmall =
      !Settings.IsSummary && !Line.has(OPT_all) && !Line.has(OPT_top) &&
      Settings.Sort != SortKey::Name &&
      (Settings.View == ReportView::Functions || Settings.isOfRanks() ||
       Settings.Groups || Settings.View == ReportView::Lines);
  if (Error E = takeLimits(Line, Settings))
    return std::move(E);
  if (Error E = checkRanks(Line, Settings))
    return std::move(E);
  if (Error E = takeGroups(Line, Settings))
    return std::move(E);
  Settings.Display = Terminal::of(OS, Line);
  Settings.Focus = Line.args().getAllArgValues(OPT_focus);
  Settings.Ignore = Line.args().getAllArgValues(OPT_ignore);
  Settings.ShowErrors = Line.has(OPT_errors);
  return Settings;
}
