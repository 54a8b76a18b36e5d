//===-- CycleBreaker.cpp - Arcs to take out of cycles ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The idea is from Graham, Kessler and McKusick's retrospective (2004) on
// "gprof: a Call Graph Execution Profiler": a few arcs with few calls often
// join a large cycle, and without them the propagated times are nearly right.
// The nodes of each strongly connected component are ordered so that the arcs
// that lead back are light. Removing these breaks the component.
//
// If fewer arcs may be removed, a component is divided: all arcs back across a
// place in its order are removed.
//
//===----------------------------------------------------------------------===//

#include "graph/CycleBreaker.h"
#include "graph/Cycles.h"
#include "graph/OrderSearch.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

/// The most work that is done: a few seconds.
constexpr uint64_t MaxSearchWork = uint64_t(1) << 25;
constexpr uint64_t MaxDivisionWork = uint64_t(1) << 24;

/// An arc of a part of the call graph, between the part's nodes.
struct PartArc {
  uint32_t From;
  uint32_t To;
  ArcIndex Index; ///< in the call graph
};

/// A part of the call graph.
struct Part {
  uint32_t NumNodes = 0;
  std::vector<PartArc> Arcs;
  size_t NumBack = 0; ///< number of arcs from a node to an earlier one
};

} // namespace

/// Returns the strongly connected components of \p Whole with several nodes.
/// Each is a part whose nodes keep their order.
static std::vector<Part> componentsOf(const Part &Whole) {
  std::vector<NodePair> Arcs;
  for (const PartArc &A : Whole.Arcs)
    Arcs.push_back({A.From, A.To});
  const auto Components = findComponents(Whole.NumNodes, Arcs);

  constexpr uint32_t None = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> PartOf(Whole.NumNodes, None);
  for (const auto &[I, Members] : enumerate(Components))
    for (uint32_t N : Members)
      PartOf[N] = I;
  std::vector<Part> Parts(Components.size());
  std::vector<uint32_t> NumberOf(Whole.NumNodes);
  for (uint32_t N = 0; N < Whole.NumNodes; ++N)
    if (PartOf[N] != None)
      NumberOf[N] = Parts[PartOf[N]].NumNodes++;
  for (const PartArc &A : Whole.Arcs) {
    if (PartOf[A.From] == None || PartOf[A.From] != PartOf[A.To])
      continue;
    Part &Target = Parts[PartOf[A.From]];
    Target.Arcs.push_back({NumberOf[A.From], NumberOf[A.To], A.Index});
    Target.NumBack += NumberOf[A.From] > NumberOf[A.To];
  }
  return Parts;
}

/// Returns the weights of the arcs of \p Component: fewer calls weigh less, and
/// of sets with equally many calls, the one with fewer arcs weighs less.
static std::vector<WeightedArc> weigh(const Part &Component,
                                      ArrayRef<Arc> Calls) {
  constexpr double MaxSum = double(std::numeric_limits<int64_t>::max() / 4);
  const uint64_t Unit = Component.Arcs.size() + 1;
  double Sum = double(Unit);
  for (const PartArc &A : Component.Arcs)
    Sum += double(Calls[A.Index].Count) * double(Unit);
  // Counts with too large a sum lose their lowest bits.
  unsigned Shift = 0;
  for (; Sum > MaxSum; Sum /= 2)
    ++Shift;
  std::vector<WeightedArc> Result;
  Result.reserve(Component.Arcs.size());
  for (const PartArc &A : Component.Arcs)
    Result.push_back(
        {A.From, A.To, int64_t((Calls[A.Index].Count >> Shift) * Unit + 1)});
  return Result;
}

/// Renumbers the nodes of \p Component so that few calls lead back.
static void order(Part &Component, ArrayRef<Arc> Calls, WorkBudget &Budget) {
  std::vector<uint32_t> Order =
      searchOrder(Component.NumNodes, weigh(Component, Calls), Budget);
  std::vector<uint32_t> PlaceOf(Order.size());
  for (uint32_t Place = 0; Place < Order.size(); ++Place)
    PlaceOf[Order[Place]] = Place;
  Component.NumBack = 0;
  for (PartArc &A : Component.Arcs) {
    A.From = PlaceOf[A.From];
    A.To = PlaceOf[A.To];
    Component.NumBack += A.From > A.To;
  }
}

namespace {

/// Distributes a number of arcs over components.
class Breaker {
public:
  Breaker(std::vector<Part> Components, uint64_t MaxArcs)
      : Left(MaxArcs), Budget(MaxDivisionWork), Parts(std::move(Components)) {}

  std::vector<ArcIndex> run() {
    breakWhole();
    while (Left && !Parts.empty() && !Budget.isSpent()) {
      auto Largest = llvm::max_element(Parts, [](const Part &A, const Part &B) {
        return A.NumNodes < B.NumNodes;
      });
      Part Component = std::move(*Largest);
      Parts.erase(Largest);
      Budget.spend(Component.NumNodes + Component.Arcs.size() + Parts.size());
      divide(std::move(Component));
      breakWhole();
    }
    llvm::sort(Removed);
    return std::move(Removed);
  }

private:
  void removeBackArcs(const Part &Component) {
    for (const PartArc &A : Component.Arcs)
      if (A.From > A.To)
        Removed.push_back(A.Index);
    Left -= Component.NumBack;
  }

