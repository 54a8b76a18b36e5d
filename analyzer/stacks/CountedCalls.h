//===-- CountedCalls.h - Counted calls by function --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a call that was counted, by the addresses of call site and callee. Out:
// the functions that made the call and were called.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COUNTEDCALLS_H
#define GMON_ANALYZER_COUNTEDCALLS_H

#include "stacks/TrueCallers.h"

namespace gmon {

struct CountedCall {
  ModuleFunction Callee; ///< NoSymbol if no symbol of a library covers it
  uint32_t CallerModule = 0;
  /// The functions at the call site, the innermost first; none if no symbol
  /// covers it.
  std::vector<CodeFrame> Callers;
  bool IsByRuntime = false; ///< the caller is the profiler
  uint64_t Count = 0;
  uint64_t Low = 0, High = 0; ///< bounds of Count
};

/// Returns the functions of \p Call. Nothing if its callee is not a function of
/// the program's, or if a function calls a part of itself.
std::optional<CountedCall> findFunctions(ProcessCode &Code,
                                         const TrueCall &Call);

} // namespace gmon

#endif // GMON_ANALYZER_COUNTEDCALLS_H
