//===-- SharedCounters.h - Counters that stand for several ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimized code of a function contains source counters of many functions,
// which were inlined. Source counters of one block have one count. So a
// function counts blocks, as few as FlowGraph.h needs, and the map says which
// source counters a count belongs to.
//
// In: placeholders for source counters. Out: placeholders for counters of the
// function, and an entry in the map.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SOURCE_SHAREDCOUNTERS_H
#define GMON_PASS_SOURCE_SHAREDCOUNTERS_H

#include "ir/ControlFlow.h"

#include "llvm/IR/PassManager.h"

namespace llvm {
class GlobalVariable;
}

namespace gmon {

class SourceMap;

/// Replaces the placeholders for source counters in \p F by placeholders for
/// counters of \p F. Returns the record that describes these to the runtime;
/// nothing refers to it. \p MayLeave holds for calls that may not return.
llvm::GlobalVariable *shareCounters(llvm::Function &F,
                                    llvm::FunctionAnalysisManager &FAM,
                                    LeavingFn MayLeave, SourceMap &Map);

} // namespace gmon

#endif // GMON_PASS_SOURCE_SHAREDCOUNTERS_H
