//===-- LineArcs.h - Arcs of lines, carried up to functions -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a graph of lines. Out: a graph of functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_LINEARCS_H
#define GMON_ANALYZER_LINEARCS_H

#include "graph/CallGraph.h"

namespace gmon {

/// Moves the arcs and times of each function's lines to the function. \p Lines
/// is a graph that was just built from \p Table with its lines.
CallGraph carryToFunctions(const CallGraph &Lines, const SymbolTable &Table);

} // namespace gmon

#endif // GMON_ANALYZER_LINEARCS_H
