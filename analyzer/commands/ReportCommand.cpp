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
#include "commands/TextTable.h"
#include "commands/report/ProfileReport.h"
#include "commands/report/StackNames.h"
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

Expected<int> command::report(const CommandLine &Line, Context &Ctx) {
  Expected<ReportSettings> Settings = ReportSettings::of(Line, Ctx.OS);
  if (!Settings)
    return Settings.takeError();
  Expected<StringRef> Format =
      Settings->IsJson ? "json"
                       : formatOf(Line, " of report", {"text", "markdown"});
  if (!Format)
    return Format.takeError();
  // An error stands alone: nothing is printed before.
  std::string Text;
  raw_string_ostream Buffer(Text);
  Buffer.enable_colors(Ctx.OS.colors_enabled());
  std::optional<MarkdownStream> Markdown;
  if (*Format == "markdown")
    Settings->Display.Markdown = &Markdown.emplace(Buffer);
  raw_ostream &OS = Markdown ? *Markdown : static_cast<raw_ostream &>(Buffer);
  if (Settings->Groups) {
    // JSON may be long; all profiles are read before it is printed.
    if (Error E = reportGroups(Line, Settings->IsJson ? Ctx.OS : OS, Ctx.Warn,
                               *Settings))
      return std::move(E);
    Ctx.OS << Text;
    return EXIT_SUCCESS;
  }
  auto Print = [&](const ProfileModel &Model) {
    if (Model.Costs && Markdown)
      printMarkdownCosts(*Markdown, *Model.Costs);
    else if (Model.Costs && !Settings->IsSummary)
      printCosts(OS, *Model.Costs);
    else if (Model.Costs)
      OS << join(summarize(*Model.Costs).Lines, "\n") << "\n\n";
    Error E = printProfileReport(OS, Model, *Settings, Ctx.Warn);
    if (!E && Settings->IsSummary) {
      printHotPath(OS, Model, Settings->Display);
      printNextSteps(OS, Model, Settings->Display, dataOptions(Line),
                     Line.inputs());
    }
    return E;
  };
  Expected<Options> Opts = viewOptions(Line, Line.inputs(), Ctx.Warn);
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
  if (Error E = computeModel(*Opts, Ctx.Warn, Print, Parts))
    return std::move(E);
  // Sidecar files have the calls of functions by rank, segments those of arcs.
  if (Settings->View == ReportView::Ranks && Settings->Sort == SortKey::Calls)
    if (Error E = printRankedArcs(OS, *Opts, *Settings))
      return std::move(E);
  Ctx.OS << Text;
  return EXIT_SUCCESS;
}
