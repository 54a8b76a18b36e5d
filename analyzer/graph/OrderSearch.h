//===-- OrderSearch.h - Searches an order with light arcs back --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arcs that lead back in an order are a feedback arc set: without them a
// graph has no cycle. Finding the least one is NP-hard, so this is a heuristic.
// In: nodes and weighted arcs. Out: the nodes in their order.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ORDERSEARCH_H
#define GMON_ANALYZER_ORDERSEARCH_H

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

/// The work that a search may still do, in examined arcs.
class WorkBudget {
public:
  explicit WorkBudget(uint64_t Amount) : Left(Amount) {}
  uint64_t left() const { return Left; }
  bool isSpent() const { return Left == 0; }
  void spend(uint64_t Amount) { Left -= std::min(Amount, Left); }

private:
  uint64_t Left;
};

/// Returns an order of \p NumNodes nodes in which the \p Arcs that lead back
/// have a small weight. The search ends when \p Budget is spent or when more
/// work hardly helps. Weights are positive, no arc leads from a node to itself,
/// and the sum of all weights is at most a quarter of the greatest int64_t.
std::vector<uint32_t> searchOrder(uint32_t NumNodes,
                                  llvm::ArrayRef<WeightedArc> Arcs,
                                  WorkBudget &Budget);

} // namespace gmon

#endif // GMON_ANALYZER_ORDERSEARCH_H
