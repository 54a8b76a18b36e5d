//===-- FeedbackArcs.cpp - An order with light arcs back ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The least feedback arc set is NP-hard to find. First the graph is made
// smaller, in ways that cost nothing. For few nodes the best order is then
// built from the best orders of subsets (Lawler, "A Comment on Minimum Feedback
// Arc Sets", 1964). For more it is searched: OrderSearch.cpp.
//
//===----------------------------------------------------------------------===//

#include "graph/FeedbackArcs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <limits>
#include <numeric>
#include <queue>

using namespace gmon;
using namespace llvm;

namespace {

/// Joins nodes that stand side by side in a best order. A node with a single
/// parent follows it if its arcs out weigh no more than the arc from there: if
/// it stands elsewhere, moving it there makes nothing worse. The same holds for
/// one with a single child. Call graphs shrink much by this, and a search is
/// easily caught in what it shrinks.
class Joiner {
public:
  Joiner(uint32_t NumNodes, ArrayRef<WeightedArc> Arcs);
  /// Joins until there is nothing to join or \p Budget is spent.
  void run(WorkBudget &Budget);
  uint32_t numGroups() const { return Groups.size(); }
  /// The arcs between groups, at most one from each to each other.
  ArrayRef<WeightedArc> arcs() const { return Arcs; }
  /// The order of nodes that is the order \p OfGroups.
  std::vector<uint32_t> expand(ArrayRef<uint32_t> OfGroups) const;

private:
  /// Nodes side by side.
  struct Group {
    uint32_t First;
    uint32_t Last;
  };
  void mergeArcs();
  std::vector<bool> arcsToJoin() const;
  void join(const std::vector<bool> &IsJoined);

  std::vector<uint32_t> Next; ///< the node behind each in its group
  std::vector<Group> Groups;
  std::vector<WeightedArc> Arcs;
};

/// Finds arcs back, in an order, that close no cycle, and an order in which
/// they lead forward.
class NeedlessArcs {
public:
  NeedlessArcs(ArrayRef<uint32_t> Order, ArrayRef<WeightedArc> Arcs,
               WorkBudget &Budget);
  std::vector<uint32_t> run();

private:
  bool reaches(uint32_t From, uint32_t To);

  WorkBudget &Budget;
  /// Nodes are called by their places in the old order.
  std::vector<uint32_t> NodeAt;
  std::vector<std::vector<uint32_t>> Children; ///< by arcs that close no cycle
  std::vector<WeightedArc> Back;
  std::vector<size_t> LastSearch; ///< that came to each node
  size_t NumSearches = 0;
};

/// Finds the best order of few nodes.
class SubsetSearch {
public:
  SubsetSearch(uint32_t NumNodes, ArrayRef<WeightedArc> Arcs);
  std::vector<uint32_t> run();
  static uint64_t workFor(uint32_t NumNodes) {
    return (uint64_t(1) << NumNodes) * NumNodes;
  }

private:
  /// The weight of the arcs from \p Node to the nodes of \p Subset.
  int64_t weightInto(uint32_t Node, uint32_t Subset) const {
    return Low[Node][Subset % NumParts] + High[Node][Subset / NumParts];
  }

  static constexpr uint32_t HalfBits = MostNodesForBest / 2;
  static constexpr uint32_t NumParts = 1U << HalfBits;
  using PartSums = std::array<int64_t, NumParts>;

  uint32_t NumNodes;
  /// Weights of arcs from each node to the subsets of the first HalfBits nodes,
  /// and to those of the others.
  std::vector<PartSums> Low, High;
};

} // namespace

Joiner::Joiner(uint32_t NumNodes, ArrayRef<WeightedArc> Arcs)
    : Next(NumNodes), Arcs(Arcs) {
  for (uint32_t Node = 0; Node < NumNodes; ++Node)
    Groups.push_back({Node, Node});
}

/// Makes one of arcs that have both ends in common, and drops those within a
/// group.
void Joiner::mergeArcs() {
  llvm::erase_if(Arcs, [](const WeightedArc &A) { return A.From == A.To; });
  llvm::sort(Arcs, [](const WeightedArc &A, const WeightedArc &B) {
    return std::tie(A.From, A.To) < std::tie(B.From, B.To);
  });
  size_t NumKept = 0;
  for (const WeightedArc &A : Arcs) {
    if (NumKept && Arcs[NumKept - 1].From == A.From &&
        Arcs[NumKept - 1].To == A.To)
      Arcs[NumKept - 1].Weight += A.Weight;
    else
      Arcs[NumKept++] = A;
  }
  Arcs.resize(NumKept);
}

