//===-- formats/html/Html.cpp - A page to look at a profile ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the shared parts of pages, and those of a profile without measured
// stacks.
//
//===----------------------------------------------------------------------===//

#include "formats/html/Html.h"
#include "profile/GmonReader.h"

using namespace gmon;
using namespace llvm;

/// The greatest number of bytes of source in a page.
static constexpr size_t MaxSourceText = 768 << 10;

namespace {

/// Writes the times that the call graph propagates.
class EstimatePageWriter : public PageWriter {
public:
  using PageWriter::PageWriter;

private:
  double cost(double Samples) const override { return Model.cost(Samples); }
  void writeTimes() override;
  void writeFunctions() override;
  void writeArcs() override;
  void writeStacks() override;
  void writeThreads() override {
    J.attributeArray("threads", [] {});
  }
  void writeCycle(const ModelCycle &Cycle);
  void writeCycles() override;
  void writeEntries() override;
};

} // namespace

PageWriter::PageWriter(const FormatContext &Context, raw_ostream &OS)
    : HtmlData(OS), Context(Context), Model(Context.Model) {
  const SourceOpener Sources(Context.Settings.Sources, *Model.Origins,
                             Context.Warn);
  Files = chooseSource(
      Model,
      [&](PageFile &File) {
        File.Text =
            Sources.open(File.Path, /*WarnIfMissing=*/false, &File.HasChanged);
      },
      MaxSourceText);
}

void PageWriter::writeRun() {
  const ModelRun &Run = Model.Run;
  text("program", Run.Program);
  text("build_id", Run.BuildId);
  column("data", Run.Files->contents(), [&](const FileContents &File) {
    J.object([&] {
      text("path", File.Name);
      J.attribute("version", File.Version);
      count("histograms", File.NumHistograms);
      count("arcs", File.NumArcs);
      count("blocks", File.NumBlockRecords);
    });
  });
  J.attribute("has_times", Run.HasTimes);
  J.attribute("has_counts",
              !Model.Lines.empty() || !Model.LibraryLines.empty());
  J.attribute("is_optimized", Run.IsOptimized);
  writeTimes();
  if (Run.RunNotes.HookPicoseconds)
    J.attributeObject("hooks", [&] {
      count("calls", Run.HookCalls);
      number("each", Run.RunNotes.hookSeconds());
      number("time", Model.cost(Run.HookTime));
    });
}

void EstimatePageWriter::writeTimes() {
  const ModelRun &Run = Model.Run;
  J.attribute("rate", Run.Cost.Rate);
  text("dimension", Run.Cost.Name);
  J.attribute("counted", Run.Cost.IsCounted);
  J.attribute("exact", Run.IsExact);
  count("granularity", Run.Granularity);
  number("samples", Run.Total);
  number("at_once", Run.SamplesAtOnce);
  time("time", Run.Total);
  if (Run.RunNotes.OtherSamples)
    time("other_time", Run.RunNotes.OtherSamples);
  time("graph_time", Run.GraphTotal);
  J.attribute("broken", int64_t(Model.Broken.size()));
}

void EstimatePageWriter::writeFunctions() {
  const std::vector<ModelFunction> &All = Model.Functions;
  using F = ModelFunction;
  column("name", All, [&](const F &Each) { text(Each.Name); });
  column("path", All, [&](const F &Each) { J.value(pathIndex(Each.Path)); });
  column("line", All, [&](const F &Each) { J.value(Each.Line); });
  column("calls", All, [&](const F &Each) { count(Each.Calls); });
  column("self_calls", All, [&](const F &Each) { count(Each.SelfCalls); });
  column("self", All, [&](const F &Each) { time(Each.Self); });
  column("children", All, [&](const F &Each) { time(Each.Children); });
  column("entry_self", All, [&](const F &Each) { time(Each.EntrySelf); });
  column("entry_children", All,
         [&](const F &Each) { time(Each.EntryChildren); });
  column("entry", All, [&](const F &Each) { J.value(Each.Entry); });
  column("cycle", All, [&](const F &Each) { J.value(Each.Cycle); });
}

void EstimatePageWriter::writeArcs() {
  const std::vector<ModelArc> &All = Model.Arcs;
  using A = ModelArc;
  column("caller", All, [&](const A &Each) { J.value(Each.Caller); });
  column("callee", All, [&](const A &Each) { J.value(Each.Callee); });
  column("calls", All, [&](const A &Each) { count(Each.Calls); });
  column("all", All, [&](const A &Each) { count(Each.AllCalls); });
  column("self", All, [&](const A &Each) { time(Each.Self); });
  column("children", All, [&](const A &Each) { time(Each.Children); });
  column("internal", All,
         [&](const A &Each) { J.value(int(Each.IsInternal)); });
}

void EstimatePageWriter::writeCycle(const ModelCycle &Cycle) {
  J.attribute("number", Cycle.Number);
  J.attribute("entry", Cycle.Entry);
  count("calls", Cycle.Calls);
  count("internal", Cycle.InternalCalls);
  time("self", Cycle.EntrySelf);
  time("children", Cycle.EntryChildren);
  column("members", Cycle.Members, [&](FunctionIndex F) { J.value(F); });
}

void EstimatePageWriter::writeCycles() {
  column("cycles", Model.Cycles, [&](const ModelCycle &Cycle) {
    J.object([&] { writeCycle(Cycle); });
  });
}

