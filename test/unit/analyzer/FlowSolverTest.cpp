//===-- FlowSolverTest.cpp - Counts of pieces of code ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small graphs whose counts are known, and random graphs through which control
// walks at random: a count that is called exact is the walks', and bounds
// contain it.
//
//===----------------------------------------------------------------------===//

#include "costs/FlowSolver.h"
#include "gtest/gtest.h"
#include <numeric>
#include <random>

using namespace gmon;

/// A graph whose piece 0 is entered and whose last piece is left.
static FlowProblem
makeProblem(std::vector<llvm::SmallVector<uint32_t, 2>> Successors,
            std::vector<FlowSum> Sums) {
  FlowProblem Result;
  for (auto &Each : Successors)
    Result.Nodes.push_back({std::move(Each), false, false, Bounds(), false});
  Result.Nodes.front().IsEntered = true;
  Result.Nodes.back().IsLeft = true;
  Result.Sums = std::move(Sums);
  return Result;
}

static std::vector<uint64_t> exactCounts(const FlowSolution &Solution) {
  std::vector<uint64_t> Counts;
  for (const CountRange &Piece : Solution.pieces()) {
    EXPECT_TRUE(Piece.isExact());
    EXPECT_EQ(Piece.Low, Piece.Estimate);
    Counts.push_back(Piece.Low);
  }
  return Counts;
}

using Counts = std::vector<uint64_t>;

TEST(FlowSolverTest, OneSideOfABranchGivesTheOther) {
  FlowSolution Solution(
      makeProblem({{1, 2}, {3}, {3}, {}}, {{{0}, 10}, {{1}, 3}}));
  EXPECT_TRUE(Solution.isConsistent());
  EXPECT_EQ(exactCounts(Solution), (Counts{10, 3, 7, 10}));
}

TEST(FlowSolverTest, ARarePieceIsAsRareAsTheOthersAllow) {
  FlowProblem Problem = makeProblem({{1, 2}, {3}, {3}, {}}, {{{0}, 10}});
  Problem.Nodes[1].IsRare = true;
  FlowSolution Solution(Problem);
  EXPECT_EQ(Solution.pieces()[1].High, 10u);
  EXPECT_EQ(Solution.pieces()[1].Estimate, 0u);
  EXPECT_EQ(Solution.pieces()[2].Estimate, 10u);
}

TEST(FlowSolverTest, ALoopThatIsCountedOutsideIsUnbounded) {
  FlowSolution Solution(makeProblem({{1}, {1, 2}, {}}, {{{0}, 4}}));
  EXPECT_TRUE(Solution.isConsistent());
  const CountRange &Loop = Solution.pieces()[1];
  EXPECT_EQ(Loop.Low, 4u);
  EXPECT_EQ(Loop.High, NoBound);
  EXPECT_EQ(Loop.Estimate, 4u);
}

TEST(FlowSolverTest, CodeWithoutPredecessorsIsNotExecuted) {
  FlowSolution Solution(makeProblem({{2}, {2}, {}}, {{{0}, 4}}));
  EXPECT_EQ(exactCounts(Solution), (Counts{4, 0, 4}));
}

TEST(FlowSolverTest, CopiesOfABlockShareItsCount) {
  // Piece 3 is a copy of 1, behind piece 2.
  FlowSolution Solution(makeProblem({{1, 2}, {4}, {3}, {4}, {}},
                                    {{{0}, 10}, {{1, 3}, 10}, {{2}, 4}}));
  EXPECT_EQ(exactCounts(Solution), (Counts{10, 6, 4, 4, 10}));
}

