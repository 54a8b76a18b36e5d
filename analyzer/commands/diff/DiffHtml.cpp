//===-- DiffHtml.cpp - What changed, in a browser -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a comparison as JSON, by column, for formats/html/diff/diff.js.
//
//===----------------------------------------------------------------------===//

#include "commands/CostText.h"
#include "commands/diff/DiffReport.h"
#include "formats/html/HtmlPage.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

class DiffWriter : HtmlData {
public:
  DiffWriter(const DiffReport &Report, raw_ostream &OS)
      : HtmlData(OS), Report(Report) {}
  void write();

private:
  void writeSide(const DiffSide &Side);
  void writeItems(StringRef Name, const DiffSide &Side,
                  const DiffItem *DiffRow::*Item);
  void writeRows();
  void writeTotals();
  void writeStacks(const JoinedStacks &Stacks);
  void writeSources(StringRef Name, const DiffSide &Side,
                    ArrayRef<DiffFile> Files);

  const DiffReport &Report;
};

} // namespace

void DiffWriter::writeSide(const DiffSide &Side) {
  text("program", Side.Program);
  text("build_id", Side.BuildId);
  J.attribute("has_times", Side.HasTimes);
  number("runs", Side.NumRuns);
  if (Side.UnsampledThreads)
    number("unsampled_threads", double(Side.UnsampledThreads));
  number("rate", double(Side.Cost.Rate));
  number("samples", Side.Total);
  number("at_once", Side.AtOnce);
  number("time", Side.time(Side.Total, false));
}

/// Writes one side of the rows; null for a row without that side.
void DiffWriter::writeItems(StringRef Name, const DiffSide &Side,
                            const DiffItem *DiffRow::*Item) {
  J.attributeObject(Name, [&] {
    column("samples", Report.rows(), [&](const DiffRow &Row) {
      number(Row.*Item ? (Row.*Item)->Samples : 0);
    });
    column("error", Report.rows(), [&](const DiffRow &Row) {
      number(Row.*Item ? Side.time(Side.errorOf((Row.*Item)->Samples), false)
                       : 0);
    });
    column("path", Report.rows(), [&](const DiffRow &Row) {
      J.value(Row.*Item ? pathIndex((Row.*Item)->Path) : -1);
    });
    column("line", Report.rows(), [&](const DiffRow &Row) {
      J.value(Row.*Item ? (Row.*Item)->Line : 0);
    });
    column("each_call", Report.rows(), [&](const DiffRow &Row) {
      J.value(Row.*Item ? Side.eachCall(*(Row.*Item)) : 0);
    });
    column("calls", Report.rows(), [&](const DiffRow &Row) {
      if (Row.*Item && (Row.*Item)->HasCalls)
        count((Row.*Item)->Calls);
      else
        J.value(nullptr);
    });
  });
}

void DiffWriter::writeRows() {
  ArrayRef<DiffRow> All = Report.rows();
  using R = DiffRow;
  column("name", All, [&](const R &Row) { text(Row.any().Name); });
  column("link_name", All, [&](const R &Row) { text(Row.any().LinkName); });
  column("path", All,
         [&](const R &Row) { J.value(pathIndex(Row.any().Path)); });
  column("line", All, [&](const R &Row) { J.value(Row.any().Line); });
  column("old_time", All, [&](const R &Row) { number(Row.Self.OldTime); });
  column("new_time", All, [&](const R &Row) { number(Row.Self.NewTime); });
  column("error", All, [&](const R &Row) { number(Row.Self.Error); });
  column("alone", All, [&](const R &Row) { number(Row.Self.AloneByChance); });
  column("chance", All, [&](const R &Row) { number(Row.Self.ByChance); });
  column("significant", All,
         [&](const R &Row) { J.value(int(Row.Self.IsSignificant)); });
  column("other_calls", All,
         [&](const R &Row) { J.value(int(Row.HasOtherCalls)); });
  if (Report.Diff.IsMeasured)
    writeTotals();
  writeItems("old", Report.Old, &DiffRow::Old);
  writeItems("new", Report.New, &DiffRow::New);
}

/// Writes the times with callees.
void DiffWriter::writeTotals() {
  ArrayRef<DiffRow> All = Report.rows();
  using R = DiffRow;
  column("old_total", All, [&](const R &Row) { number(Row.Total.OldTime); });
  column("new_total", All, [&](const R &Row) { number(Row.Total.NewTime); });
  column("total_error", All, [&](const R &Row) { number(Row.Total.Error); });
  column("total_chance", All,
         [&](const R &Row) { number(Row.Total.ByChance); });
  column("total_significant", All,
         [&](const R &Row) { J.value(int(Row.Total.IsSignificant)); });
}

