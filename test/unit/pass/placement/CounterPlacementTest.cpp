//===-- CounterPlacementTest.cpp - Counts follow from counters ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random walks through random flow graphs: the counts derived from the counted
// edges equal those of the walks, and the fewest possible edges are counted.
//
//===----------------------------------------------------------------------===//

#include "placement/CounterPlacement.h"

#include "gtest/gtest.h"
#include <random>

using gmon::CounterPlacement;

namespace {

/// A graph of blocks as the pass makes it: node 0 is the outside.
struct FlowGraph {
  struct Edge {
    unsigned From, To;
    bool Countable;
    CounterPlacement::Edge Id;
    uint64_t Taken = 0;
  };

  CounterPlacement Placement;
  std::vector<Edge> Edges;
  unsigned NumNodes = 0;

  unsigned node() { return NumNodes = Placement.addNode() + 1, NumNodes - 1; }
  void edge(unsigned From, unsigned To, uint64_t Weight, bool Countable) {
    Edges.push_back(
        {From, To, Countable, Placement.addEdge(From, To, Weight, Countable)});
  }

  /// Walks random edges from the outside until it returns there.
  void walk(std::mt19937 &Random) {
    unsigned At = 0;
    do {
      std::vector<Edge *> Ways;
      for (Edge &E : Edges)
        if (E.From == At)
          Ways.push_back(&E);
      Edge &Way = *Ways[Random() % Ways.size()];
      ++Way.Taken;
      At = Way.To;
    } while (At != 0);
  }

  /// The value of each count, derived from how often counted edges were taken.
  std::vector<int64_t> evaluate() const {
    std::vector<int64_t> Values;
    for (CounterPlacement::Edge Id : Placement.counted())
      Values.push_back(Edges[Id].Taken);
    for (const auto &Terms : Placement.derived()) {
      int64_t Sum = 0;
      for (CounterPlacement::Term T : Terms) {
        EXPECT_LT(T.Count, Values.size());
        Sum += T.Subtracted ? -Values[T.Count] : Values[T.Count];
      }
      Values.push_back(Sum);
    }
    return Values;
  }
};

FlowGraph randomGraph(std::mt19937 &Random, std::vector<unsigned> &Wanted) {
  FlowGraph G;
  unsigned Outside = G.node();
  unsigned NumBlocks = 1 + Random() % 12;
  std::vector<std::pair<unsigned, unsigned>> Blocks;
  for (unsigned I = 0; I < NumBlocks; ++I) {
    Blocks.push_back({G.node(), G.node()});
    Wanted.push_back(G.Edges.size());
    G.edge(Blocks[I].first, Blocks[I].second, Random() % 100, true);
  }
  G.edge(Outside, Blocks[0].first, 0, false);
  for (unsigned I = 0; I < NumBlocks; ++I) {
    // Each block has a successor, and some have an exit that cannot be counted.
    if (I + 1 < NumBlocks)
      G.edge(Blocks[I].second, Blocks[I + 1].first, Random() % 100, true);
    if (I + 1 == NumBlocks || Random() % 3 == 0)
      G.edge(Blocks[I].second, Outside, 0, false);
    if (Random() % 2)
      G.edge(Blocks[I].second, Blocks[Random() % NumBlocks].first,
             Random() % 100, true);
    if (I && Random() % 8 == 0)
      G.edge(Outside, Blocks[I].first, 0, false);
  }
  return G;
}

TEST(CounterPlacement, DerivesWhatWasWalked) {
  for (unsigned Seed = 0; Seed < 500; ++Seed) {
    std::mt19937 Random(Seed);
    std::vector<unsigned> Wanted;
    FlowGraph G = randomGraph(Random, Wanted);
    // All blocks, or some.
    if (Seed % 2)
      llvm::erase_if(Wanted, [&](unsigned) { return Random() % 4 != 0; });
    G.Placement.place(Wanted);
    // The number of edges outside a spanning tree of a connected graph.
    EXPECT_LE(G.Placement.counted().size(), G.Edges.size() - (G.NumNodes - 1));
    for (CounterPlacement::Edge E : G.Placement.counted())
      EXPECT_TRUE(G.Edges[E].Countable);
    for (unsigned Walk = 0; Walk < 20; ++Walk)
      G.walk(Random);
    std::vector<int64_t> Values = G.evaluate();
    for (unsigned E : Wanted)
      EXPECT_EQ(Values[G.Placement.countOf(E)], int64_t(G.Edges[E].Taken))
          << "seed " << Seed << " edge " << E;
  }
}

TEST(CounterPlacement, CountsWhereItIsCheapest) {
  FlowGraph G;
  unsigned Outside = G.node(), Start = G.node(), End = G.node();
  unsigned Block = G.Edges.size();
  G.edge(Start, End, 1000, true);
  G.edge(Outside, Start, 0, false);
  unsigned Out = G.Edges.size();
  G.edge(End, Outside, 1, true);
  unsigned Back = G.Edges.size();
  G.edge(End, Start, 999, true);
  G.Placement.place({Block});
  // Two of four edges: the exit, and the back edge, rarer than the body.
  EXPECT_EQ(std::vector<CounterPlacement::Edge>({Out, Back}),
            std::vector<CounterPlacement::Edge>(G.Placement.counted().begin(),
                                                G.Placement.counted().end()));
  EXPECT_EQ(G.Placement.derived().size(), 1u);
}

TEST(CounterPlacement, CountsNothingThatNobodyWants) {
  FlowGraph G;
  unsigned Outside = G.node();
  unsigned Blocks[2], Start[2], End[2];
  for (unsigned I : {0, 1}) {
    Start[I] = G.node();
    End[I] = G.node();
    Blocks[I] = G.Edges.size();
    G.edge(Start[I], End[I], 10 + I, true);
    G.edge(Outside, Start[I], 0, false);
    G.edge(End[I], Outside, 0, false);
  }
  G.Placement.place({Blocks[1]});
  EXPECT_EQ(std::vector<CounterPlacement::Edge>({Blocks[1]}),
            std::vector<CounterPlacement::Edge>(G.Placement.counted().begin(),
                                                G.Placement.counted().end()));
  EXPECT_EQ(G.Placement.cost(), 11u);
}

TEST(CounterPlacement, CountsBesideKnownCountsWhatFormsCycles) {
  FlowGraph G;
  unsigned Outside = G.node(), A = G.node(), B = G.node();
  // The count of an edge from A to B is known, and the edge is missing.
  G.edge(Outside, A, 0, false);
  G.edge(B, Outside, 0, false);
  unsigned Often = G.Edges.size();
  G.edge(A, B, 90, true);
  unsigned Rare = G.Edges.size();
  G.edge(A, B, 10, true);
  // Two edges that cannot be counted form a cycle: they stay unknown.
  G.edge(A, Outside, 0, false);
  G.edge(A, Outside, 0, false);
  G.Placement.placeBesideKnown();
  EXPECT_EQ(std::vector<CounterPlacement::Edge>({Often, Rare}),
            std::vector<CounterPlacement::Edge>(G.Placement.counted().begin(),
                                                G.Placement.counted().end()));
}

} // namespace