  /// Breaks components that can be broken completely; others stay in Parts.
  void breakWhole() {
    llvm::stable_sort(Parts, [](const Part &A, const Part &B) {
      return double(A.NumNodes) * double(B.NumBack) >
             double(B.NumNodes) * double(A.NumBack);
    });
    llvm::erase_if(Parts, [this](const Part &Component) {
      if (Component.NumBack > Left)
        return false;
      removeBackArcs(Component);
      return true;
    });
  }

  /// Returns the best place for dividing \p Component: few arcs separate many
  /// pairs of nodes. None if each place takes too many arcs.
  std::optional<uint32_t> placeToDivide(const Part &Component) const {
    std::vector<int64_t> Change(Component.NumNodes + 1);
    for (const PartArc &A : Component.Arcs)
      if (A.From > A.To) {
        ++Change[A.To + 1];
        --Change[A.From + 1];
      }
    std::optional<uint32_t> Best;
    double BestGain = 0;
    int64_t NumAcross = 0;
    for (uint32_t Place = 1; Place < Component.NumNodes; ++Place) {
      NumAcross += Change[Place];
      double Gain = double(Place) * double(Component.NumNodes - Place) /
                    double(NumAcross);
      if (uint64_t(NumAcross) <= Left && Gain > BestGain) {
        Best = Place;
        BestGain = Gain;
      }
    }
    return Best;
  }

  /// Removes arcs from \p Component, so that it falls apart.
  void divide(Part Component) {
    std::optional<uint32_t> Place = placeToDivide(Component);
    if (!Place)
      return;
    llvm::erase_if(Component.Arcs, [&](const PartArc &A) {
      if (A.From < *Place || A.To >= *Place)
        return false;
      Removed.push_back(A.Index);
      --Left;
      return true;
    });
    std::vector<Part> Smaller = componentsOf(Component);
    llvm::append_range(Parts, std::move(Smaller));
  }

  uint64_t Left;
  WorkBudget Budget;
  std::vector<Part> Parts; ///< still cyclic
  std::vector<ArcIndex> Removed;
};

} // namespace

CycleBreak gmon::chooseCycleBreak(size_t NumNodes, ArrayRef<Arc> Arcs,
                                  uint64_t MaxArcs) {
  Part Whole;
  Whole.NumNodes = NumNodes;
  for (ArcIndex I = 0; I < Arcs.size(); ++I)
    if (Arcs[I].Parent != Arcs[I].Child)
      Whole.Arcs.push_back({Arcs[I].Parent, Arcs[I].Child, I});
  std::vector<Part> Components = componentsOf(Whole);

  CycleBreak Result;
  WorkBudget Budget(MaxSearchWork);
  // Starts with the small ones: the last one may need the whole rest.
  std::ranges::stable_sort(Components, {},
                           [](const Part &P) { return P.Arcs.size(); });
  for (Part &Component : Components) {
    order(Component, Arcs, Budget);
    Result.NumForAll += Component.NumBack;
  }
  Result.Arcs = Breaker(std::move(Components), MaxArcs).run();
  return Result;
}

void gmon::breakCycles(CallGraph &Graph, const SymbolTable &Table,
                       uint64_t MaxArcs) {
  CycleBreak Chosen = chooseCycleBreak(Graph.NumSymbols, Graph.Arcs, MaxArcs);
  Graph.Broken.NumForAll = Chosen.NumForAll;
  std::vector<Arc> Kept;
  std::vector<SymbolIndex> Ends;
  auto Next = Chosen.Arcs.begin();
  for (ArcIndex I = 0; I < Graph.Arcs.size(); ++I) {
    const Arc &Call = Graph.Arcs[I];
    if (Next == Chosen.Arcs.end() || *Next != I) {
      Kept.push_back(Call);
      continue;
    }
    ++Next;
    Graph.Nodes[Call.Child].Calls -= Call.Count;
    Graph.Broken.Arcs.push_back({Call, ""});
    Ends.insert(Ends.end(), {Call.Parent, Call.Child});
  }
  std::vector<std::string> Specs = specsFor(Ends, Table);
  for (size_t I = 0; I < Graph.Broken.Arcs.size(); ++I)
    if (!Specs[2 * I].empty() && !Specs[2 * I + 1].empty())
      Graph.Broken.Arcs[I].Spec = Specs[2 * I] + "/" + Specs[2 * I + 1];
  std::ranges::stable_sort(Graph.Broken.Arcs, std::greater(),
                           [](const BrokenArc &A) { return A.Call.Count; });
  Graph.Arcs = std::move(Kept);
  Graph.indexArcs();
}
