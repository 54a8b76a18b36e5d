//===-- CycleBreaker.h - Arcs to take out of cycles -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses arcs with few calls whose removal leaves no cycles, or fewer. In: the
// arcs of a call graph and how many may go. Out: those that should.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CYCLEBREAKER_H
#define GMON_ANALYZER_CYCLEBREAKER_H

#include "graph/CallGraph.h"

namespace gmon {

struct CycleBreak {
  std::vector<ArcIndex> Arcs; ///< to be removed, in ascending order
  uint64_t NumForAll = 0;     ///< how many it takes to leave no cycle
};

/// Chooses at most \p MaxArcs of the \p Arcs between \p NumNodes nodes. All
/// cycles are broken if that is enough. If not, cycles go first that have many
/// members for each arc that it takes to break them; then the largest of those
/// left are divided. Calls from a function to itself are no cycle.
CycleBreak chooseCycleBreak(size_t NumNodes, llvm::ArrayRef<Arc> Arcs,
                            uint64_t MaxArcs);

/// Takes arcs out of \p Graph, at most \p MaxArcs, as if -k had kept them from
/// being read, and notes them in Graph.Broken, those with most calls first.
/// \p LinesAreFunctions tells that functions stand for their lines, too.
void breakCycles(CallGraph &Graph, const SymbolTable &Table, uint64_t MaxArcs,
                 bool LinesAreFunctions);

} // namespace gmon

#endif // GMON_ANALYZER_CYCLEBREAKER_H
