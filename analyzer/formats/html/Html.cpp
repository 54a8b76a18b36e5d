//===-- formats/html/Html.cpp - A page to look at a profile ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the profile: of the whole process if stacks measure it, or else of the
// program, with the times that the call graph propagates.
//
//===----------------------------------------------------------------------===//

#include "formats/html/Html.h"
#include "model/StackFacts.h"
#include "profile/GmonReader.h"
#include "llvm/ADT/Sequence.h"

using namespace gmon;
using namespace llvm;

/// The greatest number of bytes of source in a page.
static constexpr size_t MaxSourceText = 768 << 10;

/// The least part of the time, in percent, of a measured stack in a page,
/// unless the user chooses another.
static constexpr double MinStackPercent = 0.01;

PageWriter::PageWriter(const FormatContext &Context, raw_ostream &OS)
    : HtmlData(OS), Context(Context), Model(Context.Model),
      IsOfStacks(Model.isOfStacks()), Cost(Model.shownCost()),
      Times(StackTimes::shown(Model)), Bounds(Model), Arcs(Times.arcs()),
      Cycles(Times, Arcs), Functions(Model.shownFunctions()) {
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

void PageWriter::writeTimes() {
  const ModelRun &Run = Model.Run;
  J.attribute("rate", Cost.Rate);
  text("dimension", Cost.Name);
  J.attribute("counted", Cost.IsCounted);
  J.attribute("exact", IsOfStacks ? Cost.IsCounted : Run.IsExact);
  number("samples", Times.total());
  number("at_once", Model.shownAtOnce());
  time("time", Times.total());
  count("granularity", IsOfStacks ? 0 : Run.Granularity);
  time("other_time", IsOfStacks ? 0 : Run.RunNotes.OtherSamples);
  writeProcess();
}

void PageWriter::writeThreads() {
  J.attributeArray("threads", [&] {
    for (uint32_t I = 0; IsOfStacks && I < Model.Threads.size(); ++I)
      J.object([&] {
        count("id", Model.Threads[I].Id);
        text("name", Model.Threads[I].Name);
        time("time", Times.ofThread(I));
        J.attributeBegin("calls");
        calls(Model.Threads[I].Calls);
        J.attributeEnd();
      });
  });
}

void PageWriter::writeFunctions() {
  using F = ModelFunction;
  column("name", Functions, [&](const F &Function) { text(Function.Name); });
  column("path", Functions,
         [&](const F &Function) { J.value(pathIndex(Function.Path)); });
  column("line", Functions, [&](const F &Function) { J.value(Function.Line); });
  // -1: no module. -2: called by name, and no module is known to have it.
  column("module", Functions, [&](const F &Function) {
    J.value(Function.Module != NoIndex     ? int64_t(Function.Module)
            : Function.What == F::Function ? -2
                                           : -1);
  });
  column("calls", Functions, [&](const F &Function) { calls(Function.Calls); });
  std::vector<uint64_t> SelfCalls(Model.Functions.size());
  for (const StackArc &Arc : Arcs)
    if (Arc.Caller == Arc.Callee && !Arc.IsInlined)
      SelfCalls[Arc.Callee] = Arc.Calls.value_or(0);
  column("self_calls", ArrayRef(SelfCalls).take_front(Functions.size()),
         [&](uint64_t Calls) { count(Calls); });
  column("has_more_calls", Functions,
         [&](const F &Function) { J.value(int(Function.HasMoreCalls)); });
  column("has_inlined_calls", Functions,
         [&](const F &Function) { J.value(int(Function.HasInlinedCalls)); });
  const auto Indices = seq<FunctionIndex>(0, Functions.size());
  column("self", Indices,
         [&](FunctionIndex I) { time(Times.ofFunction(I).Self); });
  column("total", Indices,
         [&](FunctionIndex I) { time(Times.ofFunction(I).Total); });
  // The time of the calls that are counted, and of how many calls it is.
  column("self_of_calls", Indices,
         [&](FunctionIndex I) { time(Times.ofCalls(I).Self); });
  column("total_of_calls", Indices,
         [&](FunctionIndex I) { time(Times.ofCalls(I).Total); });
  column("timed_calls", Indices,
         [&](FunctionIndex I) { count(Times.timedCalls(I)); });
  column("is_lower_bound", Indices, [&](FunctionIndex I) {
    J.value(int(Bounds.isOne(I, Times.ofFunction(I).Total)));
  });
  column("cycle", Indices, [&](FunctionIndex I) {
    J.value(IsOfStacks ? Cycles.numbers()[I] : Functions[I].Cycle);
  });
}

void PageWriter::writeArcs() {
  using A = StackArc;
  column("caller", Arcs, [&](const A &Arc) {
    J.value(Arc.Caller == NoIndex ? -1 : int64_t(Arc.Caller));
  });
  column("callee", Arcs, [&](const A &Arc) { J.value(Arc.Callee); });
  // Such arcs are part of others, and no callers of the callee.
  column("inlined", Arcs, [&](const A &Arc) { J.value(int(Arc.IsInlined)); });
  column("calls", Arcs, [&](const A &Arc) { calls(Arc.Calls); });
  column("time", Arcs, [&](const A &Arc) { time(Arc.Total); });
  column("time_of_calls", Arcs, [&](const A &Arc) { time(Arc.TotalOfCalls); });
  column("is_lower_bound", Arcs,
         [&](const A &Arc) { J.value(int(Bounds.isOne(Arc, Arc.Total))); });
  column("nested", Arcs, [&](const A &Arc) { J.value(int(Arc.IsNested)); });
}

/// Measured times need no cycles, but those who read them do.
void PageWriter::writeCycles() {
  int64_t Number = 0;
  auto Write = [&](uint64_t Calls, uint64_t InternalCalls, double Self,
                   double Children, ArrayRef<FunctionIndex> Members) {
    J.object([&] {
      J.attribute("number", ++Number);
      count("calls", Calls);
      count("internal", InternalCalls);
      time("self", Self);
      time("children", Children);
      column("members", Members, [&](FunctionIndex F) { J.value(F); });
    });
  };
  J.attributeArray("cycles", [&] {
    if (!IsOfStacks)
      for (const ModelCycle &Cycle : Model.Cycles)
        Write(Cycle.Calls, Cycle.InternalCalls, Cycle.Self, Cycle.Children,
              Cycle.Members);
    else
      for (const StackCycle &Cycle : Cycles.all())
        Write(Cycle.Calls, Cycle.InternalCalls, Cycle.Time.Self,
              Cycle.Time.Total - Cycle.Time.Self, Cycle.Members);
  });
}

/// Writes the entries in their order: a function is its index, a cycle -1 - its
/// index. Those of stacks are in order of total, the greatest first.
void PageWriter::writeEntries() {
  std::vector<int64_t> Order;
  if (IsOfStacks) {
    append_range(Order, seq<int64_t>(0, Functions.size()));
    llvm::stable_sort(Order, [&](FunctionIndex A, FunctionIndex B) {
      return Times.ofFunction(A).Total > Times.ofFunction(B).Total;
    });
  } else {
    for (const ModelEntry &Entry : Model.Entries)
      Order.push_back(Entry.IsCycle ? -1 - int64_t(Entry.Index) : Entry.Index);
  }
  column("entries", Order, [&](int64_t Entry) { J.value(Entry); });
}

/// Writes the tree of calls, whose sums the page computes itself. If there are
/// several threads or groups of processes, writes the node, the part and the
/// time of samples: the page can show one part. The parts are the threads, and
/// the groups behind them.
void PageWriter::writeTree() {
  const CallTree Tree =
      IsOfStacks || Model.Run.HasTimes
          ? makeCallTree(Model, Context.Settings.MinPercent, MinStackPercent)
          : CallTree();
  using N = TreeNode;
  column("kind", Tree.Nodes, [&](const N &Node) {
    // In the order of TreeFrame::Kind.
    static constexpr const char *Kinds[] = {"f", "c", "p", "u", "w", "t"};
    J.value(Kinds[Tree.frameOf(Node).What]);
  });
  column("index", Tree.Nodes,
         [&](const N &Node) { J.value(Tree.frameOf(Node).Index); });
  column("parent", Tree.Nodes, [&](const N &Node) {
    J.value(Node.Parent == N::NoParent ? -1 : int64_t(Node.Parent));
  });
  column("inlined", Tree.Nodes,
         [&](const N &Node) { J.value(int(Node.IsInlined)); });
  column("self", Tree.Nodes, [&](const N &Node) { time(Node.Self); });
  const uint32_t NumThreads = Model.Threads.size();
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Sums; // by node and part
  for (const TreeSample &Sample : Tree.Samples) {
    if (NumThreads > 1)
      Sums[{Sample.Node, Sample.Thread}] += Sample.Count;
    if (!Model.Groups.empty())
      Sums[{Sample.Node, NumThreads + Sample.Group}] += Sample.Count;
  }
  if (Sums.empty())
    return;
  J.attributeArray("samples", [&] {
    for (auto [Key, Count] : Sums) {
      J.value(Key.first);
      J.value(Key.second);
      time(double(Count));
    }
  });
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
  if (!IsOfStacks)
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
    J.attributeObject("tree", [&] { writeTree(); });
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
  PageWriter(Context, Data).write();
  printHtmlPage(Context.OS, HtmlPage::Profile, Json);
  return Error::success();
}
