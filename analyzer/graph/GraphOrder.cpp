//===-- GraphOrder.cpp - The order of entries and their lines -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts the nodes of the call graph into entries, and the lines of each entry.
//
//===----------------------------------------------------------------------===//

#include "graph/GraphOrder.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

void gmon::orderEntries(CallGraph &Graph, const SymbolTable &Table) {
  const std::vector<Node> &Nodes = Graph.Nodes;
  auto IsBefore = [&](NodeIndex A, NodeIndex B) {
    double TimeA = Nodes[A].Self + Nodes[A].PropChild;
    double TimeB = Nodes[B].Self + Nodes[B].PropChild;
    if (TimeA != TimeB)
      return TimeA > TimeB;
    if (Graph.isCycle(A) != Graph.isCycle(B))
      return Graph.isCycle(A);
    // Cycles of equal time are sorted by number.
    if (Graph.isCycle(A))
      return false;
    StringRef NameA = Table[A].Name;
    StringRef NameB = Table[B].Name;
    if (NameA.starts_with("_") != NameB.starts_with("_"))
      return NameB.starts_with("_");
    if (Nodes[A].Calls != Nodes[B].Calls)
      return Nodes[A].Calls > Nodes[B].Calls;
    return NameA < NameB;
  };
  for (NodeIndex N = 0; N < Nodes.size(); ++N)
    if (!Nodes[N].IsCarried)
      Graph.Order.push_back(N);
  llvm::stable_sort(Graph.Order, IsBefore);
  for (size_t I = 0; I < Graph.Order.size(); ++I)
    Graph.Nodes[Graph.Order[I]].Index = I + 1;

  for (std::vector<NodeIndex> &Members : Graph.Members)
    llvm::stable_sort(Members, [&](NodeIndex A, NodeIndex B) {
      double TimeA = Nodes[A].Self + Nodes[A].PropChild;
      double TimeB = Nodes[B].Self + Nodes[B].PropChild;
      if (TimeA != TimeB)
        return TimeA > TimeB;
      return Nodes[A].Calls + Nodes[A].SelfCalls >
             Nodes[B].Calls + Nodes[B].SelfCalls;
    });
}

std::vector<NodeIndex> gmon::shownEntries(const CallGraph &Graph,
                                          bool ShowUnused) {
  std::vector<NodeIndex> Shown;
  copy_if(Graph.Order, std::back_inserter(Shown), [&](NodeIndex N) {
    const Node &Entry = Graph.Nodes[N];
    return Entry.IsPrinted && (ShowUnused || !Entry.isUnused());
  });
  return Shown;
}

/// Whether the arc \p A is less than \p B: first recursive arcs, then calls
/// within a cycle by count, then others by time and count.
static bool isLess(const CallGraph &Graph, ArcIndex A, ArcIndex B) {
  const Arc &Left = Graph.Arcs[A];
  const Arc &Right = Graph.Arcs[B];
  bool LeftIsSelf = Left.Parent == Left.Child;
  bool RightIsSelf = Right.Parent == Right.Child;
  if (LeftIsSelf || RightIsSelf)
    return LeftIsSelf && !RightIsSelf;
  bool LeftIsInternal = Graph.isInternal(Left);
  bool RightIsInternal = Graph.isInternal(Right);
  if (LeftIsInternal != RightIsInternal)
    return LeftIsInternal;
  double LeftTime = Left.Time + Left.ChildTime;
  double RightTime = Right.Time + Right.ChildTime;
  if (!LeftIsInternal && LeftTime != RightTime)
    return LeftTime < RightTime;
  return Left.Count < Right.Count;
}

std::vector<ArcIndex> gmon::parentsInOrder(const CallGraph &Graph,
                                           NodeIndex Child) {
  std::vector<ArcIndex> Result = Graph.Parents.of(Child).vec();
  llvm::stable_sort(
      Result, [&](ArcIndex A, ArcIndex B) { return isLess(Graph, A, B); });
  return Result;
}

std::vector<ArcIndex> gmon::childrenInOrder(const CallGraph &Graph,
                                            NodeIndex Parent) {
  std::vector<ArcIndex> Result = Graph.Children.of(Parent).vec();
  llvm::stable_sort(
      Result, [&](ArcIndex A, ArcIndex B) { return isLess(Graph, B, A); });
  return Result;
}
