//===-- DiffHtml.cpp - A comparison as a page -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins the nodes of stacks whose frames have the same names, from the
// outermost on, and the source of both sides. Times of lines are those of the
// stacks if the model has some, as in chooseSource(). Writes all that as JSON,
// by column, for formats/html/diff/diff.js.
//
//===----------------------------------------------------------------------===//

#include "commands/CostText.h"
#include "commands/diff/DiffReport.h"
#include "formats/html/HtmlPage.h"
#include "model/ProfileDiff.h"
#include "support/Errors.h"
#include "llvm/ADT/StringMap.h"

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
  auto WritePlace = [&](const FunctionInLine &Item) {
    auto Row = RowOf.find(Item.LinkName);
    J.value(Item.Line);
    J.value(Row == RowOf.end() ? -1 : Row->second);
  };
  column(Name, Files, [&](const DiffFile &Item) {
    const PageFile &File = Item.Page;
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
        for (const FunctionInLine &Function : Item.Functions)
          if (Function.Time > 0) {
            WritePlace(Function);
            number(Side.Cost.of(Function.Time));
          }
      });
      J.attributeArray("counts", [&] {
        for (const FunctionInLine &Function : Item.Functions)
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

/// The greatest number of bytes of a side's source in a page.
static constexpr size_t MaxSourceText = 384 << 10;

namespace {

/// Adds up the figures of functions in lines, by path.
class FunctionLines {
public:
  FunctionLines(const ProfileModel &Model, bool ByLine);
  std::vector<FunctionInLine> take(StringRef Path);

private:
  FunctionInLine &at(StringRef Path, uint32_t Line, StringRef LinkName) {
    auto &Found = Files[Path][{Line, linkNameOfBuilds(LinkName)}];
    Found.Line = Line;
    return Found;
  }
  void addStacks(const ProfileModel &Model);
  void addCounts(const CountedFile &File);

  using Key = std::pair<uint32_t, StringRef>; ///< line, name
  StringMap<std::map<Key, FunctionInLine>> Files;
};

} // namespace

void FunctionLines::addStacks(const ProfileModel &Model) {
  for (const StackLine &Line : StackTimes(Model).lines())
    if (const ModelFunction &Function = Model.Functions[Line.Function];
        !Line.Path.empty() && Line.Time.Self > 0)
      at(Line.Path, Line.Line, linkNameOf(Function)).Time += Line.Time.Self;
}

void FunctionLines::addCounts(const CountedFile &File) {
  auto Add = [&](StringRef LinkName, const CountedLine &Line) {
    std::optional<uint64_t> &Count = at(File.Path, Line.Number, LinkName).Count;
    Count = Count.value_or(0) + Line.Count;
  };
  std::map<uint32_t, uint64_t> Known;
  for (const CountedFunction &Function : File.Functions)
    for (const CountedLine &Line : Function.Lines) {
      Add(Function.LinkName, Line);
      Known[Line.Number] += Line.Count;
    }
  for (const CountedLine &Line : File.Lines)
    if (auto Found = Known.find(Line.Number); Found == Known.end())
      Add("", Line);
    else if (Found->second < Line.Count)
      Add("", {Line.Number, Line.Count - Found->second});
}

FunctionLines::FunctionLines(const ProfileModel &Model, bool ByLine) {
  if (Model.isMeasured())
    addStacks(Model);
  else
    for (const ModelRow &Row : Model.Flat)
      if (Model.Run.IsByLine && !Row.Path.empty() && Row.Line && Row.Self > 0)
        at(Row.Path, Row.Line,
           ByLine ? Row.LinkName : Model.Functions[Row.Function].LinkName)
            .Time += Row.Self;
  for (const CountedFile &File : Model.Lines)
    addCounts(File);
  for (const CountedFile &File : Model.LibraryLines)
    addCounts(File);
}

std::vector<FunctionInLine> FunctionLines::take(StringRef Path) {
  std::vector<FunctionInLine> Result;
  for (auto &[Place, Figures] : Files[Path]) {
    Figures.LinkName = Place.second.str();
    Result.push_back(std::move(Figures));
  }
  return Result;
}

std::vector<DiffFile> command::chooseDiffSource(const ProfileModel &Model,
                                                bool ByLine,
                                                const SourceSettings &Settings,
                                                Warnings &Warn) {
  const SourceOpener Opener(Settings, *Model.Origins, Warn);
  FunctionLines Lines(Model, ByLine);
  std::vector<DiffFile> Result;
  for (PageFile &File : chooseSource(
           Model,
           [&](PageFile &Item) {
             Item.Text = Opener.openAsCompiled(Item.Path);
           },
           MaxSourceText)) {
    std::vector<FunctionInLine> Functions = Lines.take(File.Path);
    Result.push_back({std::move(File), std::move(Functions)});
  }
  return Result;
}

namespace {

class Joiner {
public:
  void add(const CallTree &Tree, double JoinedNode::*Side);
  JoinedStacks take() { return std::move(Stacks); }

private:
  uint32_t nameOf(StringRef Name);
  uint32_t nodeOf(uint32_t Parent, uint32_t Name);

  JoinedStacks Stacks;
  StringMap<uint32_t> Names;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> Nodes; ///< parent, name
};

} // namespace

uint32_t Joiner::nameOf(StringRef Name) {
  auto [It, IsNew] = Names.try_emplace(Name, Stacks.Names.size());
  if (IsNew)
    Stacks.Names.push_back(Name.str());
  return It->second;
}

uint32_t Joiner::nodeOf(uint32_t Parent, uint32_t Name) {
  auto [It, IsNew] = Nodes.try_emplace({Parent, Name}, Stacks.Nodes.size());
  if (IsNew)
    Stacks.Nodes.push_back({Name, Parent});
  return It->second;
}

void Joiner::add(const CallTree &Tree, double JoinedNode::*Side) {
  std::vector<uint32_t> Joined; // by node of the tree
  for (const TreeNode &Node : Tree.Nodes) {
    uint32_t Parent = Node.Parent == TreeNode::NoParent ? TreeNode::NoParent
                                                        : Joined[Node.Parent];
    Joined.push_back(nodeOf(Parent, nameOf(Tree.frameOf(Node).Name)));
    Stacks.Nodes[Joined.back()].*Side += Node.Self;
  }
}

JoinedStacks command::joinStacks(const CallTree &Old, const CallTree &New) {
  Joiner Join;
  Join.add(Old, &JoinedNode::Old);
  Join.add(New, &JoinedNode::New);
  return Join.take();
}

void command::testStacks(const DiffSide &Old, const DiffSide &New,
                         DiffSettings Settings, JoinedStacks &Stacks) {
  std::vector<SamplePair> Totals;
  for (const JoinedNode &Node : Stacks.Nodes)
    Totals.push_back({Node.Old, Node.New});
  for (size_t I = Totals.size(); I > 0; --I)
    if (const uint32_t Parent = Stacks.Nodes[I - 1].Parent;
        Parent != TreeNode::NoParent) {
      Totals[Parent].Old += Totals[I - 1].Old;
      Totals[Parent].New += Totals[I - 1].New;
    }
  // The flame has times, whatever the tables compare.
  Settings.ByShare = false;
  for (auto [Node, ByChance] :
       zip_equal(Stacks.Nodes, chancesInAll(Old, New, Settings, Totals)))
    Node.ByChance = ByChance;
}
