//===-- CycleBreakerTest.cpp - Arcs to take out of cycles -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The removed arcs break all cycles. Their calls are compared with the fewest
// possible calls, which the best of all orders of the functions gives.
//
//===----------------------------------------------------------------------===//

#include "graph/CycleBreaker.h"
#include "graph/Cycles.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <map>
#include <random>

using namespace gmon;

using Calls = std::vector<Arc>;

static Arc makeArc(NodeIndex From, NodeIndex To, uint64_t Count) {
  Arc A;
  A.Parent = From;
  A.Child = To;
  A.Count = Count;
  return A;
}

/// The sizes of the cycles of \p Arcs without \p Removed, in ascending
/// order.
static std::vector<size_t> cyclesWithout(size_t NumNodes, const Calls &Arcs,
                                         const std::vector<ArcIndex> &Removed) {
  CallGraph Graph;
  Graph.NumSymbols = NumNodes;
  Graph.Nodes.resize(NumNodes);
  Calls Kept;
  for (ArcIndex I = 0; I < Arcs.size(); ++I)
    if (!std::binary_search(Removed.begin(), Removed.end(), I))
      Kept.push_back(Arcs[I]);
  for (const Arc &A : Kept)
    Graph.Nodes[A.Child].Calls += A.Count;
  Graph.Arcs = Kept;
  Graph.indexArcs();
  findCycles(Graph);
  std::vector<size_t> Sizes;
  for (const std::vector<NodeIndex> &Members : Graph.Members)
    Sizes.push_back(Members.size());
  std::sort(Sizes.begin(), Sizes.end());
  return Sizes;
}

static uint64_t countOf(const Calls &Arcs, const std::vector<ArcIndex> &Some) {
  uint64_t Sum = 0;
  for (ArcIndex I : Some)
    Sum += Arcs[I].Count;
  return Sum;
}

/// The fewest calls whose removal breaks all cycles. Dynamic programming over
/// the sets of functions that come first in an order.
static uint64_t fewestCalls(size_t NumNodes, const Calls &Arcs) {
  std::vector<std::vector<uint64_t>> Count(NumNodes,
                                           std::vector<uint64_t>(NumNodes));
  for (const Arc &A : Arcs)
    if (A.Parent != A.Child)
      Count[A.Parent][A.Child] += A.Count;
  std::vector<uint64_t> Fewest(size_t(1) << NumNodes, UINT64_MAX);
  Fewest[0] = 0;
  for (size_t First = 0; First < Fewest.size(); ++First)
    for (size_t N = 0; N < NumNodes; ++N) {
      if (First >> N & 1)
        continue;
      uint64_t Back = Fewest[First];
      for (size_t To = 0; To < NumNodes; ++To)
        if (First >> To & 1)
          Back += Count[N][To];
      uint64_t &Result = Fewest[First | size_t(1) << N];
      Result = std::min(Result, Back);
    }
  return Fewest.back();
}

/// A graph with arcs between random functions, sparse or dense, with counts of
/// any magnitude including 0.
static Calls randomCalls(std::mt19937 &Random, size_t NumNodes,
                         size_t NumArcs) {
  std::map<std::pair<NodeIndex, NodeIndex>, uint64_t> Counts;
  for (size_t I = 0; I < NumArcs; ++I) {
    NodeIndex From = Random() % NumNodes, To = Random() % NumNodes;
    uint64_t Magnitude = uint64_t(1) << Random() % 20;
    Counts[{From, To}] = Random() % 8 == 0 ? 0 : Random() % Magnitude + 1;
  }
  Calls Arcs;
  for (const auto &[Ends, Count] : Counts)
    Arcs.push_back(makeArc(Ends.first, Ends.second, Count));
  std::shuffle(Arcs.begin(), Arcs.end(), Random);
  return Arcs;
}

TEST(CycleBreaker, LeavesGraphsWithoutCyclesAlone) {
  Calls Arcs = {makeArc(0, 1, 5), makeArc(1, 1, 7), makeArc(1, 2, 1),
                makeArc(0, 2, 1)};
  CycleBreak Break = chooseCycleBreak(3, Arcs, 100);
  EXPECT_TRUE(Break.Arcs.empty());
  EXPECT_EQ(Break.NumForAll, 0u);
}

TEST(CycleBreaker, RemovesTheArcWithFewestCalls) {
  Calls Arcs = {makeArc(0, 1, 9), makeArc(1, 2, 8), makeArc(2, 3, 3),
                makeArc(3, 1, 4), makeArc(2, 2, 1)};
  CycleBreak Break = chooseCycleBreak(4, Arcs, 100);
  EXPECT_EQ(Break.Arcs, std::vector<ArcIndex>{2});
  EXPECT_EQ(Break.NumForAll, 1u);
}

TEST(CycleBreaker, PrefersArcsWithoutCallsAndFewOfThem) {
  // Two removals without calls break the cycle: arc 0, or arcs 1 and 2.
  Calls Arcs = {makeArc(0, 1, 0), makeArc(1, 2, 0), makeArc(1, 3, 0),
                makeArc(2, 0, 5), makeArc(3, 0, 5)};
  EXPECT_EQ(chooseCycleBreak(4, Arcs, 100).Arcs, std::vector<ArcIndex>{0});
}

