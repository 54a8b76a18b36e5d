//===-- ReportCommand.cpp - llvm-gprof report -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what took the time: by function or in another way. Reports are of
// measured stacks, if there are any.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "commands/Markdown.h"
#include "commands/report/HotPath.h"
#include "commands/report/NextSteps.h"
#include "commands/report/ProfileReport.h"
#include "commands/report/StackNames.h"
#include "commands/sets/GroupReport.h"
#include "commands/sets/RankedCalls.h"
#include "driver/Driver.h"
#include "driver/Sidecars.h"
#include "reports/Reports.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Prints the head of a report of --cost as paragraphs and tables.
static void printMarkdownCosts(MarkdownStream &Out, const CostReport &Costs) {
  const CostSummary Summary = summarize(Costs);
  for (const std::string &Line : Summary.Lines)
    Out << Line << '\n';
  for (const CostTable &Table : Summary.Tables) {
    if (Table.Rows.empty())
      continue;
    if (!Table.Title.empty())
      Out << Table.Title << '\n';
    std::vector<MarkdownStream::Column> Columns;
    for (const std::string &Name : Table.Header)
      Columns.push_back({Name, /*IsNumber=*/Name != Table.Header.back()});
    Out.table(Columns, Table.Rows);
    if (!Table.Rest.empty())
      Out << Table.Rest << '\n';
  }
}

Expected<int> command::report(const CommandLine &Line, Context &To) {
  Expected<ReportSettings> Settings = ReportSettings::of(Line, To.OS);
  if (!Settings)
    return Settings.takeError();
  Expected<bool> IsMarkdown =
      Settings->IsJson ? false : wantsMarkdown(Line, "report");
  if (!IsMarkdown)
    return IsMarkdown.takeError();
  // An error stands alone: nothing is printed before.
  std::string Text;
  raw_string_ostream Buffer(Text);
  Buffer.enable_colors(To.OS.colors_enabled());
  std::optional<MarkdownStream> Markdown;
  if (*IsMarkdown)
    Settings->Display.Markdown = &Markdown.emplace(Buffer);
  raw_ostream &OS = Markdown ? *Markdown : static_cast<raw_ostream &>(Buffer);
  if (Settings->Groups) {
    // JSON may be long; all profiles are read before it is printed.
    if (Error E = reportGroups(Line, Settings->IsJson ? To.OS : OS, To.Warn,
                               *Settings))
      return std::move(E);
    To.OS << Text;
    return EXIT_SUCCESS;
  }
  auto Print = [&](const ProfileModel &Model) {
    if (Model.Costs && Markdown)
      printMarkdownCosts(*Markdown, *Model.Costs);
    else if (Model.Costs && !Settings->IsSummary)
      printCosts(OS, *Model.Costs);
    else if (Model.Costs)
      OS << join(summarize(*Model.Costs).Lines, "\n") << "\n\n";
    Error E = printProfileReport(OS, Model, *Settings, To.Warn);
    if (!E && Settings->IsSummary) {
      printHotPath(OS, Model, Settings->Display);
      printNextSteps(OS, Model, Settings->Display, dataOptions(Line),
                     Line.inputs());
    }
    return E;
  };
  Expected<Options> Opts = viewOptions(Line, Line.inputs(), To.Warn);
  if (!Opts)
    return Opts.takeError();
  StringRef Path;
  uint32_t Number;
  Opts->Lines =
      Settings->ByLine || isLineName(Settings->Function, Path, Number);
  const bool IsByModule = Settings->View == ReportView::Modules;
  if (Opts->Cost && (IsByModule || Settings->isOfRanks() ||
                     Settings->View == ReportView::Threads))
    return makeError("options '--cost' and '" +
                     Twine(IsByModule            ? "--by=module"
                           : Line.has(OPT_ranks) ? "--ranks"
                           : Line.has(OPT_mpi)   ? "--mpi"
                                                 : "--by=thread") +
                     "' exclude each other: costs are those of one module, of "
                     "all threads" +
                     (IsByModule ? "; 'llvm-gprof report --cost=" +
                                       Line.valueOf(OPT_cost, "") +
                                       " LIBRARY gmon.out.LIBRARY' prints "
                                       "those of a library with a profile"
                                 : ""));
  ModelParts Parts;
  Parts.CountedLines = Settings->IsSummary; // advice names lines
  Parts.StacksBesideCosts = Settings->View == ReportView::Callers ||
                            Settings->View == ReportView::Callees;
  if (Error E = computeModel(*Opts, To.Warn, Print, Parts))
    return std::move(E);
  // Sidecar files have the calls of functions by rank, segments those of arcs.
  if (Settings->View == ReportView::Ranks && Settings->Sort == SortKey::Calls)
    if (Error E = printRankedArcs(OS, *Opts, *Settings))
      return std::move(E);
  To.OS << Text;
  return EXIT_SUCCESS;
}
