//===-- Cycles.h - Finds the cycles of the call graph -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a graph with its arcs. Out: its cycles, and an order in which children
// come before parents. And the strongly connected components of any graph.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_GRAPH_CYCLES_H
#define GMON_ANALYZER_GRAPH_CYCLES_H

#include "graph/CallGraph.h"

namespace gmon {

/// An arc between nodes that are numbered from 0.
struct NodePair {
  uint32_t From = 0;
  uint32_t To = 0;
};

/// Returns the nodes of each strongly connected component that has several. A
/// component precedes those that lead to it. Nodes are in no particular order.
std::vector<std::vector<uint32_t>>
findComponents(uint32_t NumNodes, llvm::ArrayRef<NodePair> Arcs);

/// Takes self arcs out of nodes' calls, finds cycles, and sets TopOrder.
void findCycles(CallGraph &Graph);

} // namespace gmon

#endif // GMON_ANALYZER_GRAPH_CYCLES_H
