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

/// Which functions get no hook.
struct FilterLimits {
  uint64_t Calls = 1'000'000; ///< those with more calls
  double Percent = 1;         ///< and less of the time by themselves
};

struct FunctionFilter {
  std::vector<FilteredFunction> Functions; ///< most calls first
  uint64_t NumSkipped = 0;                 ///< their calls
  uint64_t NumCalls = 0;                   ///< all calls
};

/// Returns the functions beyond \p Limits. Their own times are those of \p
/// Times.
FunctionFilter makeFilter(const CallGraph &Graph, const Samples &Times,
                          const FilterLimits &Limits);

} // namespace gmon

#endif // GMON_ANALYZER_FUNCTIONFILTER_H
