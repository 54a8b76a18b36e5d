//===-- RegisterCounters.h - Counters of loops in registers -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An increment in memory waits about five cycles until the one before it is
// stored. So inner loops count in registers, and add the counts up in memory at
// their exits. Addition, unlike a store, loses nothing that calls or signal
// handlers count meanwhile.
//
// Such a loop must reach its exits whatever happens outside: it has no call
// that may not return, and waits for nothing. But a signal, its handler or
// another thread may end the program while such a loop executes, and a handler
// may jump out of it. Then the counts of this execution are lost; so outer
// loops count in memory.
//
// In: placeholders. Out: additions in registers, and placeholders at exits.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_COUNTERS_REGISTERCOUNTERS_H
#define GMON_PASS_COUNTERS_REGISTERCOUNTERS_H

#include "ir/ControlFlow.h"

#include "llvm/IR/PassManager.h"

namespace gmon {

/// The most iterations of a loop that counts in memory: it is unrolled, and has
/// no registers then.
inline constexpr unsigned FewIterations = 8;

/// Keeps the most frequent counters of inner loops of \p F in registers.
/// \p MayLeave holds for calls that may not return. With \p AllOrNothing, does
/// not change loops that would still count in memory.
void countInRegisters(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                      LeavingFn MayLeave, bool AllOrNothing = false);

/// countInRegisters() with \p AllOrNothing, for any place of a pipeline.
class RegisterCountersPass : public llvm::PassInfoMixin<RegisterCountersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace gmon

#endif // GMON_PASS_COUNTERS_REGISTERCOUNTERS_H
