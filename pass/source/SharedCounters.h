//===-- SharedCounters.h - Counters that stand for several ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimized code is made of what the source has in many functions, so that it
// counts for many source counters at once. But it is executed as blocks: how
// often each is tells all that was counted there. So a function counts blocks,
// as few as FlowGraph.h needs, and the map says what each stands for.
//
// In: placeholders for source counters. Out: placeholders for counters of the
// function, and an entry in the map.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SHAREDCOUNTERS_H
#define GMON_PASS_SHAREDCOUNTERS_H

#include "ir/ControlFlow.h"

#include "llvm/IR/PassManager.h"

namespace llvm {
class GlobalVariable;
}

namespace gmon {

class SourceMap;

/// Has \p F, which has placeholders for source counters, count in counters of
/// its own. Returns what tells the runtime of them, which nothing refers to.
/// \p MayLeave tells the calls that may not come back.
llvm::GlobalVariable *shareCounters(llvm::Function &F,
                                    llvm::FunctionAnalysisManager &FAM,
                                    LeavingFn MayLeave, SourceMap &Map);

} // namespace gmon

#endif // GMON_PASS_SHAREDCOUNTERS_H
