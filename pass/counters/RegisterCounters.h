//===-- RegisterCounters.h - Counters that loops keep in registers --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An increment in memory waits for the one before it to be stored, five cycles
// or so. So inner loops count in registers, and add that up in memory at their
// exits. Adding, not storing, loses nothing that calls or signal handlers count
// meanwhile.
//
// It is for loops that go on to their exits, whatever happens outside: without
// calls that may not come back, and without waiting for anything. But a signal,
// its handler or another thread may end the program while such a loop is
// executed, and a handler may jump out of it. Then the loop's counts are those
// before it; so loops around it count in memory.
//
// In: placeholders. Out: additions in registers, and placeholders at exits.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_REGISTERCOUNTERS_H
#define GMON_PASS_REGISTERCOUNTERS_H

#include "ir/ControlFlow.h"

#include "llvm/IR/PassManager.h"

namespace gmon {

/// The most rounds of a loop that is no place for a register: unrolled, it has
/// none.
inline constexpr unsigned FewRounds = 8;

/// Has inner loops of \p F count in registers what they count most often.
/// \p MayLeave tells the calls that may not come back. With \p AllOrNothing,
/// leaves loops alone that would still count in memory.
void countInRegisters(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                      LeavingFn MayLeave, bool AllOrNothing = false);

/// Has loops without calls that may leave the function count in registers, all
/// or nothing, wherever a pipeline has a place for it.
class RegisterCountersPass : public llvm::PassInfoMixin<RegisterCountersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace gmon

#endif // GMON_PASS_REGISTERCOUNTERS_H
