//===-- UnrollHints.h - Loops that are unrolled nevertheless ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To the optimizer a placeholder is a call, so that a loop looks larger with
// one than it is without, and would not be unrolled. But unrolled it counts as
// often as one round did. So loops of few rounds are judged without it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_UNROLLHINTS_H
#define GMON_PASS_UNROLLHINTS_H

#include "llvm/Analysis/LoopAnalysisManager.h"

namespace llvm {
class LPMUpdater;
class Loop;
} // namespace llvm

namespace gmon {

/// Asks for a loop to be unrolled that would be without placeholders.
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

#endif // GMON_PASS_UNROLLHINTS_H
