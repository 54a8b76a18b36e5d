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

#include "DiffReport.h"
#include "llvm/Support/JSON.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static json::Value sideOf(const DiffItem *Item, const DiffSide &Side) {
  if (!Item)
    return nullptr;
  double Seconds = Side.time(Item->Samples, false);
  json::Object Result{
      {"samples", Item->Samples},
      {"seconds", Seconds},
      {"error_seconds", Side.time(Side.errorOf(Item->Samples), false)},
      {"calls", Item->Calls},
      {"calls_per_run", Side.callsPerRun(*Item)},
  };
  if (Item->Calls)
    Result["seconds_per_call"] = Side.eachCall(*Item);
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
