//===-- CallTree.cpp - The tree of all calls ------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What measured and estimated trees share: frames, totals, whole times.
//
//===----------------------------------------------------------------------===//

#include "model/CallTree.h"
#include "support/Rounding.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace gmon;
using namespace llvm;

uint32_t CallTree::addNode(const ProfileModel &Model, TreeFrame::Kind What,
                           uint32_t Index, uint32_t Parent, StringRef Name) {
  auto [It, IsNew] = FrameNumbers.try_emplace({What, Index}, Frames.size());
  TreeNode &Node = Nodes.emplace_back();
  Node.Frame = It->second;
  Node.Parent = Parent;
  if (!IsNew)
    return Nodes.size() - 1;
  TreeFrame &Frame = Frames.emplace_back();
  Frame.What = What;
  Frame.Index = Index;
  switch (What) {
  case TreeFrame::Function: {
    const ModelFunction &Function = Model.Functions[Index];
    Frame.Name = Function.Name.str();
    Frame.Path = Function.Path;
    Frame.Line = Function.Line;
    if (IsMeasured && Frame.Path.empty() && Function.Module != NoIndex)
      Frame.Path = Model.Modules[Function.Module].Path;
    break;
  }
  case TreeFrame::Cycle:
    Frame.Name = "<cycle " + std::to_string(Index + 1) + ">";
    break;
  case TreeFrame::Pruned:
    Frame.Name = "<pruned>";
    break;
  case TreeFrame::Unknown:
    Frame.Name = "<unknown>";
    break;
  case TreeFrame::Waiting:
    Frame.Name = "[waiting]";
    break;
  case TreeFrame::Thread:
    Frame.Name = Name.empty() ? "[thread]" : Name;
    break;
  }
  return Nodes.size() - 1;
}

void CallTree::sumUp() {
  for (TreeNode &Node : reverse(Nodes)) {
    Node.Total += Node.Self + Node.LeftOut;
    if (Node.Parent != TreeNode::NoParent)
      Nodes[Node.Parent].Total += Node.Total;
  }
}

CallTree gmon::makeCallTree(const ProfileModel &Model,
                            std::optional<double> MinPercent,
                            double MeasuredPercent, ThreadFrames Threads) {
  constexpr double EstimatedPercent = 0.01;
  return Model.isMeasured()
             ? makeMeasuredTree(Model, MinPercent.value_or(MeasuredPercent),
                                Threads)
             : makeEstimatedTree(Model, MinPercent.value_or(EstimatedPercent),
                                 KeptTime::OfFunctions);
}

SmallVector<uint32_t> CallTree::stackOf(uint32_t Node) const {
  SmallVector<uint32_t> Result;
  for (uint32_t N = Node; N != TreeNode::NoParent; N = Nodes[N].Parent)
    Result.push_back(Nodes[N].Frame);
  std::reverse(Result.begin(), Result.end());
  return Result;
}

/// Returns the indices of \p Items in an order in which those of one function
/// are adjacent. So rounding moves time only between them.
template <class Range, class KeyFn>
static std::vector<uint32_t> orderByFunction(const Range &Items, KeyFn Key) {
  std::vector<uint32_t> Order(Items.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return Key(Items[A]) < Key(Items[B]);
  });
  return Order;
}

std::vector<uint64_t> CallTree::wholeTimes() const {
  std::vector<uint64_t> Result(Nodes.size());
  if (IsMeasured) {
    std::vector<uint64_t> Times = wholeSampleTimes();
    for (size_t I = 0; I < Samples.size(); ++I)
      Result[Samples[I].Node] += Times[I];
    return Result;
  }
  Rounder Round;
  for (uint32_t I : orderByFunction(Nodes, [&](const TreeNode &Node) {
         return std::pair(frameOf(Node).What, frameOf(Node).Index);
       }))
    Result[I] = Round(Nodes[I].Self * UnitsPerSample);
  return Result;
}

std::vector<uint64_t> CallTree::wholeSampleTimes() const {
  std::vector<uint64_t> Result(Samples.size());
  Rounder Round;
  for (uint32_t I : orderByFunction(Samples, [&](const TreeSample &Sample) {
         return Nodes[Sample.Node].Frame;
       }))
    Result[I] = Round(double(Samples[I].Count) * UnitsPerSample);
  return Result;
}
