//===-- FunctionOrder.h - Orders of functions for a linker ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places functions, or object files, that often call each other side by side,
// as GNU gprof's manual describes for -r and -R. In: the call graph. Out: its
// symbols in an order.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FUNCTIONORDER_H
#define GMON_ANALYZER_FUNCTIONORDER_H

#include "graph/CallGraph.h"
#include "llvm/ADT/BitVector.h"

namespace gmon {

/// Returns the symbols of \p Graph: those called from most places, chains of
/// the most frequent calls, other called functions, and functions that were not
/// called. Omits lines whose arcs moved to their function. As in GNU gprof, a
/// function that was not called may also be beside its callee, and the last of
/// those called from most places may be missing.
std::vector<NodeIndex> orderFunctions(const CallGraph &Graph);

/// Returns the symbols \p IsFile of \p Graph, which represent object files,
/// each once: chains of calls, then the others by address.
std::vector<NodeIndex> orderFiles(const CallGraph &Graph,
                                  const llvm::BitVector &IsFile);

} // namespace gmon

#endif // GMON_ANALYZER_FUNCTIONORDER_H