void EstimatePageWriter::writeEntries() {
  // A cycle is -1 - its index, a function its index.
  column("entries", Model.Entries, [&](const ModelEntry &Entry) {
    J.value(Entry.IsCycle ? -1 - int64_t(Entry.Index) : int64_t(Entry.Index));
  });
}

void EstimatePageWriter::writeStacks() {
  writeTree(Model.Run.HasTimes ? makeFrameTree(Context) : FrameTree());
}

/// Writes a tree of calls. The page computes sums of nodes itself.
void PageWriter::writeTree(const FrameTree &Tree) {
  using N = TreeNode;
  auto FrameOf = [&](const N &Node) -> const TreeFrame & {
    return Tree.Frames[Node.Frame];
  };
  column("kind", Tree.Nodes, [&](const N &Node) {
    // In the order of TreeFrame::Kind.
    static constexpr const char *Kinds[] = {"f", "c", "p", "u", "w", "t"};
    J.value(Kinds[FrameOf(Node).What]);
  });
  column("index", Tree.Nodes,
         [&](const N &Node) { J.value(FrameOf(Node).Index); });
  column("parent", Tree.Nodes, [&](const N &Node) {
    J.value(Node.Parent == N::NoParent ? -1 : int64_t(Node.Parent));
  });
  if (Tree.IsMeasured)
    column("inlined", Tree.Nodes,
           [&](const N &Node) { J.value(int(Node.IsInlined)); });
  column("self", Tree.Nodes, [&](const N &Node) { time(Node.Self); });
}

void PageWriter::writeFile(const PageFile &File) {
  J.attribute("path", pathIndex(File.Path));
  J.attribute("length", File.Length);
  time("time", File.Time);
  if (File.HasChanged)
    J.attribute("changed", true);
  unsigned NumCounted = 0, NumExecuted = 0;
  for (const auto &[Number, Line] : File.Lines) {
    NumCounted += Line.Count.has_value();
    NumExecuted += Line.Count.value_or(0) > 0;
  }
  J.attribute("counted", NumCounted);
  J.attribute("executed", NumExecuted);
  column("text", File.Excerpts, [&](const PageExcerpt &Excerpt) {
    J.array([&] {
      J.value(Excerpt.First);
      text(Excerpt.Text);
    });
  });
  writeLines(File, File.Lines);
  J.attributeArray("owners", [&] {
    for (const auto &[Number, Line] : File.Lines)
      for (FunctionIndex Owner : Line.Owners) {
        J.value(Number);
        J.value(Owner);
      }
  });
  if (File.Threads.empty())
    return;
  column("threads", File.Threads, [&](const PageThread &Thread) {
    J.object([&] {
      J.attribute("thread", Thread.Thread);
      time("time", Thread.Time);
      writeLines(File, Thread.Lines);
    });
  });
}

/// Writes those of \p Lines that are in the page; without text, those with
/// samples.
void PageWriter::writeLines(const PageFile &File, const PageLines &Lines) {
  auto WritePairs = [&](StringRef Name, auto Write) {
    J.attributeArray(Name, [&] {
      if (File.Excerpts.empty())
        for (const auto &[Number, Line] : Lines)
          if (Line.Time > 0)
            Write(Number, Line);
      for (const PageExcerpt &Excerpt : File.Excerpts) {
        uint32_t End = Excerpt.First + 1 + Excerpt.Text.count('\n');
        for (auto It = Lines.lower_bound(Excerpt.First);
             It != Lines.end() && It->first < End; ++It)
          Write(It->first, It->second);
      }
    });
  };
  WritePairs("counts", [&](uint32_t Number, const PageLine &Line) {
    if (!Line.Count)
      return;
    J.value(Number);
    count(*Line.Count);
  });
  auto WriteTimes = [&](StringRef Name, double PageLine::*Time) {
    WritePairs(Name, [&](uint32_t Number, const PageLine &Line) {
      if (!(Line.*Time > 0))
        return;
      J.value(Number);
      time(Line.*Time);
    });
  };
  WriteTimes("times", &PageLine::Time);
  if (!Model.isOfStacks())
    return;
  WriteTimes("totals", &PageLine::Total);
  // Line, callee, time, the inlined part of it, and number of calls.
  WritePairs("calls", [&](uint32_t Number, const PageLine &Line) {
    for (const LineCall &Call : Line.Calls) {
      J.value(Number);
      J.value(Call.Callee);
      time(Call.Total);
      time(Call.Inlined);
      if (Call.Calls)
        count(*Call.Calls);
      else
        J.value(nullptr);
    }
  });
}

void PageWriter::write() {
  J.object([&] {
    writeRun();
    writeThreads();
    J.attributeObject("functions", [&] { writeFunctions(); });
    J.attributeObject("arcs", [&] { writeArcs(); });
    writeCycles();
    writeEntries();
    J.attributeObject("tree", [&] { writeStacks(); });
    column("files", Files,
           [&](const PageFile &File) { J.object([&] { writeFile(File); }); });
    writeRanks();
    writeGroups();
    writeAdvice();
    writeCode();
    writePaths();
  });
}

Error gmon::writeHtml(const FormatContext &Context) {
  std::string Json;
  raw_string_ostream Data(Json);
  if (Context.Model.isOfStacks())
    writeStacksPage(Context, Data);
  else
    EstimatePageWriter(Context, Data).write();
  printHtmlPage(Context.OS, HtmlPage::Profile, Json);
  return Error::success();
}
