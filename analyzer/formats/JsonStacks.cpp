//===-- formats/JsonStacks.cpp - Measured stacks, for scripts -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The member "stacks" of the format json: what was measured, and the times that
// follow from it.
//
//===----------------------------------------------------------------------===//

#include "counts/Samples.h"
#include "formats/JsonFields.h"
#include "model/IncompleteStacks.h"
#include "model/StackFacts.h"

using namespace gmon;
using namespace llvm;

namespace {

class StacksWriter : JsonFields {
public:
  StacksWriter(json::OStream &J, const ProfileModel &Model)
      : JsonFields(J, Model), Times(Model), Bounds(Model) {}
  void write();

private:
  /// Writes a file and a line, as far as they are known.
  void place(StringRef Path, uint32_t Line) {
    if (Line)
      return location(Path, Line);
    if (!Path.empty())
      text("file", Path);
  }
  void samples(StringRef Name, double Samples);
  void perCall(StringRef Name, double Samples, uint64_t Calls);
  void lowerBound(bool IsOne) {
    if (IsOne)
      J.attribute("is_lower_bound", true);
  }
  void writeRun();
  void writeModule(uint32_t Index);
  void writeThread(uint32_t Index);
  void writeFunction(FunctionIndex Index);
  void writeArc(const StackArc &Arc);
  void writeNode(StackNodeIndex Index);
  void writeSample(const StackSampleRow &Row);
  void distribution(StringRef Name, const RankDistribution &Counts,
                    uint64_t NumProcesses);
  void writeRanks();
  void writeMpi();

  StackTimes Times;
  LowerBounds Bounds;
};

} // namespace

static StringRef nameOfKind(ModelFunction::Kind What) {
  switch (What) {
  case ModelFunction::Function:
    return "function";
  case ModelFunction::ModuleCode:
    return "module";
  case ModelFunction::OtherCode:
    return "other";
  case ModelFunction::Profiler:
    return "profiler";
  case ModelFunction::Unknown:
    return "unknown";
  }
  llvm_unreachable("a function of no kind");
}

/// Writes a number of samples, their cost, and its standard error.
void StacksWriter::samples(StringRef Name, double Samples) {
  number((Name + "samples").str(), Samples);
  number(Model.StackCost.key((Name + "seconds").str()),
         Model.stackCost(Samples));
  number(Model.StackCost.key((Name + "error_seconds").str()),
         Model.stackCost(Model.stackError(Samples)));
}

/// Writes the time of one of \p Calls, which took \p Samples, and its standard
/// error, unless it is unknown.
void StacksWriter::perCall(StringRef Name, double Samples, uint64_t Calls) {
  if (Calls == 0 || Samples == 0)
    return;
  auto Write = [&](StringRef Kind, double Part) {
    number(Model.StackCost.key((Name + Kind + "seconds_per_call").str()),
           Model.stackCost(Part) / double(Calls));
  };
  Write("", Samples);
  Write("error_", Model.stackError(Samples));
}

void StacksWriter::writeRun() {
  J.attribute("clock", Model.IsElapsed ? "elapsed" : "cpu");
  J.attribute(Model.StackCost.key("samples_per_second"), Model.StackCost.Rate);
  if (!Model.StackCost.isTime())
    J.attribute("dimension", Model.StackCost.Name);
  number("samples_per_interrupt", Model.StackSamplesAtOnce);
  J.attribute("runs", Model.Runs);
  samples("total_", Times.total());
  if (Model.IsElapsed) {
    double Waiting = 0;
    for (const StackSampleRow &Row : Model.Samples)
      if (Row.Kind == GMON_SAMPLE_WAITING)
        Waiting += double(Row.Count);
    samples("waiting_", Waiting);
  }
  number("user_seconds", double(Model.UserTime) / 1e9);
  number("system_seconds", double(Model.SystemTime) / 1e9);
  number("elapsed_seconds", double(Model.ElapsedTime) / 1e9);
  number("unprofiled_seconds", double(Model.UnprofiledTime) / 1e9);
  number("writing_seconds", double(Model.WritingTime) / 1e9);
  J.attribute("folded_samples", Model.Folded);
  J.attribute("lost_samples", Model.Lost);
  samples("incomplete_", samplesAt(Model, incompleteNodes(Model)));
  J.attribute("totals_are_lower_bounds", Bounds.any());
}

void StacksWriter::writeModule(uint32_t Index) {
  const StackModuleRow &Module = Model.Modules[Index];
  J.attribute("id", Index);
  text("path", Module.Path);
  J.attribute("build_id", Module.BuildId);
  J.attribute("is_program", Module.IsProgram);
  J.attribute("has_calls", Module.HasProfile);
  samples("self_", Times.ofModule(Index).Self);
  samples("total_", Times.ofModule(Index).Total);
  lowerBound(Bounds.isOne(Times.ofModule(Index).Total));
}

void StacksWriter::writeThread(uint32_t Index) {
  const StackThreadRow &Thread = Model.Threads[Index];
  J.attribute("id", Thread.Id);
  text("name", Thread.Name);
  J.attribute("calls",
              Thread.Calls ? json::Value(*Thread.Calls) : json::Value(nullptr));
  samples("total_", Times.ofThread(Index));
}

