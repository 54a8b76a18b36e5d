//===-- SourceLowering.cpp - Placeholders become counters -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs twice: after inlining, loops take counters into registers, so that later
// passes see what is left; at the end, all placeholders become counters.
//
//===----------------------------------------------------------------------===//

#include "source/SourceLowering.h"
#include "counters/Placeholder.h"
#include "counters/RegisterCounters.h"
#include "data/SourceMap.h"
#include "flow/LeavingCalls.h"
#include "ir/EntryPoint.h"
#include "ir/MemoryAttributes.h"
#include "selection/Marks.h"
#include "source/SharedCounters.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace gmon {

PreservedAnalyses SourceLoweringPass::run(Module &M,
                                          ModuleAnalysisManager &MAM) {
  SetVector<Function *> Functions = findFunctionsWithPlaceholders(M);
  if (Functions.empty())
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  // The optimizer inferred that these functions write no memory of the program.
  if (!IsEarly)
    for (Function &F : M)
      if (!F.isDeclaration() && isModSet(F.getMemoryEffects().getModRef(
                                    IRMemLocation::InaccessibleMem)))
        dropMemoryAttributes(F);

  LeavingCalls Calls(M, FAM.getResult<TargetLibraryAnalysis>(*Functions[0]));
  auto MayLeave = [&](const Instruction &I) { return Calls.mayLeave(I); };
  if (IsEarly) {
    for (Function *F : Functions) {
      if (!F->hasOptNone())
        mergePlaceholders(*F);
      countInRegisters(*F, FAM, MayLeave, /*AllOrNothing=*/true);
    }
    return PreservedAnalyses::none();
  }

  SourceMap Map(M);
  SmallVector<GlobalValue *, 0> Records;
  for (Function *F : Functions) {
    prepareEntry(*F);
    Records.push_back(shareCounters(*F, FAM, MayLeave, Map));
    countInRegisters(*F, FAM, MayLeave);
    lowerPlaceholders(*F);
    F->addFnAttr(CountsAttribute);
    FAM.invalidate(*F, PreservedAnalyses::none());
  }
  appendToCompilerUsed(M, Records);
  Map.emit();
  return PreservedAnalyses::none();
}

} // namespace gmon
