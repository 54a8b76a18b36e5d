//===-- SegmentReport.cpp - A table of labels, ranks or processes ---------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row is a profile of its own: that of the segments with one key.
//
//===----------------------------------------------------------------------===//

#include "commands/sets/SegmentReport.h"
#include "commands/CostText.h"
#include "commands/Markdown.h"
#include "commands/TextTable.h"
#include "driver/Driver.h"
#include "files/ProfileSet.h"
#include "model/FunctionLookup.h"
#include "model/ProfileModel.h"
#include "program/OtherModules.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>
#include <tuple>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// A label, a rank, or a process with its host.
using Key = std::tuple<std::string, uint64_t>;

struct SegmentRow {
  std::string Name;
  double Samples = 0;
  uint64_t Calls = 0;
  std::string Top; ///< the function with most time, or else most calls
  CostKind Cost;
};

class SegmentTable {
public:
  SegmentTable(StringRef By, StringRef Function) : By(By), Function(Function) {}

  /// Adds the files of \p Opts, which must be in sets, to their rows.
  Error addFiles(const Options &Opts);
  /// Reads all rows.
  Error read(Options Opts, Warnings &Warn);
  void print(raw_ostream &OS, uint64_t Most, const Terminal &Display);

private:
  Key keyOf(const Segment &Of) const;
  std::string nameOf(const Key &Of) const;
  Error take(const ProfileModel &Model, SegmentRow &Row) const;

  StringRef By;
  StringRef Function; ///< of --callers: rows are about it; or empty
  std::map<Key, std::vector<std::string>> Files;
  std::vector<SegmentRow> Rows;
};

} // namespace

Key SegmentTable::keyOf(const Segment &Of) const {
  if (By == "label")
    return {Of.Label.str(), 0};
  if (By == "rank")
    return {"", Of.Rank};
  return {Of.Host.str(), Of.Process};
}

std::string SegmentTable::nameOf(const Key &Of) const {
  const auto &[Text, Number] = Of;
  if (By == "label")
    return Text.empty() ? "(no label)" : Text;
  if (By == "rank")
    return Number == GMON_NO_RANK ? "(no rank)" : utostr(Number);
  return utostr(Number) + (Text.empty() ? "" : " on " + Text);
}

Error SegmentTable::addFiles(const Options &Opts) {
  Expected<Image> Program = Image::open(Opts.ImageFile);
  if (!Program)
    return Program.takeError();
  OtherModules Others(&*Program);
  for (const std::string &Name : Opts.ProfileFiles)
    Others.look(Name);
  for (const std::string &Name : Opts.ProfileFiles) {
    std::optional<MemberPlace> Place = placeOf(Name);
    if (!Place)
      return makeFileError(Name, "no set, and '--by=" + By +
                                     "' is about processes in sets");
    if (!Others.has(Name))
      Files[keyOf(*Place->Of)].push_back(Name);
  }
  return Error::success();
}

Error SegmentTable::take(const ProfileModel &Model, SegmentRow &Row) const {
  Row.Cost = Model.Run.Cost;
  if (!Function.empty()) {
    Expected<SmallVector<FunctionIndex, 1>> Found =
        FunctionLookup(Model).findMeant(Function,
                                        "no function '" + Function + "'");
    if (!Found)
      return Found.takeError();
    for (FunctionIndex I : *Found) {
      const ModelFunction &Each = Model.Functions[I];
      Row.Calls += Each.Calls + Each.SelfCalls;
      Row.Samples += Each.Self;
    }
    return Error::success();
  }
  Row.Samples = Model.Run.Total;
  const ModelFunction *Top = nullptr;
  for (const ModelFunction &Each : Model.Functions) {
    Row.Calls += Each.Calls + Each.SelfCalls;
    if (!Top ||
        std::tie(Each.Self, Each.Calls) > std::tie(Top->Self, Top->Calls))
      Top = &Each;
  }
  if (Top)
    Row.Top = Top->Name.str();
  return Error::success();
}

