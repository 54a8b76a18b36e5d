//===-- HookTime.h - Time that entry hooks took -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of counting calls. In: the call graph as it was built, and the
// runtime's measurement of a hook. Out: an estimate of the hooks' time in each
// function.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_HOOKTIME_H
#define GMON_ANALYZER_HOOKTIME_H

#include "graph/CallGraph.h"

namespace gmon {

/// An estimate, in samples.
struct HookTime {
  uint64_t NumCalls = 0;
  double Total = 0;
  std::vector<double> Of; ///< by symbol
};

/// Estimates the time of the hooks of each symbol of \p Graph, whose calls
/// still include recursive ones.
HookTime estimateHookTime(const CallGraph &Graph, const Profile &Data);

} // namespace gmon

#endif // GMON_ANALYZER_HOOKTIME_H
