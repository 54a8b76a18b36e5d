//===-- IncompleteStacks.cpp - Stacks without their callers ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands for unknown callers is a root of the tree. The frame that it
// calls is in the code that has no table.
//
//===----------------------------------------------------------------------===//

#include "model/IncompleteStacks.h"

using namespace gmon;
using namespace llvm;

BitVector gmon::incompleteNodes(const StackModel &Model) {
  BitVector Result(Model.Nodes.size());
  for (StackNodeIndex N = 0; N < Model.Nodes.size(); ++N) {
    const StackNode &Node = Model.Nodes[N];
    if (Node.Parent == NoStackIndex
            ? Model.Functions[Node.Function].What == StackFunction::Unknown
            : Result.test(Node.Parent))
      Result.set(N);
  }
  return Result;
}

double gmon::samplesAt(const StackModel &Model, const BitVector &Nodes) {
  double Samples = 0;
  for (const StackSampleRow &Row : Model.Samples)
    if (Nodes.test(Row.Node))
      Samples += double(Row.Count);
  return Samples;
}

bool gmon::areTotalsLowerBounds(const StackModel &Model) {
  constexpr double LeastShare = 0.05;
  double All = samplesAt(Model, BitVector(Model.Nodes.size(), true));
  return samplesAt(Model, incompleteNodes(Model)) > LeastShare * All;
}

std::vector<uint32_t> gmon::modulesWithoutTables(const StackModel &Model) {
  const StackTimes Times(Model);
  std::vector<double> Samples(Model.Modules.size());
  for (StackNodeIndex Root : Times.roots())
    if (Model.Functions[Model.Nodes[Root].Function].Name == NoUnwindTable)
      for (StackNodeIndex Known : Times.calleesOf(Root))
        if (uint32_t Module = moduleOf(Model, Known); Module != NoStackIndex)
          Samples[Module] += Times.ofNode(Known).Total;
  std::vector<uint32_t> Result;
  for (uint32_t Module = 0; Module < Samples.size(); ++Module)
    if (Samples[Module] > Times.total() / 100)
      Result.push_back(Module);
  return Result;
}