void StacksWriter::writeFunction(FunctionIndex Index) {
  const ModelFunction &Function = Model.Functions[Index];
  stackFunction("id", Index);
  text("name", Function.Name);
  J.attribute("kind", nameOfKind(Function.What));
  if (!Function.LinkName.empty())
    text("linkage_name", Function.LinkName);
  place(Function.Path, Function.Line);
  if (Function.Module != NoIndex)
    J.attribute("module", Function.Module);
  if (Function.Address)
    address("address", Function.Address);
  if (Model.isInGraph(Index))
    J.attribute("function", Index);
  const StackTime &Time = Times.ofFunction(Index);
  samples("self_", Time.Self);
  samples("total_", Time.Total);
  lowerBound(Bounds.isOne(Index, Time.Total));
  if (!Function.Calls)
    return;
  J.attribute("calls", *Function.Calls);
  if (Function.HasMoreCalls)
    J.attribute("calls_are_lower_bound", true);
  const StackTime &OfCalls = Times.ofCalls(Index);
  perCall("self_", OfCalls.Self, *Function.Calls);
  perCall("", OfCalls.Total, Times.timedCalls(Index));
}

void StacksWriter::writeArc(const StackArc &Arc) {
  if (Arc.Caller != NoIndex)
    stackFunction("caller", Arc.Caller);
  stackFunction("callee", Arc.Callee);
  if (Arc.IsInlined)
    J.attribute("is_caller_inlined", true);
  samples("total_", Arc.Total);
  lowerBound(Bounds.isOne(Arc, Arc.Total));
  if (!Arc.Calls)
    return;
  J.attribute("calls", *Arc.Calls);
  perCall("", Arc.TotalOfCalls, Arc.IsNested ? 0 : *Arc.Calls);
}

void StacksWriter::writeNode(StackNodeIndex Index) {
  const StackNode &Node = Model.Nodes[Index];
  stackFunction("function", Node.Function);
  if (Node.Parent != NoIndex)
    J.attribute("caller", Node.Parent);
  place(Node.CallPath, Node.CallLine);
  if (Node.IsInlined)
    J.attribute("is_inlined", true);
}

void StacksWriter::writeSample(const StackSampleRow &Row) {
  J.attribute("node", Row.Node);
  J.attribute("thread", Row.Thread);
  J.attribute("is_waiting", Row.Kind == GMON_SAMPLE_WAITING);
  place(Row.Path, Row.Line);
  if (Row.Module != NoIndex)
    J.attribute("module", Row.Module);
  address("address", Row.Address);
  J.attribute("samples", Row.Count);
}

/// Writes how a count is distributed over the ranks.
void StacksWriter::distribution(StringRef Name, const RankDistribution &Counts,
                                uint64_t NumProcesses) {
  J.attributeObject(Name, [&] {
    number("mean", Counts.mean(NumProcesses));
    number("deviation", Counts.deviation(NumProcesses));
    J.attribute("least", Counts.Least);
    J.attribute("least_rank", Counts.LeastRank);
    J.attribute("greatest", Counts.Greatest);
    J.attribute("greatest_rank", Counts.GreatestRank);
  });
}

void StacksWriter::writeRanks() {
  const StackRanks &Ranks = Model.Ranks;
  const uint64_t N = Ranks.NumProcesses;
  J.attribute("processes", N);
  distribution("program_samples", Ranks.Program, N);
  distribution("mpi_samples", Ranks.Mpi, N);
  J.attributeArray("functions", [&] {
    for (const StackRankRow &Row : Ranks.Rows)
      J.object([&] {
        stackFunction("function", Row.Function);
        if (Row.IsPart)
          J.attribute("is_part", true);
        distribution("samples", Row.Samples, N);
        distribution("calls", Row.Calls, N);
      });
  });
}

void StacksWriter::writeMpi() {
  const MpiCalls &Mpi = Model.Mpi;
  const uint64_t N = Mpi.NumProcesses;
  J.attribute("processes", N);
  J.attributeArray("calls", [&] {
    for (const MpiCall &Call : Mpi.Entries)
      J.object([&] {
        if (!Call.Name.empty()) {
          text("name", Call.Name);
          J.attribute("communicator", Call.Communicator);
        }
        distribution("calls", Call.Calls, N);
        distribution("nanoseconds", Call.Nanoseconds, N);
        distribution("bytes", Call.Bytes, N);
      });
  });
}

void StacksWriter::write() {
  auto List = [&](StringRef Name, size_t Size, auto Write) {
    J.attributeArray(Name, [&] {
      for (uint32_t I = 0; I < Size; ++I)
        J.object([&] { Write(I); });
    });
  };
  std::vector<StackArc> Arcs = Times.arcs();
  J.object([&] {
    writeRun();
    List("modules", Model.Modules.size(), [&](auto I) { writeModule(I); });
    List("threads", Model.Threads.size(), [&](auto I) { writeThread(I); });
    J.attributeArray("functions", [&] {
      for (FunctionIndex F = 0; F < Model.Functions.size(); ++F)
        if (F != Model.Marker)
          J.object([&] { writeFunction(F); });
    });
    List("arcs", Arcs.size(), [&](auto I) { writeArc(Arcs[I]); });
    List("nodes", Model.Nodes.size(), [&](auto I) { writeNode(I); });
    List("samples", Model.Samples.size(),
         [&](auto I) { writeSample(Model.Samples[I]); });
    if (Model.Ranks.NumProcesses)
      J.attributeObject("ranks", [&] { writeRanks(); });
    if (Model.Mpi.NumProcesses)
      J.attributeObject("mpi", [&] { writeMpi(); });
  });
}

void gmon::writeJsonStacks(json::OStream &J, const ProfileModel &Model) {
  StacksWriter(J, Model).write();
}
