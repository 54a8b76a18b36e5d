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
#include "commands/report/EstimatedReport.h"
#include "commands/report/HotPath.h"
#include "commands/report/MeasuredReport.h"
#include "driver/Driver.h"
#include "reports/Reports.h"
#include "llvm/Support/FileSystem.h"

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
  Expected<bool> IsMarkdown = wantsMarkdown(Line, "report");
  if (!IsMarkdown)
    return IsMarkdown.takeError();
  std::optional<MarkdownStream> Markdown;
  if (*IsMarkdown)
    Settings->Display.Markdown = &Markdown.emplace(To.OS);
  raw_ostream &OS = Markdown ? *Markdown : To.OS;
  auto Print = [&](const ProfileModel &Model) {
    if (Model.Costs && Markdown)
      printMarkdownCosts(*Markdown, *Model.Costs);
    else if (Model.Costs)
      printCosts(To.OS, *Model.Costs);
    bool IsMeasured = Model.Stacks && !Model.Stacks->Samples.empty();
    Error E = IsMeasured ? printMeasuredReport(OS, Model, *Settings)
                         : printEstimatedReport(OS, Model, *Settings, To.Warn);
    if (!E && Settings->IsSummary) {
      printHotPath(OS, Model, Settings->Display);
      printNextSteps(OS, Model, Line.inputs());
    }
    return E;
  };
  Expected<Options> Opts = viewOptions(Line, Line.inputs());
  if (!Opts)
    return Opts.takeError();
  Opts->Lines = Settings->ByLine;
  if (Opts->Cost && Settings->View == ReportView::Threads)
    return makeError("options '--cost' and '--threads' exclude each other");
  // A profile with stacks has the threads there.
  if (Settings->View == ReportView::Threads &&
      any_of(Opts->ProfileFiles, [](const std::string &Name) {
        return sys::fs::exists(Name + GMON_THREADS_SUFFIX);
      }))
    Opts->Reports |= ReportThreads;
  if (Error E = computeModel(*Opts, To.Warn, Print))
    return std::move(E);
  return EXIT_SUCCESS;
}
