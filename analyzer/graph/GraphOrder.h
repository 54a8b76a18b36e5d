//===-- GraphOrder.h - The order of entries and their lines -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a graph with its times. Out: the order of the entries and lines of the
// call graph report.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_GRAPHORDER_H
#define GMON_ANALYZER_GRAPHORDER_H

#include "graph/CallGraph.h"

namespace gmon {

/// Numbers the entries, and sorts the members of cycles for printing.
void orderEntries(CallGraph &Graph, const SymbolTable &Table);

/// Returns the nodes whose entries the options show, in the order of entries.
/// \p ShowUnused keeps those without calls and time.
std::vector<NodeIndex> shownEntries(const CallGraph &Graph, bool ShowUnused);

/// Return the arcs to \p Child, and those from \p Parent, in the order of an
/// entry.
std::vector<ArcIndex> parentsInOrder(const CallGraph &Graph, NodeIndex Child);
std::vector<ArcIndex> childrenInOrder(const CallGraph &Graph, NodeIndex Parent);

} // namespace gmon

#endif // GMON_ANALYZER_GRAPHORDER_H