/// Writes a tree of calls with the samples of both sides.
void DiffWriter::writeStacks(const JoinedStacks &Stacks) {
  using N = JoinedNode;
  column("names", Stacks.Names, [&](const std::string &Name) { text(Name); });
  column("name", Stacks.Nodes, [&](const N &Node) { J.value(Node.Name); });
  column("parent", Stacks.Nodes, [&](const N &Node) {
    J.value(Node.Parent == TreeNode::NoParent ? -1 : int64_t(Node.Parent));
  });
  column("old", Stacks.Nodes, [&](const N &Node) { number(Node.Old); });
  column("new", Stacks.Nodes, [&](const N &Node) { number(Node.New); });
  column("chance", Stacks.Nodes, [&](const N &Node) { number(Node.ByChance); });
}

/// Writes the source of a side, with the cost and the executions of all runs:
/// the line, a row of the function (-1 for none), the number.
void DiffWriter::writeSources(StringRef Name, const DiffSide &Side,
                              ArrayRef<DiffFile> Files) {
  StringMap<int64_t> RowOf;
  for (const auto &[Index, Row] : enumerate(Report.rows()))
    RowOf.try_emplace(Row.any().LinkName, Index);
  auto WritePlace = [&](const FunctionInLine &Each) {
    auto Row = RowOf.find(Each.LinkName);
    J.value(Each.Line);
    J.value(Row == RowOf.end() ? -1 : Row->second);
  };
  column(Name, Files, [&](const DiffFile &Each) {
    const PageFile &File = Each.Page;
    J.object([&] {
      J.attribute("path", pathIndex(File.Path));
      column("starts", File.Starts, [&](uint32_t Line) { J.value(Line); });
      column("text", File.Excerpts, [&](const PageExcerpt &Excerpt) {
        J.array([&] {
          J.value(Excerpt.First);
          text(Excerpt.Text);
        });
      });
      J.attributeArray("times", [&] {
        for (const FunctionInLine &Function : Each.Functions)
          if (Function.Time > 0) {
            WritePlace(Function);
            number(Side.Cost.of(Function.Time));
          }
      });
      J.attributeArray("counts", [&] {
        for (const FunctionInLine &Function : Each.Functions)
          if (Function.Count) {
            WritePlace(Function);
            count(*Function.Count);
          }
      });
    });
  });
}

void DiffWriter::write() {
  const DiffSettings &Settings = Report.Settings;
  J.object([&] {
    J.attribute("by_line", Settings.ByLine);
    J.attribute("by_share", Settings.ByShare);
    number("tolerance", Settings.Tolerance);
    number("risk", Settings.Risk);
    text("dimension", Report.cost().isTime() ? "seconds" : Report.cost().Name);
    J.attribute("exact", Report.isExact());
    if (CostText(Report.cost()).variesBetweenRuns())
      J.attribute("varies", true);
    number("rate",
           double(std::max(Report.Old.Cost.Rate, Report.New.Cost.Rate)));
    if (Report.Diff.LacksSamples)
      J.attribute("lacks_samples", true);
    if (Report.Diff.IsMeasured)
      J.attributeObject("measured", [&] {
        number("chance", Report.Diff.All.ByChance);
        number("error", Report.Diff.All.Error);
        J.attribute("significant", Report.Diff.All.IsSignificant);
      });
    if (StringRef Name = Report.nameOfStacks(); !Name.empty())
      text("stacks_of", Name);
    J.attributeObject("old", [&] { writeSide(Report.Old); });
    J.attributeObject("new", [&] { writeSide(Report.New); });
    J.attributeObject("rows", [&] { writeRows(); });
    if (Report.Stacks)
      J.attributeObject("stacks", [&] { writeStacks(*Report.Stacks); });
    J.attributeObject("sources", [&] {
      writeSources("old", Report.Old, Report.Sources.Old);
      writeSources("new", Report.New, Report.Sources.New);
    });
    writePaths();
  });
}

void command::printHtml(raw_ostream &OS, const DiffReport &Report) {
  std::string Json;
  raw_string_ostream Data(Json);
  DiffWriter(Report, Data).write();
  printHtmlPage(OS, HtmlPage::Diff, Json);
}
