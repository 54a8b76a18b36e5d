//===-- ControlFlow.cpp - Where control leaves a function -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ControlFlow.h.
//
//===----------------------------------------------------------------------===//

#include "ir/ControlFlow.h"
#include "ir/LLVMVersion.h"

#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gmon {

bool hasNoCode(const Instruction &I) {
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && (isFakeUse(*Call) || isa<NoAliasScopeDeclInst>(Call)))
    return true;
  return I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd() ||
         isa<AssumeInst>(I);
}

bool mayNotReturn(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->isInlineAsm() || isa<DbgInfoIntrinsic>(Call))
    return false;
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call))
    return Intrinsic->doesNotReturn() || !Intrinsic->doesNotThrow();
  return !Call->hasFnAttr(Attribute::WillReturn) || !Call->doesNotThrow();
}

bool hasFunclets(const Function &F) {
  return F.hasPersonalityFn() &&
         isScopedEHPersonality(classifyEHPersonality(F.getPersonalityFn()));
}

bool mayReturnTwice(const Instruction &I) {
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return Intrinsic->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->hasFnAttr(Attribute::ReturnsTwice);
}

const IntrinsicInst *suspensionOf(const BasicBlock &Block) {
  const auto *Switch = dyn_cast<SwitchInst>(Block.getTerminator());
  const auto *Point =
      Switch ? dyn_cast<IntrinsicInst>(Switch->getCondition()) : nullptr;
  return Point && Point->getIntrinsicID() == Intrinsic::coro_suspend ? Point
                                                                     : nullptr;
}

bool leavesCoroutine(const BasicBlock &Block) {
  return Block.getParent()->isPresplitCoroutine() &&
         any_of(Block, [](const Instruction &I) {
           const auto *End = dyn_cast<IntrinsicInst>(&I);
           return End && End->getIntrinsicID() == Intrinsic::coro_end;
         });
}

} // namespace gmon
