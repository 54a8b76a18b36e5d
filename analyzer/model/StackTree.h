//===-- StackTree.h - Measured trees of callers and callees -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges the stacks of samples by function. In: times of stacks. Out: the tree
// of all calls, or the callers or callees of a function. Small parts are left
// out, and each node says how much is.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODEL_STACKTREE_H
#define GMON_ANALYZER_MODEL_STACKTREE_H

#include "model/StackTimes.h"

namespace gmon {

/// The parts of a tree that are in it.
struct StackTreeLimits {
  double MinSamples = 0; ///< smaller nodes are left out; so are those without
                         ///< samples, except callers with exact calls
  uint32_t MaxDepth = UINT32_MAX; ///< of a node; roots have the depth 1
  bool CountsDeep = true;         ///< whether what is deeper counts as left out
  size_t MaxNodes = 1'000'000;
  bool ByLine = false; ///< calls in different lines are different nodes
};

struct StackTreeNode {
  static constexpr uint32_t NoParent = UINT32_MAX;

  /// NoIndex: all callers whose calls are not counted.
  FunctionIndex Function = 0;
  /// With ByLine: the call site in the caller, or the place of inlined code
  /// there. In a tree of callers, that is this node's function; in others, its
  /// parent's.
  llvm::StringRef CallPath;
  uint32_t CallLine = 0;
  uint32_t Parent = NoParent; ///< an earlier node
  uint32_t Depth = 1;
  double Self = 0;  ///< samples in the function itself; 0 in a tree of callers
  double Total = 0; ///< samples that pass through this node
  std::optional<uint64_t> Calls; ///< exact; of nodes at the depth 2 of trees
                                 ///< of callers and callees
  /// Of such nodes: see StackArc.
  double TotalOfCalls = 0;
  bool IsNested = false;
  bool IsInlined = false; ///< its code is part of the function's above it
  /// In a tree of callers: its code is part of the functions' below it. It is
  /// no call, so these have the same depth.
  bool IsInlinedCaller = false;
  uint32_t NumLeftOut = 0; ///< number of nodes below it that were left out
  double LeftOut = 0;      ///< their samples
  std::vector<uint32_t> Below;

  /// Returns the depth of the nodes below it.
  uint32_t depthBelow() const { return Depth + !IsInlinedCaller; }
};

struct StackTree {
  std::vector<StackTreeNode> Nodes; ///< parents before children
  std::vector<uint32_t> Roots;
  uint32_t NumLeftOut = 0; ///< number of roots that were left out
  double LeftOut = 0;      ///< their samples
};

/// Returns the tree of all calls.
StackTree makeStackTree(const StackTimes &Times, const StackTreeLimits &Limits);

/// Returns \p F, below it all its callers with the totals of the arcs from
/// them, and below each the ways to its calls of \p F. These begin at the
/// outermost call of each stack, so that their parts add up. If the code of a
/// call is inlined, the caller is the inlined function, and what it is inlined
/// into is below it, up to the function that is not inlined. Each of these has
/// the total of its own arcs, and the limits leave out none of them.
StackTree makeCallerTree(const StackTimes &Times, FunctionIndex F,
                         const StackTreeLimits &Limits);

/// Returns \p F, below it all its callees with the totals of the arcs to them,
/// and below each what it calls when \p F calls it. Callees are what all code
/// of \p F calls, also that of inlined functions; and these functions.
StackTree makeCalleeTree(const StackTimes &Times, FunctionIndex F,
                         const StackTreeLimits &Limits);

} // namespace gmon

#endif // GMON_ANALYZER_MODEL_STACKTREE_H
