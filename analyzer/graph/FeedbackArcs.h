//===-- FeedbackArcs.h - An order with light arcs back ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the nodes of a graph in an order in which the arcs that lead back weigh
// little. Without them the graph has no cycle: they are a feedback arc set. In:
// nodes and weighted arcs. Out: the nodes in their order.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FEEDBACKARCS_H
#define GMON_ANALYZER_FEEDBACKARCS_H

#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace gmon {

/// An arc between two of the nodes 0, 1, 2, ...
struct WeightedArc {
  uint32_t From = 0;
  uint32_t To = 0;
  int64_t Weight = 0;
};

/// The work that a search may still do, about one unit for each arc looked at.
class WorkBudget {
public:
  explicit WorkBudget(uint64_t Amount) : Left(Amount) {}
  uint64_t left() const { return Left; }
  bool isSpent() const { return Left == 0; }
  void spend(uint64_t Amount) { Left -= std::min(Amount, Left); }

private:
  uint64_t Left;
};

/// Graphs of up to so many nodes are searched through, as the budget allows.
inline constexpr uint32_t MostNodesForBest = 16;

/// An order of \p NumNodes nodes in which the \p Arcs that lead back have
/// little weight together: the least if there are at most \p MaxForBest nodes
/// and enough is left of \p Budget, else what a search has found by the time
/// that the budget is spent. The weights are positive, there are no arcs from
/// a node to itself, and the sum of all weights is at most a quarter of the
/// greatest int64_t.
std::vector<uint32_t> orderNodes(uint32_t NumNodes,
                                 llvm::ArrayRef<WeightedArc> Arcs,
                                 WorkBudget &Budget,
                                 uint32_t MaxForBest = MostNodesForBest);

/// Such an order, found by a search alone.
std::vector<uint32_t> searchOrder(uint32_t NumNodes,
                                  llvm::ArrayRef<WeightedArc> Arcs,
                                  WorkBudget &Budget);

} // namespace gmon

#endif // GMON_ANALYZER_FEEDBACKARCS_H
