//===-- FunctionFilter.h - Functions not worth counting ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the functions that are not worth their hooks: quick functions that
// are called often. In: the call graph and the times. Out: the functions,
// for a filter file of the pass.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FUNCTIONFILTER_H
#define GMON_ANALYZER_FUNCTIONFILTER_H

#include "graph/CallGraph.h"

namespace gmon {

/// A function that gets no hook.
struct FilteredFunction {
  SymbolIndex Symbol = 0;
  uint64_t Calls = 0;
  double Percent = 0; ///< its own time, in percent of all
};

struct FunctionFilter {
  std::vector<FilteredFunction> Functions; ///< most calls first
  uint64_t NumSkipped = 0;                 ///< their calls
  uint64_t NumCalls = 0;                   ///< all calls
};

/// Returns the functions with more than \p MinCalls calls whose own time is
/// less than \p MaxPercent of \p Times.
FunctionFilter makeFilter(const CallGraph &Graph, const Samples &Times,
                          uint64_t MinCalls, double MaxPercent);

} // namespace gmon

#endif // GMON_ANALYZER_FUNCTIONFILTER_H
