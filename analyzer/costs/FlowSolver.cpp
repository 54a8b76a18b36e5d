//===-- FlowSolver.cpp - Counts of pieces of code -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the equations. Counts have the numbers of pieces; flows follow.
//
//===----------------------------------------------------------------------===//

#include "costs/FlowSolver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace gmon;
using namespace llvm;

/// So many equations that contradict others are ignored one by one, then all
/// that say that flow is conserved.
static constexpr unsigned MostIgnored = 16;

/// Estimates of so many pieces satisfy the equations together.
static constexpr unsigned MostAssumed = 2000;

/// Above it, counts are errors: sums of them would not fit.
static constexpr uint64_t MostCount = uint64_t(1) << 56;

/// Makes the equations of \p Problem without those that are \p Ignored.
SumEquations FlowSolution::makeEquations(const FlowProblem &Problem,
                                         const std::vector<bool> &Ignored) {
  const size_t NumPieces = Problem.Nodes.size();
  SumEquations Result;
  // A piece has two flows, more or less.
  const size_t NumSums = Problem.Sums.size() + Problem.LaterSums.size();
  Result.reserve(3 * NumPieces + NumSums, 2 * NumPieces + NumSums);
  for (size_t I = 0; I < NumPieces; ++I)
    Result.addCount();
  Leaving.clear();
  LeftFlow.assign(NumPieces, std::nullopt);
  size_t Number = 0;
  auto Add = [&](uint32_t Whole, ArrayRef<uint32_t> Parts) {
    // An ignored equation keeps its number.
    bool IsIgnored = Number < Ignored.size() && Ignored[Number];
    Result.addEquation(Whole, IsIgnored ? ArrayRef<uint32_t>(Whole) : Parts);
    ++Number;
  };
  auto AddSums = [&](ArrayRef<FlowSum> Sums) {
    for (const FlowSum &Sum : Sums) {
      const uint64_t Count = std::min(Sum.Count, MostCount);
      Add(Result.addCount({Count, Count}), Sum.Pieces);
    }
  };
  AddSums(Problem.Sums);
  std::vector<SmallVector<uint32_t, 4>> Entering(NumPieces), Out(NumPieces);
  for (auto [I, Node] : enumerate(Problem.Nodes)) {
    for (uint32_t Successor : Node.Successors) {
      uint32_t Flow = Result.addCount();
      Out[I].push_back(Flow);
      Entering[Successor].push_back(Flow);
    }
    if (Node.IsEntered)
      Entering[I].push_back(Result.addCount());
    if (!Node.IsLeft)
      continue;
    Out[I].push_back(Result.addCount(Node.Left));
    LeftFlow[I] = Out[I].back();
    if (!Node.Successors.empty())
      Leaving.push_back(Out[I].back());
  }
  for (size_t I = 0; I < NumPieces; ++I) {
    Add(uint32_t(I), Entering[I]);
    Add(uint32_t(I), Out[I]);
  }
  AddSums(Problem.LaterSums);
  return Result;
}

FlowSolution::FlowSolution(const FlowProblem &Problem) {
  std::vector<bool> Ignored(Problem.Sums.size() + 2 * Problem.Nodes.size() +
                            Problem.LaterSums.size());
  for (auto [I, Sum] : enumerate(Problem.Sums))
    if (Sum.Count > MostCount) {
      Ignored[I] = true;
      IsConsistent = false;
    }
  for (unsigned NumIgnored = 0;; ++NumIgnored) {
    Equations = makeEquations(Problem, Ignored);
    std::optional<size_t> Wrong = Equations.solve();
    if (!Wrong)
      break;
    IsConsistent = false;
    // Without flow, only sums of pieces that share some contradict each other.
    if (NumIgnored < MostIgnored)
      Ignored[*Wrong] = true;
    else if (NumIgnored == MostIgnored)
      std::fill(Ignored.begin() + Problem.Sums.size(), Ignored.end(), true);
    else
      std::fill(Ignored.begin(), Ignored.end(), true);
  }
  for (uint32_t I = 0; I < Problem.Nodes.size(); ++I) {
    Pieces.emplace_back();
    static_cast<Bounds &>(Pieces.back()) = Equations.boundsOf(I);
    Left.push_back(LeftFlow[I] ? Equations.boundsOf(*LeftFlow[I])
                               : Bounds{0, 0});
  }
  std::vector<uint32_t> Rare;
  for (auto [I, Node] : enumerate(Problem.Nodes))
    if (Node.IsRare)
      Rare.push_back(uint32_t(I));
  estimate(Rare);
}

/// Gives each count that is not exact the middle of its bounds, in order. Each
/// choice narrows the bounds of the counts that follow. Calls that may not
/// return usually do: control leaves as rarely as the bounds allow, and rare
/// pieces are as rare.
void FlowSolution::estimate(ArrayRef<uint32_t> Rare) {
  unsigned NumAssumed = 0;
  auto AssumeLeast = [&](ArrayRef<uint32_t> Counts) {
    for (uint32_t Count : Counts)
      if (Bounds Left = Equations.boundsOf(Count);
          !Left.isExact() && ++NumAssumed <= MostAssumed)
        Equations.assume(Count, Left.Low);
  };
  Equations.tryOut([&] {
    AssumeLeast(Leaving);
    AssumeLeast(Rare);
    for (auto [I, Piece] : enumerate(Pieces)) {
      const Bounds Left = Equations.boundsOf(I);
      Piece.Estimate = Left.High == NoBound
                           ? Left.Low
                           : Left.Low + (Left.High - Left.Low) / 2;
      if (!Left.isExact() && ++NumAssumed <= MostAssumed)
        Equations.assume(I, Piece.Estimate);
    }
  });
}

CountRange FlowSolution::sum(ArrayRef<uint64_t> Weights) const {
  auto Add = [](uint64_t A, uint64_t B, uint64_t Times) {
    return std::min(SaturatingMultiplyAdd(B, Times, A), NoBound);
  };
  CountRange Result;
  Result.High = 0;
  LinearForm Form;
  for (auto [I, Piece] : enumerate(Pieces)) {
    if (!Weights[I])
      continue;
    Result.Low = Add(Result.Low, Piece.Low, Weights[I]);
    Result.High = Add(Result.High, Piece.High, Weights[I]);
    Result.Estimate = Add(Result.Estimate, Piece.Estimate, Weights[I]);
    Form.add(Equations.formOf(I), int64_t(Weights[I]));
  }
  // Counts that are free may cancel each other.
  LinearForm Free;
  Free.Constant = Form.Constant;
  for (const LinearForm::Term &Term : Form.Terms)
    Free.add(Equations.formOf(Term.Variable), Term.Factor);
  if (Free.Terms.empty() && Result.Low <= Free.Constant &&
      Free.Constant <= Result.High)
    Result.Low = Result.High = Free.Constant;
  Result.Estimate = std::clamp(Result.Estimate, Result.Low, Result.High);
  return Result;
}
