//===-- formats/html/HtmlStacks.cpp - A page with measured stacks ---------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the measured times of the whole process. Functions are those of the
// StackModel, in its order.
//
//===----------------------------------------------------------------------===//

#include "formats/html/Html.h"
#include "formats/html/HtmlCycles.h"
#include "model/IncompleteStacks.h"
#include "model/StackFacts.h"
#include "llvm/ADT/Sequence.h"
#include <numeric>

using namespace gmon;
using namespace llvm;

/// The least part of the time, in percent, of a stack in a page, unless the
/// user chooses another.
static constexpr double MinStackPercent = 0.01;

namespace {

class StacksPageWriter : public PageWriter {
public:
  StacksPageWriter(const FormatContext &Context, raw_ostream &OS)
      : PageWriter(Context, OS), Stacks(*Context.Model.Stacks), Times(Stacks),
        Bounds(Stacks), Order(Stacks.NumOfStacks), Arcs(Times.arcs()),
        Cycles(Times, Arcs) {
    std::iota(Order.begin(), Order.end(), 0);
    llvm::stable_sort(Order, [&](StackFunctionIndex A, StackFunctionIndex B) {
      return Times.ofFunction(A).Total > Times.ofFunction(B).Total;
    });
  }

private:
  double cost(double Samples) const override { return Stacks.cost(Samples); }
  void calls(std::optional<uint64_t> Calls) {
    if (Calls)
      count(*Calls);
    else
      J.value(nullptr);
  }
  void writeTimes() override;
  void writeModules();
  void writeFunctions() override;
  void writeArcs() override;
  void writeStacks() override;
  void writeThreads() override;
  void writeCycles() override;
  void writeEntries() override;

  const StackModel &Stacks;
  StackTimes Times;
  LowerBounds Bounds;
  std::vector<StackFunctionIndex> Order; ///< by total, the greatest first
  std::vector<StackArc> Arcs;
  StackCycles Cycles;
};

} // namespace

void StacksPageWriter::writeTimes() {
  J.attribute("rate", Stacks.Cost.Rate);
  text("dimension", Stacks.Cost.Name);
  J.attribute("exact", Stacks.Cost.IsCounted);
  number("samples", Times.total());
  number("at_once", Stacks.SamplesAtOnce);
  time("time", Times.total());
  time("graph_time", Times.total());
  J.attribute("broken", 0);
  J.attributeObject("measured", [&] {
    J.attribute("is_elapsed", Stacks.IsElapsed);
    count("runs", Stacks.Runs);
    number("user", double(Stacks.UserTime) / 1e9);
    number("system", double(Stacks.SystemTime) / 1e9);
    number("elapsed", double(Stacks.ElapsedTime) / 1e9);
    count("folded", Stacks.Folded);
    count("lost", Stacks.Lost);
    time("incomplete", samplesAt(Stacks, incompleteNodes(Stacks)));
    J.attribute("has_lower_bounds", Bounds.any());
    J.attributeArray("without_tables", [&] {
      for (uint32_t Module : modulesWithoutTables(Stacks))
        J.value(Module);
    });
    if (Stacks.IsElapsed) {
      double Waiting = 0;
      for (const StackSampleRow &Row : Stacks.Samples)
        if (Row.Kind == GMON_SAMPLE_WAITING)
          Waiting += double(Row.Count);
      time("waiting", Waiting);
    }
    writeModules();
  });
}

/// Writes the modules, and what stands for one in the time of the process.
void StacksPageWriter::writeModules() {
  auto Write = [&](StringRef Name, StringRef Path, const StackTime &Time,
                   bool IsProgram = false) {
    J.object([&] {
      text("name", Name);
      text("path", Path);
      J.attribute("is_program", IsProgram);
      time("self", Time.Self);
      time("total", Time.Total);
      J.attribute("is_lower_bound",
                  int(!Path.empty() && Bounds.isOne(Time.Total)));
    });
  };
  J.attributeArray("modules", [&] {
    for (uint32_t I = 0; I < Stacks.Modules.size(); ++I)
      Write(Stacks.Modules[I].Name, Stacks.Modules[I].Path, Times.ofModule(I),
            Stacks.Modules[I].IsProgram);
    using Kind = StackFunction::Kind;
    std::initializer_list<std::pair<Kind, StringRef>> Others = {
        {StackFunction::Profiler, "the profiler"},
        {StackFunction::OtherCode, "code of no module"},
        {StackFunction::Unknown, "unknown code"}};
    for (auto [What, Name] : Others) {
      StackTime Sum;
      for (StackFunctionIndex F = 0; F < Stacks.Functions.size(); ++F)
        if (Stacks.Functions[F].What == What)
          Sum.Self += Times.ofFunction(F).Self;
      Sum.Total = Sum.Self;
      if (Sum.Self > 0)
        Write(Name, "", Sum);
    }
  });
}

