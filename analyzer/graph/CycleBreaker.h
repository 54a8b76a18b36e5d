//===-- CycleBreaker.h - Arcs to take out of cycles -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses arcs with few calls whose removal leaves no cycles, or fewer. In: the
// arcs of a call graph and the number of arcs that may be removed. Out: the
// arcs to remove.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CYCLEBREAKER_H
#define GMON_ANALYZER_CYCLEBREAKER_H

#include "graph/CallGraph.h"

namespace gmon {

struct CycleBreak {
  std::vector<ArcIndex> Arcs; ///< to remove, in ascending order
  uint64_t NumForAll = 0;     ///< number of arcs whose removal leaves no cycle
};

/// Chooses at most \p MaxArcs of the \p Arcs between \p NumNodes nodes. If that
/// is enough, all cycles are broken. If not, cycles with many members for each
/// removed arc are broken first; then the largest of the others are divided.
/// Calls from a function to itself are no cycle.
CycleBreak chooseCycleBreak(size_t NumNodes, llvm::ArrayRef<Arc> Arcs,
                            uint64_t MaxArcs);

/// Removes at most \p MaxArcs arcs from \p Graph, as if -k had excluded them,
/// and records them in Graph.Broken, those with most calls first.
void breakCycles(CallGraph &Graph, const SymbolTable &Table, uint64_t MaxArcs);

} // namespace gmon

#endif // GMON_ANALYZER_CYCLEBREAKER_H