TEST(FlowSolverTest, CopiesOfOneLengthHaveAnExactSum) {
  FlowSolution Solution(
      makeProblem({{1, 2}, {3}, {3}, {}}, {{{0}, 10}, {{1, 2}, 10}}));
  EXPECT_TRUE(Solution.isConsistent());
  EXPECT_FALSE(Solution.pieces()[1].isExact());
  CountRange Same = Solution.sum({1, 5, 5, 2});
  EXPECT_TRUE(Same.isExact());
  EXPECT_EQ(Same.Estimate, 80u);
  CountRange Different = Solution.sum({1, 5, 7, 2});
  EXPECT_EQ(Different.Low, 30u);
  EXPECT_EQ(Different.High, 150u);
  EXPECT_EQ(Different.Estimate, 90u); // five times each
}

TEST(FlowSolverTest, EquationsWithSeveralUnknownsAreSolvedTogether) {
  // Each pair of copies has a sum; no equation has one unknown only.
  FlowSolution Solution(
      makeProblem({{1, 2, 3}, {4}, {4}, {4}, {}},
                  {{{1, 2}, 5}, {{2, 3}, 7}, {{1, 3}, 6}, {{0}, 9}}));
  EXPECT_TRUE(Solution.isConsistent());
  EXPECT_EQ(exactCounts(Solution), (Counts{9, 2, 3, 4, 9}));
}

TEST(FlowSolverTest, CallsThatMayNotReturnAreEstimatedToReturn) {
  FlowProblem Problem = makeProblem({{1}, {2}, {}}, {{{0}, 8}});
  Problem.Nodes[1].IsLeft = true;
  FlowSolution Solution(Problem);
  const CountRange &Behind = Solution.pieces()[2];
  EXPECT_EQ(Behind.Low, 0u);
  EXPECT_EQ(Behind.High, 8u);
  EXPECT_EQ(Behind.Estimate, 8u);
}

TEST(FlowSolverTest, ContradictionsAreFound) {
  // The run ended in the loop: control entered 4 times, and left 3 times.
  for (uint64_t Left : {3, 5}) {
    FlowSolution Solution(
        makeProblem({{1}, {1, 2}, {}}, {{{0}, 4}, {{2}, Left}}));
    EXPECT_FALSE(Solution.isConsistent());
  }
  // Around a loop, bounds would grow for ever.
  FlowSolution Loop(makeProblem({{1}, {2, 3}, {1}, {}}, {{{0}, 5}, {{3}, 3}}));
  EXPECT_FALSE(Loop.isConsistent());
  EXPECT_EQ(Loop.pieces()[0].Estimate, 5u);
  EXPECT_EQ(Loop.pieces()[3].Estimate, 3u);
  // A derived count that is negative.
  FlowSolution Negative(
      makeProblem({{1}, {}}, {{{0}, 5}, {{1}, uint64_t(-1)}}));
  EXPECT_FALSE(Negative.isConsistent());
}

TEST(FlowSolverTest, GreatCountsAreExact) {
  const uint64_t Great = uint64_t(1) << 55;
  FlowSolution Solution(
      makeProblem({{1, 2}, {3}, {3}, {}}, {{{0}, Great}, {{1}, 1}}));
  EXPECT_EQ(exactCounts(Solution), (Counts{Great, 1, Great - 1, Great}));
  EXPECT_EQ(Solution.sum({1, 0, 2, 3}).High, 6 * Great - 2);
  EXPECT_EQ(Solution.sum({1u << 20, 0, 0, 0}).High, NoBound);
}

namespace {

/// A random graph, and walks through it.
class Walks {
public:
  explicit Walks(unsigned Seed) : Random(Seed) {
    const unsigned Num = pick(1, 14);
    Problem.Nodes.resize(Num);
    for (unsigned I = 0; I < Num; ++I) {
      FlowNode &Node = Problem.Nodes[I];
      Node.IsLeft = I + 1 == Num || pick(0, 9) == 0;
      Node.IsEntered = I == 0 || pick(0, 12) == 0;
      for (unsigned Left = pick(0, 3); Left; --Left)
        addEdge(I, pick(0, Num - 1));
      if (I + 1 < Num)
        addEdge(I, I + 1);
    }
    Truth.resize(Num);
    for (unsigned Left = pick(0, 20); Left; --Left)
      walk();
  }

