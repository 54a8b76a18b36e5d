//===-- UnrollHints.h - Loops that are unrolled nevertheless ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimizer takes a placeholder for a call, so that a loop looks too large
// to be unrolled. But an unrolled loop counts all its iterations by one
// addition. So this pass measures loops of few iterations without placeholders.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_COUNTERS_UNROLLHINTS_H
#define GMON_PASS_COUNTERS_UNROLLHINTS_H

#include "llvm/Analysis/LoopAnalysisManager.h"

namespace llvm {
class LPMUpdater;
class Loop;
} // namespace llvm

namespace gmon {

/// Requests to unroll loops that the optimizer would unroll without
/// placeholders.
class UnrollHintsPass : public llvm::PassInfoMixin<UnrollHintsPass> {
public:
  explicit UnrollHintsPass(unsigned SpeedLevel) : SpeedLevel(SpeedLevel) {}
  llvm::PreservedAnalyses run(llvm::Loop &L, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &Results,
                              llvm::LPMUpdater &);

private:
  unsigned SpeedLevel;
};

} // namespace gmon

#endif // GMON_PASS_COUNTERS_UNROLLHINTS_H
