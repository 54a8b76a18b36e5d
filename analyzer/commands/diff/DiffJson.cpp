//===-- DiffJson.cpp - What changed, for scripts --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints all rows of a comparison as JSON, in full precision.
//
//===----------------------------------------------------------------------===//

#include "commands/diff/DiffReport.h"
#include "llvm/Support/JSON.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static json::Value sideOf(const DiffItem *Item, const DiffSide &Side) {
  if (!Item)
    return nullptr;
  const CostKind &Cost = Side.Cost;
  json::Object Result{
      {"samples", Item->Samples},
      {Cost.key("seconds"), Side.time(Item->Samples, false)},
      {Cost.key("error_seconds"),
       Side.time(Side.errorOf(Item->Samples), false)},
      {"calls", Item->Calls},
      {"calls_per_run", Side.callsPerRun(*Item)},
  };
  if (Item->Calls && (Item->Samples == 0 || Side.eachCall(*Item) > 0))
    Result[Cost.key("seconds_per_call")] = Side.eachCall(*Item);
  if (Side.IsMeasured) {
    Result["total_samples"] = Item->Total;
    Result[Cost.key("total_seconds")] = Side.time(Item->Total, false);
    Result[Cost.key("total_error_seconds")] =
        Side.time(Side.errorOf(Item->Total), false);
  }
  if (!Item->HasCalls) {
    Result["calls"] = nullptr;
    Result["calls_per_run"] = nullptr;
  }
  return Result;
}

static json::Value describe(const DiffSide &Side) {
  json::Object Result{{"program", json::fixUTF8(Side.Program)},
                      {"build_id", Side.BuildId},
                      {"runs", Side.NumRuns},
                      {Side.Cost.key("samples_per_second"), Side.Cost.Rate},
                      {"samples", Side.Total},
                      {"samples_per_interrupt", Side.AtOnce},
                      {Side.Cost.key("seconds"), Side.time(Side.Total, false)}};
  if (Side.Rank)
    Result["rank"] = *Side.Rank;
  if (Side.UnsampledThreads)
    Result["unsampled_threads"] = Side.UnsampledThreads;
  return Result;
}

/// Prints \p Change as attributes whose names begin with \p Prefix.
static void printChange(json::OStream &Out, const DiffReport &Report,
                        const DiffChange &Change, const std::string &Prefix) {
  const std::string Unit =
      Report.Settings.ByShare ? "percent" : Report.cost().key("seconds");
  Out.attribute(Prefix + "change_" + Unit, Change.change());
  Out.attribute(Prefix + "error_" + Unit, Change.Error);
  Out.attribute(Prefix + "probability_alone", Change.AloneByChance);
  Out.attribute(Prefix + "probability", Change.ByChance);
  Out.attribute(Prefix + "significant", Change.IsSignificant);
}

void command::printJson(raw_ostream &OS, const DiffReport &Report) {
  const DiffSettings &Settings = Report.Settings;
  json::OStream Out(OS, 2);
  Out.object([&] {
    Out.attribute("format", "llvm-gprof-diff");
    Out.attribute("version", 1);
    Out.attribute("by_line", Settings.ByLine);
    Out.attribute("by_share", Settings.ByShare);
    Out.attribute("tolerance", Settings.Tolerance);
    Out.attribute("risk", Settings.Risk);
    if (!Report.cost().isTime()) {
      Out.attribute("dimension", Report.cost().Name);
      Out.attribute("exact", Report.isExact());
    }
    Out.attribute("old", describe(Report.Old));
    Out.attribute("new", describe(Report.New));
    Out.attribute("significant_changes", int64_t(Report.numSignificant()));
    if (Report.Diff.IsMeasured)
      Out.attributeObject(
          "measured", [&] { printChange(Out, Report, Report.Diff.All, ""); });
    Out.attributeArray(Settings.ByLine ? "lines" : "functions", [&] {
      for (const DiffRow &Row : Report.rows())
        Out.object([&] {
          const DiffItem &Item = Row.any();
          Out.attribute("name", json::fixUTF8(Item.Name));
          Out.attribute("linkage_name", json::fixUTF8(Item.LinkName));
          if (!Item.Module.empty())
            Out.attribute("module", json::fixUTF8(Item.Module));
          if (!Item.Path.empty()) {
            Out.attribute("file", json::fixUTF8(Item.Path));
            Out.attribute("line", Item.Line);
          }
          Out.attribute("old", sideOf(Row.Old, Report.Old));
          Out.attribute("new", sideOf(Row.New, Report.New));
          printChange(Out, Report, Row.Self, "");
          if (Report.Diff.IsMeasured)
            printChange(Out, Report, Row.Total, "total_");
          Out.attribute("calls_changed", Row.HasOtherCalls);
        });
    });
  });
  OS << '\n';
}
