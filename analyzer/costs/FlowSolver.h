//===-- FlowSolver.h - Counts of pieces of code -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often each piece of a function was executed. In: the pieces with their
// successors, and sums of counts that are known. Out: the count of each piece,
// or its bounds where the sums do not determine it. Knows no object code.
//
// Flow is conserved: the count of a piece is the flow into it and out of it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COSTS_FLOWSOLVER_H
#define GMON_ANALYZER_COSTS_FLOWSOLVER_H

#include "costs/SumEquations.h"
#include "llvm/ADT/SmallVector.h"

namespace gmon {

/// A piece of code and the flow from it.
struct FlowNode {
  llvm::SmallVector<uint32_t, 2> Successors; ///< all different
  bool IsEntered = false;                    ///< flow may come from outside
  bool IsLeft = false;                       ///< flow may go outside
  Bounds Left;                               ///< the flow that goes there
  bool IsRare = false; ///< its count is as low as it can be
};

/// The sum of the counts of some pieces.
struct FlowSum {
  llvm::SmallVector<uint32_t, 2> Pieces; ///< all different
  uint64_t Count = 0;
};

struct FlowProblem {
  std::vector<FlowNode> Nodes;
  std::vector<FlowSum> Sums;
  std::vector<FlowSum> LaterSums; ///< they are ignored first
};

/// A count, or a sum of counts, as far as it is known.
struct CountRange : Bounds {
  /// Within the bounds: the count itself if they are equal.
  uint64_t Estimate = 0;
};

class FlowSolution {
public:
  explicit FlowSolution(const FlowProblem &Problem);

  /// Whether some counts satisfy all equations. If not, the results are of as
  /// many equations as fit together, and no bounds are certain.
  bool isConsistent() const { return IsConsistent; }
  /// The count of each piece. If possible, estimates satisfy the equations.
  llvm::ArrayRef<CountRange> pieces() const { return Pieces; }
  /// The flow from a piece to outside.
  Bounds leaving(size_t Piece) const { return Left[Piece]; }
  /// Returns the sum of the counts times \p Weights, which are below 2^32. It
  /// may be exact although counts are not. The values are at most NoBound.
  CountRange sum(llvm::ArrayRef<uint64_t> Weights) const;

private:
  SumEquations makeEquations(const FlowProblem &Problem,
                             const std::vector<bool> &Ignored);
  void estimate(llvm::ArrayRef<uint32_t> Rare);

  bool IsConsistent = true;
  SumEquations Equations;
  /// The flows to outside from nodes with successors.
  std::vector<uint32_t> Leaving;
  /// For each piece, the number of its flow to outside, if any.
  std::vector<std::optional<uint32_t>> LeftFlow;
  std::vector<CountRange> Pieces;
  std::vector<Bounds> Left;
};

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_FLOWSOLVER_H
