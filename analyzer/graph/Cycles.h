//===-- Cycles.h - Finds the cycles of the call graph -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a graph with its arcs. Out: its cycles, and an order in which children
// come before parents.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CYCLES_H
#define GMON_ANALYZER_CYCLES_H

#include "graph/CallGraph.h"

namespace gmon {

/// Takes self arcs out of the nodes' calls, finds the cycles, and sets
/// TopOrder.
void findCycles(CallGraph &Graph);

} // namespace gmon

#endif // GMON_ANALYZER_CYCLES_H