TEST(CycleBreaker, BreaksWholeCyclesIfArcsAreFew) {
  // Cycles of two functions, of four, and of three that needs two removals.
  Calls Arcs = {makeArc(0, 1, 1), makeArc(1, 0, 2), makeArc(2, 3, 9),
                makeArc(3, 4, 8), makeArc(4, 5, 7), makeArc(5, 2, 6),
                makeArc(6, 7, 9), makeArc(7, 8, 9), makeArc(7, 6, 1),
                makeArc(8, 7, 1)};
  CycleBreak One = chooseCycleBreak(9, Arcs, 1);
  EXPECT_EQ(One.Arcs, std::vector<ArcIndex>{5});
  EXPECT_EQ(One.NumForAll, 4u);
  EXPECT_EQ(chooseCycleBreak(9, Arcs, 2).Arcs, (std::vector<ArcIndex>{0, 5}));
  EXPECT_EQ(cyclesWithout(9, Arcs, chooseCycleBreak(9, Arcs, 3).Arcs),
            std::vector<size_t>{2});
  EXPECT_EQ(chooseCycleBreak(9, Arcs, 4).Arcs,
            (std::vector<ArcIndex>{0, 5, 8, 9}));
}

TEST(CycleBreaker, DividesACycleThatTakesTooMany) {
  // A row of functions: each calls the next one often and the previous one
  // once. One arc in the middle divides the row.
  Calls Arcs;
  for (NodeIndex N = 0; N + 1 < 8; ++N) {
    Arcs.push_back(makeArc(N, N + 1, 100));
    Arcs.push_back(makeArc(N + 1, N, 1));
  }
  CycleBreak Break = chooseCycleBreak(8, Arcs, 1);
  EXPECT_EQ(Break.NumForAll, 7u);
  EXPECT_EQ(Break.Arcs, std::vector<ArcIndex>{7});
  EXPECT_EQ(cyclesWithout(8, Arcs, Break.Arcs), (std::vector<size_t>{4, 4}));
}

TEST(CycleBreaker, TakesCountsThatOverflowTogether) {
  Calls Arcs = {makeArc(0, 1, UINT64_MAX), makeArc(1, 0, UINT64_MAX),
                makeArc(1, 2, UINT64_MAX), makeArc(2, 1, 1)};
  CycleBreak Break = chooseCycleBreak(3, Arcs, 100);
  EXPECT_EQ(Break.Arcs.size(), 2u);
  EXPECT_EQ(Break.Arcs.back(), 3u);
}

TEST(CycleBreaker, ComesNearFewestCallsOfSmallGraphs) {
  std::mt19937 Random(1);
  double SumOfRatios = 0;
  constexpr int NumGraphs = 500;
  for (int I = 0; I < NumGraphs; ++I) {
    size_t NumNodes = 2 + Random() % 11;
    Calls Arcs = randomCalls(Random, NumNodes, NumNodes * (1 + Random() % 6));
    CycleBreak Break = chooseCycleBreak(NumNodes, Arcs, UINT64_MAX);
    EXPECT_EQ(Break.Arcs.size(), Break.NumForAll);
    EXPECT_TRUE(cyclesWithout(NumNodes, Arcs, Break.Arcs).empty());
    uint64_t Found = countOf(Arcs, Break.Arcs);
    uint64_t Fewest = fewestCalls(NumNodes, Arcs);
    EXPECT_LE(Found, Fewest + Fewest / 2) << "graph " << I;
    SumOfRatios += Fewest ? double(Found) / double(Fewest) : 1;
  }
  EXPECT_LE(SumOfRatios / NumGraphs, 1.01);
}

TEST(CycleBreaker, KeepsToTheMaximum) {
  std::mt19937 Random(2);
  for (int Trial = 0; Trial < 500; ++Trial) {
    size_t NumNodes = 2 + Random() % 30;
    Calls Arcs = randomCalls(Random, NumNodes, NumNodes * 3);
    uint64_t MaxArcs = Random() % 8;
    CycleBreak Break = chooseCycleBreak(NumNodes, Arcs, MaxArcs);
    EXPECT_LE(Break.Arcs.size(), MaxArcs);
    EXPECT_EQ(cyclesWithout(NumNodes, Arcs, Break.Arcs).empty(),
              Break.NumForAll <= MaxArcs);
  }
}

TEST(CycleBreaker, LargeCyclesEnd) {
  constexpr NodeIndex NumNodes = 20000;
  Calls Arcs;
  std::mt19937 Random(4);
  for (NodeIndex N = 0; N < NumNodes; ++N) {
    Arcs.push_back(makeArc(N, (N + 1) % NumNodes, 1000));
    for (int I = 0; I < 4; ++I)
      Arcs.push_back(makeArc(N, Random() % NumNodes, 1 + Random() % 1000));
  }
  CycleBreak Break = chooseCycleBreak(NumNodes, Arcs, UINT64_MAX);
  EXPECT_EQ(Break.Arcs.size(), Break.NumForAll);
  EXPECT_TRUE(cyclesWithout(NumNodes, Arcs, Break.Arcs).empty());
}
