//===-- Components.h - Strongly connected parts of a graph ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the strongly connected components of a graph by LLVM's algorithm. In:
// the number of nodes, and arcs. Out: the members of each component.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMPONENTS_H
#define GMON_ANALYZER_COMPONENTS_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

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

} // namespace gmon

#endif // GMON_ANALYZER_COMPONENTS_H
