//===-- formats/html/HtmlCycles.cpp - Cycles of measured calls ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the strongly connected components of the calls that stacks or counts
// have, with LLVM's iterator, which is Tarjan's algorithm.
//
//===----------------------------------------------------------------------===//

#include "formats/html/HtmlCycles.h"
#include "graph/Cycles.h"

using namespace gmon;
using namespace llvm;

/// Returns the members of each cycle.
static std::vector<std::vector<FunctionIndex>>
findMembers(size_t NumFunctions, ArrayRef<StackArc> Arcs) {
  std::vector<NodePair> Calls;
  for (const StackArc &Arc : Arcs)
    if (Arc.Caller != NoIndex && !Arc.IsInlined)
      Calls.push_back({Arc.Caller, Arc.Callee});
  return findComponents(NumFunctions, Calls);
}

/// Sets the total of each cycle: samples with a member on their stack.
static void addTotals(const StackTimes &Times, ArrayRef<uint32_t> CycleOf,
                      std::vector<StackCycle> &Cycles) {
  std::vector<uint32_t> Depth(Cycles.size());
  auto CycleAt = [&](StackNodeIndex N) {
    return CycleOf[Times.model().Nodes[N].Function];
  };
  Times.walk(
      [&](StackNodeIndex N) {
        if (uint32_t Number = CycleAt(N); Number && Depth[Number - 1]++ == 0)
          Cycles[Number - 1].Time.Total += Times.ofNode(N).Total;
      },
      [&](StackNodeIndex N) {
        if (uint32_t Number = CycleAt(N))
          --Depth[Number - 1];
      });
}

StackCycles::StackCycles(const StackTimes &Times, ArrayRef<StackArc> Arcs)
    : CycleOf(Times.model().Functions.size()) {
  for (auto &Members : findMembers(CycleOf.size(), Arcs))
    All.emplace_back().Members = std::move(Members);
  auto Number = [&] {
    for (auto [I, Cycle] : enumerate(All))
      for (FunctionIndex F : Cycle.Members)
        CycleOf[F] = I + 1;
  };
  Number();
  addTotals(Times, CycleOf, All);
  for (StackCycle &Cycle : All) {
    for (FunctionIndex F : Cycle.Members)
      Cycle.Time.Self += Times.ofFunction(F).Self;
    llvm::sort(Cycle.Members, [&](FunctionIndex A, FunctionIndex B) {
      return std::pair(-Times.ofFunction(A).Total, A) <
             std::pair(-Times.ofFunction(B).Total, B);
    });
  }
  llvm::sort(All, [](const StackCycle &A, const StackCycle &B) {
    return std::pair(-A.Time.Total, A.Members.front()) <
           std::pair(-B.Time.Total, B.Members.front());
  });
  Number();
  for (const StackArc &Arc : Arcs)
    if (CycleOf[Arc.Callee] && !Arc.IsInlined) {
      StackCycle &Cycle = All[CycleOf[Arc.Callee] - 1];
      const bool IsWithin =
          Arc.Caller != NoIndex && CycleOf[Arc.Caller] == CycleOf[Arc.Callee];
      (IsWithin ? Cycle.InternalCalls : Cycle.Calls) += Arc.Calls.value_or(0);
    }
}
