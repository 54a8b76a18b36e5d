//===-- Propagation.h - Times from callees to callers -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a graph with its cycles. Out: its times.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROPAGATION_H
#define GMON_ANALYZER_PROPAGATION_H

#include "graph/CallGraph.h"

namespace gmon {

/// Propagates times from children to parents.
void propagateTimes(CallGraph &Graph, const SymbolTable &Table,
                    const SpecTables &Specs);

} // namespace gmon

#endif // GMON_ANALYZER_PROPAGATION_H