void StacksPageWriter::writeThreads() {
  J.attributeArray("threads", [&] {
    for (uint32_t I = 0; I < Stacks.Threads.size(); ++I)
      J.object([&] {
        count("id", Stacks.Threads[I].Id);
        text("name", Stacks.Threads[I].Name);
        time("time", Times.ofThread(I));
        J.attributeBegin("calls");
        calls(Stacks.Threads[I].Calls);
        J.attributeEnd();
      });
  });
}

void StacksPageWriter::writeFunctions() {
  const auto All = ArrayRef(Stacks.Functions).take_front(Stacks.NumOfStacks);
  using F = StackFunction;
  column("name", All, [&](const F &Each) { text(Each.Name); });
  column("path", All, [&](const F &Each) { J.value(pathIndex(Each.Path)); });
  column("line", All, [&](const F &Each) { J.value(Each.Line); });
  // -1: no module. -2: called by name, and no module is known to have it.
  column("module", All, [&](const F &Each) {
    J.value(Each.Module != NoStackIndex ? int64_t(Each.Module)
            : Each.What == F::Function  ? -2
                                        : -1);
  });
  column("calls", All, [&](const F &Each) { calls(Each.Calls); });
  auto Indices = seq<StackFunctionIndex>(0, All.size());
  column("has_more_calls", All,
         [&](const F &Each) { J.value(int(Each.HasMoreCalls)); });
  column("has_inlined_calls", Indices,
         [&](uint32_t I) { J.value(int(hasInlinedCalls(Stacks, I))); });
  column("self", Indices, [&](uint32_t I) { time(Times.ofFunction(I).Self); });
  column("total", Indices,
         [&](uint32_t I) { time(Times.ofFunction(I).Total); });
  // The time of the calls that are counted, and of how many calls it is.
  column("self_of_calls", Indices,
         [&](uint32_t I) { time(Times.ofCalls(I).Self); });
  column("total_of_calls", Indices,
         [&](uint32_t I) { time(Times.ofCalls(I).Total); });
  column("timed_calls", Indices,
         [&](uint32_t I) { count(Times.timedCalls(I)); });
  column("is_lower_bound", Indices, [&](uint32_t I) {
    J.value(int(Bounds.isOne(I, Times.ofFunction(I).Total)));
  });
  std::vector<uint32_t> Entry(All.size());
  for (auto [Place, F] : enumerate(Order))
    Entry[F] = Place + 1;
  column("entry", Entry, [&](uint32_t Number) { J.value(Number); });
  column("cycle", ArrayRef(Cycles.numbers()).take_front(All.size()),
         [&](uint32_t Number) { J.value(Number); });
}

void StacksPageWriter::writeArcs() {
  column("caller", Arcs, [&](const StackArc &Each) {
    J.value(Each.Caller == NoStackIndex ? -1 : int64_t(Each.Caller));
  });
  column("callee", Arcs, [&](const StackArc &Each) { J.value(Each.Callee); });
  // Such arcs are part of others, and no callers of the callee.
  column("inlined", Arcs,
         [&](const StackArc &Each) { J.value(int(Each.IsInlined)); });
  column("calls", Arcs, [&](const StackArc &Each) { calls(Each.Calls); });
  column("time", Arcs, [&](const StackArc &Each) { time(Each.Total); });
  column("time_of_calls", Arcs,
         [&](const StackArc &Each) { time(Each.TotalOfCalls); });
  column("is_lower_bound", Arcs, [&](const StackArc &Each) {
    J.value(int(Bounds.isOne(Each, Each.Total)));
  });
  column("nested", Arcs,
         [&](const StackArc &Each) { J.value(int(Each.IsNested)); });
}

/// Measured times need no cycles, but those who read them do.
void StacksPageWriter::writeCycles() {
  J.attributeArray("cycles", [&] {
    for (auto [I, Cycle] : enumerate(Cycles.all()))
      J.object([&] {
        J.attribute("number", int64_t(I + 1));
        count("calls", Cycle.Calls);
        count("internal", Cycle.InternalCalls);
        time("self", Cycle.Time.Self);
        time("children", Cycle.Time.Total - Cycle.Time.Self);
        column("members", Cycle.Members,
               [&](StackFunctionIndex F) { J.value(F); });
      });
  });
}

void StacksPageWriter::writeEntries() {
  column("entries", Order, [&](StackFunctionIndex F) { J.value(F); });
}

/// Writes the tree and, if there are several threads or groups of processes,
/// the node, the part and the time of samples: the page can show one part. The
/// parts are the threads, and the groups behind them.
void StacksPageWriter::writeStacks() {
  FrameTreeSettings Settings;
  Settings.MeasuredPercent = MinStackPercent;
  FrameTree Tree = makeFrameTree(Context, Settings);
  writeTree(Tree);
  const uint32_t NumThreads = Stacks.Threads.size();
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

void gmon::writeStacksPage(const FormatContext &Context, raw_ostream &OS) {
  StacksPageWriter(Context, OS).write();
}
