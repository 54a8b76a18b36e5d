//===-- CounterPlacement.cpp - Edges of a flow graph to count -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree grows as Kruskal's, the edges that cannot be counted first. A node
// of which one edge only is unknown gives that edge; since the unknown edges
// form a forest, there is such a node as long as there are unknown edges.
//
//===----------------------------------------------------------------------===//

#include "placement/CounterPlacement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace llvm;

namespace gmon {

CounterPlacement::Edge CounterPlacement::addEdge(Node Source, Node Target,
                                                 uint64_t Weight,
                                                 bool Countable) {
  assert(Source < NumNodes && Target < NumNodes && Source != Target);
  Edges.push_back({Source, Target, Weight, Countable});
  return Edges.size() - 1;
}

/// The node that represents the part of the tree with \p N. Halves the path to
/// it: chains of parents are as long as functions.
static CounterPlacement::Node
findRoot(MutableArrayRef<CounterPlacement::Node> Parents,
         CounterPlacement::Node N) {
  while (Parents[N] != N)
    N = Parents[N] = Parents[Parents[N]];
  return N;
}

void CounterPlacement::growTree() {
  SmallVector<Edge, 0> Order = to_vector<0>(seq<Edge>(0, Edges.size()));
  sort(Order, [&](Edge A, Edge B) {
    if (Edges[A].Countable != Edges[B].Countable)
      return !Edges[A].Countable;
    if (Edges[A].Weight != Edges[B].Weight)
      return Edges[A].Weight > Edges[B].Weight;
    // Later ones first, to count the first of a chain: a signal handler may
    // leave it half-way by a jump.
    return A > B;
  });

  std::vector<Node> Parents(seq<Node>(0, NumNodes).begin(),
                            seq<Node>(0, NumNodes).end());
  for (Edge E : Order) {
    EdgeInfo &Info = Edges[E];
    Node Source = findRoot(Parents, Info.Source);
    Node Target = findRoot(Parents, Info.Target);
    Info.InTree = Source != Target;
    Parents[Source] = Target;
  }
}

std::vector<CounterPlacement::Derivation>
CounterPlacement::orderDerivations() const {
  std::vector<unsigned> NumUnknown(NumNodes);
  for (Node N : seq<Node>(0, NumNodes))
    NumUnknown[N] =
        count_if(Incident[N], [&](Edge E) { return Edges[E].InTree; });

  std::vector<bool> Known(Edges.size());
  for (Edge E : seq<Edge>(0, Edges.size()))
    Known[E] = !Edges[E].InTree;

  // Nodes with two edges come first: their edges share one count.
  std::vector<Derivation> Order;
  SmallVector<Node> TwoEdged, Leaves;
  auto AddLeaf = [&](Node N) {
    if (NumUnknown[N] == 1)
      (Incident[N].size() == 2 ? TwoEdged : Leaves).push_back(N);
  };
  for (Node N : seq<Node>(0, NumNodes))
    AddLeaf(N);
  while (!TwoEdged.empty() || !Leaves.empty()) {
    Node N = (TwoEdged.empty() ? Leaves : TwoEdged).pop_back_val();
    if (NumUnknown[N] != 1)
      continue;
    Edge Unknown = *find_if(Incident[N], [&](Edge E) { return !Known[E]; });
    Order.push_back({Unknown, N});
    Known[Unknown] = true;
    for (Node End : {Edges[Unknown].Source, Edges[Unknown].Target}) {
      --NumUnknown[End];
      AddLeaf(End);
    }
  }
  return Order;
}

void CounterPlacement::emit(const Derivation &D) {
  // The flow into a node equals the flow out of it: the edge is the sum of the
  // edges on the other side, less those on its own side.
  bool FlowsOut = Edges[D.Unknown].Source == D.N;
  SmallVector<Term, 4> Terms;
  for (Edge E : Incident[D.N])
    if (E != D.Unknown)
      Terms.push_back({Edges[E].Count, (Edges[E].Source == D.N) == FlowsOut});
  if (Terms.size() == 1 && !Terms[0].Subtracted) {
    Edges[D.Unknown].Count = Terms[0].Count;
    return;
  }
  Edges[D.Unknown].Count = Counted.size() + Derived.size();
  Derived.push_back(std::move(Terms));
}

void CounterPlacement::place(ArrayRef<Edge> Wanted) {
  Incident.assign(NumNodes, {});
  for (Edge E : seq<Edge>(0, Edges.size())) {
    Incident[Edges[E].Source].push_back(E);
    Incident[Edges[E].Target].push_back(E);
  }
  growTree();
  assert(all_of(Edges,
                [](const EdgeInfo &E) { return E.InTree || E.Countable; }) &&
         "a cycle that cannot be counted");
  // Find the needed edges backwards, since derivations use earlier ones; then
  // emit forwards.
  std::vector<Derivation> Order = orderDerivations();
  std::vector<bool> Needed(Edges.size());
  for (Edge E : Wanted)
    Needed[E] = true;
  for (const Derivation &D : reverse(Order))
    if (Needed[D.Unknown])
      for (Edge E : Incident[D.N])
        Needed[E] = true;
  for (Edge E : seq<Edge>(0, Edges.size()))
    if (Needed[E] && !Edges[E].InTree) {
      Edges[E].Count = Counted.size();
      Counted.push_back(E);
    }
  for (const Derivation &D : Order)
    if (Needed[D.Unknown])
      emit(D);
}

void CounterPlacement::placeBesideKnown() {
  growTree();
  for (Edge E : seq<Edge>(0, Edges.size()))
    if (!Edges[E].InTree && Edges[E].Countable) {
      Edges[E].Count = Counted.size();
      Counted.push_back(E);
    }
}

uint64_t CounterPlacement::cost() const {
  uint64_t Sum = 0;
  for (Edge E : Counted)
    Sum = SaturatingAdd(Sum, Edges[E].Weight);
  return Sum;
}

} // namespace gmon
