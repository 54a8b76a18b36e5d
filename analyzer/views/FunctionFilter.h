//===-- FunctionFilter.h - Functions not worth counting ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the functions whose hooks cost much and tell little: called often,
// and quick. In: the call graph and the times. Out: the functions, for a filter
// file of the pass.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FUNCTIONFILTER_H
#define GMON_ANALYZER_FUNCTIONFILTER_H

#include "graph/CallGraph.h"

namespace gmon {

/// A function not to be hooked.
struct FilteredFunction {
  SymbolIndex Symbol = 0;
  uint64_t Calls = 0;
  double Percent = 0; ///< of all time, its own
};

struct FunctionFilter {
  std::vector<FilteredFunction> Functions; ///< the most often called first
  uint64_t NumSkipped = 0;                 ///< their calls
  uint64_t NumCalls = 0;                   ///< all calls
};

/// The functions called more than \p MinCalls times whose own time is less than
/// \p MaxPercent of \p Times.
FunctionFilter makeFilter(const CallGraph &Graph, const Samples &Times,
                          uint64_t MinCalls, double MaxPercent);

} // namespace gmon

#endif // GMON_ANALYZER_FUNCTIONFILTER_H