/// The arcs whose ends stand side by side.
std::vector<bool> Joiner::arcsToJoin() const {
  struct Side {
    size_t NumArcs = 0;
    size_t Latest = 0;
    int64_t Weight = 0;
    void add(size_t I, int64_t ItsWeight) {
      ++NumArcs;
      Latest = I;
      Weight += ItsWeight;
    }
  };
  std::vector<Side> In(Groups.size()), Out(Groups.size());
  for (size_t I = 0; I < Arcs.size(); ++I) {
    In[Arcs[I].To].add(I, Arcs[I].Weight);
    Out[Arcs[I].From].add(I, Arcs[I].Weight);
  }
  std::vector<bool> Result(Arcs.size());
  // One side of each: both would bind its parent to its child.
  for (size_t I = 0; I < Groups.size(); ++I) {
    if (In[I].NumArcs == 1 && In[I].Weight >= Out[I].Weight)
      Result[In[I].Latest] = true;
    else if (Out[I].NumArcs == 1 && Out[I].Weight >= In[I].Weight)
      Result[Out[I].Latest] = true;
  }
  return Result;
}

/// Joins the groups at the ends of the arcs that \p IsJoined names. These form
/// trees, but for rings of equal weights, whose last arc is left out.
void Joiner::join(const std::vector<bool> &IsJoined) {
  std::vector<uint32_t> Into(Groups.size());
  std::iota(Into.begin(), Into.end(), 0);
  auto Find = [&Into](uint32_t I) {
    while (Into[I] != I)
      I = Into[I] = Into[Into[I]];
    return I;
  };
  for (size_t I = 0; I < Arcs.size(); ++I) {
    if (!IsJoined[I])
      continue;
    uint32_t From = Find(Arcs[I].From), To = Find(Arcs[I].To);
    if (From == To)
      continue;
    Next[Groups[From].Last] = Groups[To].First;
    Groups[From].Last = Groups[To].Last;
    Into[To] = From;
  }

  std::vector<uint32_t> NumberOf(Groups.size());
  uint32_t NumKept = 0;
  for (uint32_t I = 0; I < Groups.size(); ++I)
    if (Into[I] == I) {
      NumberOf[I] = NumKept;
      Groups[NumKept++] = Groups[I];
    }
  Groups.resize(NumKept);
  for (WeightedArc &A : Arcs) {
    A.From = NumberOf[Find(A.From)];
    A.To = NumberOf[Find(A.To)];
  }
}

void Joiner::run(WorkBudget &Budget) {
  size_t OldNumGroups;
  do {
    OldNumGroups = Groups.size();
    mergeArcs();
    Budget.spend(OldNumGroups + Arcs.size());
    join(arcsToJoin());
  } while (Groups.size() < OldNumGroups && !Budget.isSpent());
  mergeArcs();
}

std::vector<uint32_t> Joiner::expand(ArrayRef<uint32_t> OfGroups) const {
  std::vector<uint32_t> Order;
  Order.reserve(Next.size());
  for (uint32_t I : OfGroups) {
    uint32_t Node = Groups[I].First;
    for (; Node != Groups[I].Last; Node = Next[Node])
      Order.push_back(Node);
    Order.push_back(Node);
  }
  return Order;
}

SubsetSearch::SubsetSearch(uint32_t NumNodes, ArrayRef<WeightedArc> Arcs)
    : NumNodes(NumNodes), Low(NumNodes, PartSums{}),
      High(NumNodes, PartSums{}) {
  for (const WeightedArc &A : Arcs) {
    std::vector<PartSums> &Half = A.To < HalfBits ? Low : High;
    Half[A.From][1U << A.To % HalfBits] += A.Weight;
  }
  for (std::vector<PartSums> *Half : {&Low, &High})
    for (PartSums &Sums : *Half)
      for (uint32_t Subset = 1; Subset < NumParts; ++Subset) {
        uint32_t Rest = Subset & (Subset - 1);
        if (Rest)
          Sums[Subset] = Sums[Subset - Rest] + Sums[Rest];
      }
}

