//===-- FunctionFilter.cpp - Functions not worth counting -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See FunctionFilter.h.
//
//===----------------------------------------------------------------------===//

#include "views/FunctionFilter.h"

using namespace gmon;
using namespace llvm;

FunctionFilter gmon::makeFilter(const CallGraph &Graph, const Samples &Times,
                                const FilterLimits &Limits) {
  FunctionFilter Filter;
  for (SymbolIndex I = 0; I < Graph.NumSymbols; ++I) {
    uint64_t Calls = Graph.Nodes[I].Calls + Graph.Nodes[I].SelfCalls;
    Filter.NumCalls += Calls;
    double Percent = Times.Total > 0 ? 100 * Times.Time[I] / Times.Total : 0;
    if (Calls <= Limits.Calls || Percent >= Limits.Percent)
      continue;
    Filter.NumSkipped += Calls;
    Filter.Functions.push_back({I, Calls, Percent});
  }
  llvm::stable_sort(Filter.Functions, [](const auto &A, const auto &B) {
    return A.Calls > B.Calls;
  });
  return Filter;
}
