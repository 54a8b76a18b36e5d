//===-- GraphTimes.cpp - Times that the call graph estimates --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives a profile without samples of stacks the form of one that has some: the
// program's functions are functions of the process, with the times and calls of
// the call graph.
//
//===----------------------------------------------------------------------===//

#include "model/ProfileModel.h"
#include "model/StackTimes.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

/// Adds the program as the only module.
static void addProgram(const ModelRun &Run, StackModel &Process) {
  StackModuleRow &Program = Process.Modules.emplace_back();
  Program.Path = Run.Program.str();
  Program.Name = baseName(Run.Program).str();
  Program.IsProgram = Program.HasProfile = true;
  Program.BuildId = Run.BuildId;
  Program.File = Run.File;
  Process.Cost = Run.Cost;
  Process.SamplesAtOnce = Run.SamplesAtOnce;
}

void gmon::completeModel(ProfileModel &Model) {
  if (!Model.Stacks)
    addProgram(Model.Run, Model.Alone.emplace());
  StackModel &Process = Model.Stacks ? *Model.Stacks : *Model.Alone;
  Process.NumOfStacks = Process.Functions.size();
  Process.OfProgram.assign(Model.Functions.size(), NoStackIndex);
  for (const auto &[F, Function] : enumerate(Process.Functions))
    if (Function.InModel != NoFunction)
      Process.OfProgram[Function.InModel] = F;
  const auto Module = find_if(
      Process.Modules, [](const StackModuleRow &Row) { return Row.IsProgram; });
  for (const auto &[F, Function] : enumerate(Model.Functions)) {
    if (Process.OfProgram[F] != NoStackIndex)
      continue;
    Process.OfProgram[F] = Process.Functions.size();
    StackFunction &Made = Process.Functions.emplace_back();
    static_cast<KnownFunction &>(Made) = Function;
    Made.Module = Module - Process.Modules.begin();
    Made.InModel = F;
    if (const uint64_t Calls = Function.Calls + Function.SelfCalls)
      Made.Calls = Calls;
  }
}

StackTimes::StackTimes(const ProfileModel &Program, const StackFilter &Filter)
    : StackTimes(Program.process(),
                 Program.isMeasured() ? Filter : StackFilter::none()) {
  if (Program.isMeasured())
    return;
  Graph = &Program;
  takeGraph(Filter);
}

/// Takes the times of the functions that \p Filter chooses from the graph.
void StackTimes::takeGraph(const StackFilter &Filter) {
  AllSamples = Graph->Run.Total;
  Focused.resize(Functions.size(), true);
  for (const BitVector &Focus : Filter.Focus) {
    BitVector Reached(Functions.size());
    SmallVector<StackFunctionIndex> Left(Focus.set_bits());
    while (!Left.empty()) {
      const StackFunctionIndex F = Left.pop_back_val();
      if (Reached.test(F))
        continue;
      Reached.set(F);
      if (const FunctionIndex Own = Model.Functions[F].InModel;
          Own != NoFunction)
        for (ArcIndex A : Graph->Functions[Own].Callees)
          Left.push_back(Model.OfProgram[Graph->Arcs[A].Callee]);
    }
    Focused &= Reached;
  }
  for (const auto &[Own, F] : zip_equal(Graph->Functions, Model.OfProgram)) {
    SelfCalls[F] = Own.SelfCalls;
    if (Focused.test(F))
      Functions[F] = Called[F] = {Own.Self, Own.Self + Own.Children};
  }
}

/// Returns an arc of the graph.
StackArc StackTimes::graphArc(const ModelArc &Arc) const {
  StackArc Made;
  Made.Caller = Model.OfProgram[Arc.Caller];
  Made.Callee = Model.OfProgram[Arc.Callee];
  Made.IsNested = Arc.IsInternal;
  if (Arc.Calls)
    Made.Calls = Arc.Calls;
  if (Arc.IsInternal)
    return Made;
  Made.Self = Arc.Self;
  Made.Total = Made.TotalOfCalls = Arc.Self + Arc.Children;
  return Made;
}

bool StackTimes::hasGraphArcs() const {
  return Graph && !(Graph->Stacks && !Graph->hasTimes());
}

std::vector<StackArc> StackTimes::graphArcs() const {
  std::vector<StackArc> Arcs;
  for (const ModelArc &Arc : Graph->Arcs)
    Arcs.push_back(graphArc(Arc));
  return Arcs;
}

std::vector<StackArc> StackTimes::graphArcs(StackFunctionIndex F,
                                            bool IsUpward) const {
  std::vector<StackArc> Arcs;
  const FunctionIndex Own =
      hasGraphArcs() ? Model.Functions[F].InModel : NoFunction;
  if (Own == NoFunction)
    return Arcs;
  const ModelFunction &Function = Graph->Functions[Own];
  for (ArcIndex I : IsUpward ? Function.Callers : Function.Callees)
    Arcs.push_back(graphArc(Graph->Arcs[I]));
  return Arcs;
}