std::vector<uint32_t> SubsetSearch::run() {
  // For each subset: if it comes first, the least weight of arcs back within
  // it, and the node that then is its last.
  const uint32_t NumSubsets = 1U << NumNodes;
  std::vector<int64_t> Least(NumSubsets, std::numeric_limits<int64_t>::max());
  std::vector<uint8_t> Last(NumSubsets);
  Least[0] = 0;
  for (uint32_t Subset = 0; Subset < NumSubsets; ++Subset)
    for (uint32_t Rest = NumSubsets - 1 - Subset; Rest; Rest &= Rest - 1) {
      uint32_t Node = llvm::countr_zero(Rest);
      uint32_t With = Subset | 1U << Node;
      int64_t Weight = Least[Subset] + weightInto(Node, Subset);
      if (Weight < Least[With]) {
        Least[With] = Weight;
        Last[With] = Node;
      }
    }
  std::vector<uint32_t> Order;
  for (uint32_t Subset = NumSubsets - 1; Subset; Subset ^= 1U << Order.back())
    Order.push_back(Last[Subset]);
  std::reverse(Order.begin(), Order.end());
  return Order;
}

NeedlessArcs::NeedlessArcs(ArrayRef<uint32_t> Order, ArrayRef<WeightedArc> Arcs,
                           WorkBudget &Budget)
    : Budget(Budget), NodeAt(Order), Children(Order.size()),
      LastSearch(Order.size()) {
  std::vector<uint32_t> PlaceOf(Order.size());
  for (uint32_t Place = 0; Place < Order.size(); ++Place)
    PlaceOf[Order[Place]] = Place;
  for (const WeightedArc &A : Arcs) {
    uint32_t From = PlaceOf[A.From], To = PlaceOf[A.To];
    if (From < To)
      Children[From].push_back(To);
    else
      Back.push_back({From, To, A.Weight});
  }
  llvm::stable_sort(Back, [](const WeightedArc &A, const WeightedArc &B) {
    return A.Weight > B.Weight;
  });
}

bool NeedlessArcs::reaches(uint32_t From, uint32_t To) {
  ++NumSearches;
  SmallVector<uint32_t> Found{From};
  while (!Found.empty()) {
    uint32_t Node = Found.pop_back_val();
    if (Node == To)
      return true;
    Budget.spend(Children[Node].size() + 1);
    for (uint32_t Child : Children[Node])
      if (std::exchange(LastSearch[Child], NumSearches) != NumSearches)
        Found.push_back(Child);
  }
  return false;
}

std::vector<uint32_t> NeedlessArcs::run() {
  for (const WeightedArc &A : Back) {
    if (Budget.isSpent())
      break;
    if (!reaches(A.To, A.From))
      Children[A.From].push_back(A.To);
  }
  // What has no parents left is next, the earliest in the old order first.
  std::vector<uint32_t> NumParents(NodeAt.size());
  for (const std::vector<uint32_t> &Each : Children)
    for (uint32_t Child : Each)
      ++NumParents[Child];
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> Ready;
  for (uint32_t Node = 0; Node < NodeAt.size(); ++Node)
    if (NumParents[Node] == 0)
      Ready.push(Node);
  std::vector<uint32_t> Order;
  while (!Ready.empty()) {
    uint32_t Node = Ready.top();
    Ready.pop();
    Order.push_back(NodeAt[Node]);
    for (uint32_t Child : Children[Node])
      if (--NumParents[Child] == 0)
        Ready.push(Child);
  }
  return Order;
}

std::vector<uint32_t> gmon::orderNodes(uint32_t NumNodes,
                                       ArrayRef<WeightedArc> Arcs,
                                       WorkBudget &Budget,
                                       uint32_t MaxForBest) {
  Joiner Joined(NumNodes, Arcs);
  Joined.run(Budget);
  const uint32_t NumGroups = Joined.numGroups();
  if (NumGroups <= std::min(MaxForBest, MostNodesForBest) &&
      SubsetSearch::workFor(NumGroups) <= Budget.left()) {
    Budget.spend(SubsetSearch::workFor(NumGroups));
    return Joined.expand(SubsetSearch(NumGroups, Joined.arcs()).run());
  }
  std::vector<uint32_t> Order = searchOrder(NumGroups, Joined.arcs(), Budget);
  WorkBudget Half(Budget.left() / 2);
  Budget.spend(Half.left());
  return Joined.expand(NeedlessArcs(Order, Joined.arcs(), Half).run());
}
