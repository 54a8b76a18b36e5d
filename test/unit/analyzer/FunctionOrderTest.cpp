//===-- FunctionOrderTest.cpp - Orders of functions for a linker ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which functions join in chains, where functions with very many callers go,
// and that the result has each function once, also for big graphs.
//
//===----------------------------------------------------------------------===//

#include "graph/FunctionOrder.h"
#include "gtest/gtest.h"
#include <random>

using namespace gmon;

struct Call {
  NodeIndex Parent, Child;
  uint64_t Count;
};

static CallGraph makeGraph(size_t NumSymbols, const std::vector<Call> &Calls) {
  CallGraph Graph;
  Graph.NumSymbols = NumSymbols;
  Graph.Nodes.resize(NumSymbols);
  for (const Call &C : Calls) {
    Arc A;
    A.Parent = C.Parent;
    A.Child = C.Child;
    A.Count = C.Count;
    Graph.Arcs.push_back(A);
    if (C.Parent != C.Child)
      Graph.Nodes[C.Child].Calls += C.Count;
  }
  Graph.Children.build(NumSymbols, Calls.size(),
                       [&](size_t I) { return Calls[I].Parent; });
  Graph.Parents.build(NumSymbols, Calls.size(),
                      [&](size_t I) { return Calls[I].Child; });
  return Graph;
}

static std::vector<NodeIndex> order(size_t NumSymbols,
                                    const std::vector<Call> &Calls) {
  return orderFunctions(makeGraph(NumSymbols, Calls));
}

using Order = std::vector<NodeIndex>;

TEST(FunctionOrder, NothingIsCalled) {
  EXPECT_EQ(order(3, {}), (Order{0, 1, 2}));
  EXPECT_EQ(order(3, {{1, 1, 5}}), (Order{0, 1, 2}));
}

TEST(FunctionOrder, FrequentCallsFirst) {
  // The most frequent call joins first, so 1 and 3 are adjacent.
  EXPECT_EQ(order(5, {{0, 1, 1}, {4, 0, 1}, {1, 3, 1000}, {4, 2, 10}}),
            (Order{1, 3, 0, 2, 4}));
}

TEST(FunctionOrder, JoinsAtTheNearerEnd) {
  // The chain is 0 1 2 3; 4 calls 1, which is nearer to the head, and 5 calls
  // 2, which is nearer to the tail.
  std::vector<Call> Calls = {{0, 1, 900}, {1, 2, 800}, {2, 3, 700},
                             {5, 0, 1},   {0, 4, 1},   {3, 5, 1},
                             {3, 0, 1},   {4, 1, 600}, {5, 2, 500}};
  EXPECT_EQ(order(6, Calls), (Order{4, 0, 1, 2, 3, 5}));
}

TEST(FunctionOrder, HubsDoNotTieOthersTogether) {
  // All others call functions 0 and 1, and call each other in a row. The first
  // of two hubs is printed before all others.
  std::vector<Call> Calls;
  constexpr NodeIndex Last = 161;
  for (NodeIndex N = 2; N <= Last; ++N) {
    Calls.push_back({N, 0, 1000});
    Calls.push_back({N, 1, 1000});
    Calls.push_back({N == 2 ? Last : N - 1, N, 500u - N});
  }
  Order Result = order(Last + 1, Calls);
  ASSERT_EQ(Result.size(), size_t(Last));
  EXPECT_EQ(Result[0], 0u);
  EXPECT_EQ(Result[1], Last);
  for (size_t I = 2; I < Last; ++I)
    EXPECT_EQ(Result[I], I);
}

TEST(FunctionOrder, EachFunctionIsThereOnce) {
  std::mt19937 Random(1);
  for (int Trial = 0; Trial < 200; ++Trial) {
    size_t Size = 2 + Random() % 300;
    std::vector<Call> Calls;
    std::vector<std::vector<bool>> Seen(Size, std::vector<bool>(Size));
    for (size_t I = Random() % (4 * Size); I > 0; --I) {
      NodeIndex Parent = Random() % Size, Child = Random() % Size;
      if (!Seen[Parent][Child])
        Calls.push_back({Parent, Child, Random() % 100});
      Seen[Parent][Child] = true;
    }
    CallGraph Graph = makeGraph(Size, Calls);
    llvm::BitVector Missing(Size, true);
    for (NodeIndex N : orderFunctions(Graph)) {
      ASSERT_TRUE(Missing[N] || Graph.Nodes[N].Calls == 0);
      Missing.reset(N);
    }
    // The last hub may be missing, as in GNU gprof's order.
    EXPECT_LE(Missing.count(), Size < 80 ? 0u : 1u);

    llvm::BitVector IsFile(Size);
    for (NodeIndex N = 0; N < Size; N += 2)
      IsFile.set(N);
    llvm::BitVector Left = IsFile;
    for (NodeIndex N : orderFiles(Graph, IsFile)) {
      ASSERT_TRUE(Left[N]);
      Left.reset(N);
    }
    EXPECT_TRUE(Left.none());
  }
}

TEST(FunctionOrder, LongChainTakesLinearTime) {
  // A walk to the end of the chain for each call would take minutes.
  constexpr NodeIndex Length = 300000;
  std::vector<Call> Calls;
  for (NodeIndex N = 0; N + 1 < Length; ++N)
    Calls.push_back({N, N + 1, Length - N});
  EXPECT_GE(order(Length, Calls).size(), size_t(Length) - 1);
}