  /// Makes sums of the counts of some pieces known.
  void showSums() {
    std::vector<uint32_t> Order(Truth.size());
    std::iota(Order.begin(), Order.end(), 0);
    std::shuffle(Order.begin(), Order.end(), Random);
    for (size_t I = 0; I < Order.size();) {
      FlowSum Sum;
      for (size_t Left = pick(1, 2); Left && I < Order.size(); --Left, ++I) {
        Sum.Pieces.push_back(Order[I]);
        Sum.Count += Truth[Order[I]];
      }
      if (pick(0, 3))
        Problem.Sums.push_back(Sum);
    }
  }

  unsigned pick(unsigned Low, unsigned High) {
    return std::uniform_int_distribution<unsigned>(Low, High)(Random);
  }

  FlowProblem Problem;
  std::vector<uint64_t> Truth;

private:
  void addEdge(unsigned From, unsigned To) {
    auto &Successors = Problem.Nodes[From].Successors;
    if (std::find(Successors.begin(), Successors.end(), To) == Successors.end())
      Successors.push_back(To);
  }
  void walk() {
    unsigned At = 0;
    do
      At = pick(0, unsigned(Truth.size()) - 1);
    while (!Problem.Nodes[At].IsEntered);
    for (unsigned Steps = 0;; ++Steps) {
      ++Truth[At];
      const FlowNode &Node = Problem.Nodes[At];
      const bool IsLong = Steps >= 200;
      if (Node.Successors.empty() ||
          (Node.IsLeft && (IsLong || pick(0, 2) == 0)))
        return;
      // Long walks go to the last piece, from where control leaves.
      At = IsLong ? At + 1
                  : Node.Successors[pick(0, Node.Successors.size() - 1)];
    }
  }

  std::mt19937 Random;
};

} // namespace

TEST(FlowSolverTest, RandomWalksAreWithinBounds) {
  size_t NumExact = 0, NumOthers = 0;
  for (unsigned Seed = 0; Seed < 5000; ++Seed) {
    Walks Run(Seed);
    Run.showSums();
    FlowSolution Solution(Run.Problem);
    ASSERT_TRUE(Solution.isConsistent()) << "seed " << Seed;
    std::vector<uint64_t> Weights;
    uint64_t Sum = 0;
    for (size_t I = 0; I < Run.Truth.size(); ++I) {
      const CountRange &Piece = Solution.pieces()[I];
      ASSERT_LE(Piece.Low, Run.Truth[I]) << "seed " << Seed;
      ASSERT_GE(Piece.High, Run.Truth[I]) << "seed " << Seed;
      ASSERT_LE(Piece.Low, Piece.Estimate) << "seed " << Seed;
      ASSERT_GE(Piece.High, Piece.Estimate) << "seed " << Seed;
      ++(Piece.isExact() ? NumExact : NumOthers);
      Weights.push_back(Run.pick(0, 5));
      Sum += Weights.back() * Run.Truth[I];
    }
    CountRange Cost = Solution.sum(Weights);
    ASSERT_LE(Cost.Low, Sum) << "seed " << Seed;
    ASSERT_GE(Cost.High, Sum) << "seed " << Seed;
  }
  // Both kinds occur.
  EXPECT_GT(NumExact, 5000u);
  EXPECT_GT(NumOthers, 1000u);
}

TEST(FlowSolverTest, CountsThatContradictFlowAreKept) {
  // A unit of flow is lost, as if the run had ended inside.
  size_t NumFound = 0;
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    Walks Run(Seed);
    for (uint32_t I = 0; I < Run.Truth.size(); ++I)
      Run.Problem.Sums.push_back({{I}, Run.Truth[I] + (I == 0)});
    FlowSolution Solution(Run.Problem);
    for (size_t I = 1; I < Run.Truth.size(); ++I)
      EXPECT_EQ(Solution.pieces()[I].Estimate, Run.Truth[I]);
    NumFound += !Solution.isConsistent();
  }
  EXPECT_GT(NumFound, 200u);
}
