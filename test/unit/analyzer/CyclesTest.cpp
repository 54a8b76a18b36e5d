//===-- CyclesTest.cpp - Cycles of the call graph -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cycles are strongly connected components. Small graphs are compared with
// a slow definition: two functions are in one cycle if each reaches the
// other.
//
//===----------------------------------------------------------------------===//

#include "graph/Cycles.h"
#include "gtest/gtest.h"
#include <random>

using namespace gmon;

using Edges = std::vector<std::pair<NodeIndex, NodeIndex>>;

/// The graph of \p NumSymbols functions with one call for each of \p Calls.
static CallGraph makeGraph(size_t NumSymbols, const Edges &Calls) {
  CallGraph Graph;
  Graph.NumSymbols = NumSymbols;
  Graph.Nodes.resize(NumSymbols);
  for (NodeIndex N = 0; N < NumSymbols; ++N)
    Graph.Nodes[N].Head = N;
  for (auto [From, To] : Calls) {
    Arc A;
    A.Parent = From;
    A.Child = To;
    A.Count = 1;
    Graph.Arcs.push_back(A);
    ++Graph.Nodes[To].Calls;
  }
  Graph.Children.build(NumSymbols, Calls.size(),
                       [&](size_t I) { return Calls[I].first; });
  Graph.Parents.build(NumSymbols, Calls.size(),
                      [&](size_t I) { return Calls[I].second; });
  findCycles(Graph);
  return Graph;
}

TEST(Cycles, ChainHasNone) {
  CallGraph Graph = makeGraph(3, {{0, 1}, {1, 2}});
  EXPECT_EQ(Graph.Members.size(), 0u);
  EXPECT_LT(Graph.Nodes[2].TopOrder, Graph.Nodes[1].TopOrder);
  EXPECT_LT(Graph.Nodes[1].TopOrder, Graph.Nodes[0].TopOrder);
}

TEST(Cycles, SelfCallIsNone) {
  CallGraph Graph = makeGraph(2, {{0, 1}, {1, 1}});
  EXPECT_EQ(Graph.Members.size(), 0u);
  EXPECT_EQ(Graph.Nodes[1].Calls, 1u);
  EXPECT_EQ(Graph.Nodes[1].SelfCalls, 1u);
}

TEST(Cycles, CountsCallsFromOutsideAndInside) {
  CallGraph Graph = makeGraph(4, {{0, 1}, {1, 2}, {2, 1}, {0, 2}, {2, 3}});
  ASSERT_EQ(Graph.Members.size(), 1u);
  // The search follows the latest arc first, so it visits 2 before 1.
  EXPECT_EQ(Graph.Members[0], (std::vector<NodeIndex>{2, 1}));
  ASSERT_EQ(Graph.Nodes.size(), 5u);
  EXPECT_EQ(Graph.Nodes[4].Calls, 2u);
  EXPECT_EQ(Graph.Nodes[4].SelfCalls, 2u);
  EXPECT_EQ(Graph.Nodes[1].Cycle, 1u);
  EXPECT_EQ(Graph.Nodes[2].Cycle, 1u);
  EXPECT_EQ(Graph.Nodes[3].Cycle, 0u);
}

TEST(Cycles, LongChainDoesNotExhaustTheStack) {
  constexpr NodeIndex Length = 200000;
  Edges Calls;
  for (NodeIndex N = 0; N + 1 < Length; ++N)
    Calls.push_back({N, N + 1});
  Calls.push_back({Length - 1, 0});
  CallGraph Graph = makeGraph(Length, Calls);
  ASSERT_EQ(Graph.Members.size(), 1u);
  EXPECT_EQ(Graph.Members[0].size(), size_t(Length));
}

TEST(Cycles, AreWhatReachesEachOther) {
  std::mt19937 Random(1);
  for (int Trial = 0; Trial < 2000; ++Trial) {
    const size_t Size = 1 + Random() % 10;
    Edges Calls;
    std::vector<std::vector<bool>> Reaches(Size, std::vector<bool>(Size));
    for (size_t I = Random() % (2 * Size); I > 0; --I) {
      NodeIndex From = Random() % Size, To = Random() % Size;
      if (Reaches[From][To])
        continue;
      Reaches[From][To] = true;
      Calls.push_back({From, To});
    }
    for (size_t K = 0; K < Size; ++K)
      for (size_t I = 0; I < Size; ++I)
        for (size_t J = 0; J < Size; ++J)
          if (Reaches[I][K] && Reaches[K][J])
            Reaches[I][J] = true;

    CallGraph Graph = makeGraph(Size, Calls);
    for (size_t I = 0; I < Size; ++I)
      for (size_t J = 0; J < Size; ++J) {
        if (I == J)
          continue;
        const Node &A = Graph.Nodes[I], &B = Graph.Nodes[J];
        bool Together = A.Cycle != 0 && A.Cycle == B.Cycle;
        EXPECT_EQ(Together, Reaches[I][J] && Reaches[J][I])
            << "trial " << Trial << ", " << I << " and " << J;
        if (Reaches[I][J] && !Together) {
          EXPECT_GT(A.TopOrder, B.TopOrder)
              << "trial " << Trial << ", " << I << " before " << J;
        }
      }
  }
}
