//===-- UnrollHints.cpp - Loops that are unrolled nevertheless ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See UnrollHints.h.
//
//===----------------------------------------------------------------------===//

#include "counters/UnrollHints.h"
#include "counters/Placeholder.h"
#include "counters/RegisterCounters.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gmon {

/// Whether \p I keeps its loop from being unrolled.
static bool isUnique(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return isa<IndirectBrInst, CallBrInst>(I) ||
         (Call && (Call->cannotDuplicate() || Call->isConvergent()));
}

PreservedAnalyses UnrollHintsPass::run(Loop &L, LoopAnalysisManager &,
                                       LoopStandardAnalysisResults &Results,
                                       LPMUpdater &) {
  const Function &F = *L.getHeader()->getParent();
  if (!L.isInnermost() || F.hasOptSize() ||
      !F.getParent()->getFunction(PlaceholderName) ||
      hasUnrollTransformation(&L) != TM_Unspecified)
    return PreservedAnalyses::all();
  unsigned Iterations = Results.SE.getSmallConstantTripCount(&L);
  if (Iterations < 2 || Iterations > FewIterations)
    return PreservedAnalyses::all();
  bool Counts = false;
  InstructionCost Size = 0;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      if (isUnique(I))
        return PreservedAnalyses::all();
      if (isPlaceholder(I) || isIndexedPlaceholder(I))
        Counts = true;
      else
        Size += Results.TTI.getInstructionCost(
            &I, TargetTransformInfo::TCK_CodeSize);
    }
  // LLVM's limits for loops without counters.
  InstructionCost Most = SpeedLevel > 2 ? 300 : 150;
  // The 0 behind the metadata's name makes it a hint: there is no warning if
  // the loop is not unrolled.
  if (Counts && Size * Iterations <= Most)
    addStringMetadataToLoop(&L, "llvm.loop.unroll.full");
  return PreservedAnalyses::all();
}

} // namespace gmon
