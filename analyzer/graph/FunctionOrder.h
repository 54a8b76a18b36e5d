//===-- FunctionOrder.h - Orders of functions for a linker ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts functions, or object files, that call each other often side by side, as
// the manual of GNU gprof has it for -r and -R. In: the call graph. Out: its
// symbols in an order.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FUNCTIONORDER_H
#define GMON_ANALYZER_FUNCTIONORDER_H

#include "graph/CallGraph.h"
#include "llvm/ADT/BitVector.h"

namespace gmon {

/// The symbols of \p Graph: those called from most places, chains of the most
/// frequent calls, other functions that were called, and those that were not.
/// Lines whose arcs were carried to their function are not among them.
/// As with GNU gprof, one of the latter may stand at the side of its callee,
/// too, and the last of those called from most places may be missing.
std::vector<NodeIndex> orderFunctions(const CallGraph &Graph);

/// The symbols \p IsFile of \p Graph, which stand for object files, each once:
/// chains of calls, then the others by address.
std::vector<NodeIndex> orderFiles(const CallGraph &Graph,
                                  const llvm::BitVector &IsFile);

} // namespace gmon

#endif // GMON_ANALYZER_FUNCTIONORDER_H