Error SegmentTable::read(Options Opts, Warnings &Warn) {
  // A function may have no calls here.
  Opts.ShowUnused = true;
  ModelParts Parts;
  Parts.Stacks = false;
  Parts.Sources = false;
  for (auto &[Of, Names] : Files) {
    SegmentRow Row;
    Row.Name = nameOf(Of);
    Opts.ProfileFiles = std::move(Names);
    auto Take = [&](const ProfileModel &Model) { return take(Model, Row); };
    if (Error E = computeModel(Opts, Warn, Take, Parts))
      return E;
    if (Function.empty() || Row.Calls || Row.Samples > 0)
      Rows.push_back(std::move(Row));
  }
  // Equal ones stay in the order of their keys.
  llvm::stable_sort(Rows, [](const SegmentRow &A, const SegmentRow &B) {
    return std::tie(A.Samples, A.Calls) > std::tie(B.Samples, B.Calls);
  });
  return Error::success();
}

void SegmentTable::print(raw_ostream &OS, uint64_t Most,
                         const Terminal &Display) {
  if (Rows.empty()) {
    OS << "No " << By << " has calls or time of '" << Function << "'.\n";
    return;
  }
  const CostText Costs(Rows.front().Cost);
  double All = 0;
  for (const SegmentRow &Row : Rows)
    All += Row.Samples;
  TextTable Table;
  if (All > 0) {
    Table.addColumn(Costs.shareTitle());
    Table.addColumn(Costs.title(Function.empty() ? "time" : "self"));
  }
  Table.addColumn("calls");
  Table.addColumn(By, /*IsNumber=*/By == "rank");
  if (Function.empty())
    Table.addNameColumn("top function");
  for (const SegmentRow &Row : ArrayRef(Rows).take_front(Most)) {
    std::vector<Cell> Cells;
    auto Add = [&](std::string Text) {
      Cells.push_back({std::move(Text), std::nullopt});
    };
    if (All > 0) {
      Add(fixed(ProfileModel::percent(Row.Samples, All), 1));
      Add(Costs.number(Row.Cost.of(Row.Samples)));
    }
    Add(utostr(Row.Calls));
    Add(Row.Name);
    if (Function.empty())
      Add(Row.Top);
    Table.addRow(std::move(Cells));
  }
  Table.print(OS, Display);
}

bool command::isBySegment(const CommandLine &Line) {
  return is_contained({"label", "rank", "process"}, Line.valueOf(OPT_by, ""));
}

Error command::reportSegments(const CommandLine &Line, Context &To) {
  const StringRef By = Line.valueOf(OPT_by, "");
  constexpr std::pair<OptionID, StringLiteral> Others[] = {
      {OPT_callees, "--callees"}, {OPT_tree, "--tree"},
      {OPT_threads, "--threads"}, {OPT_ranks, "--ranks"},
      {OPT_mpi, "--mpi"},         {OPT_line, "--line"},
      {OPT_focus, "--focus"},     {OPT_ignore, "--ignore"},
      {OPT_summary, "--summary"}, {OPT_sort, "--sort"}};
  for (const auto &[ID, Name] : Others)
    if (Line.has(ID))
      return makeError("options '--by=" + By + "' and '" + Name +
                       "' exclude each other");
  Expected<bool> IsMarkdown = wantsMarkdown(Line, "report");
  if (!IsMarkdown)
    return IsMarkdown.takeError();
  Expected<uint64_t> Most = Line.numberOf(OPT_top, 1, UINT64_MAX);
  if (!Most)
    return Most.takeError();
  Expected<Terminal> Display = Terminal::of(To.OS, Line);
  if (!Display)
    return Display.takeError();
  Expected<Options> Opts = viewOptions(Line, Line.inputs(), To.Warn);
  if (!Opts)
    return Opts.takeError();
  SegmentTable Table(By, Line.valueOf(OPT_callers, ""));
  if (Error E = Table.addFiles(*Opts))
    return E;
  if (Error E = Table.read(*Opts, To.Warn))
    return E;
  if (!*IsMarkdown) {
    Table.print(To.OS, *Most, *Display);
    return Error::success();
  }
  MarkdownStream Markdown(To.OS);
  Display->Markdown = &Markdown;
  Table.print(Markdown, *Most, *Display);
  return Error::success();
}
