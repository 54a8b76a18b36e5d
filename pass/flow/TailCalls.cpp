//===-- TailCalls.cpp - Calls that end a function -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TailCalls.h.
//
//===----------------------------------------------------------------------===//

#include "flow/TailCalls.h"
#include "ir/ControlFlow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gmon {

bool isLastCode(const Instruction &I) {
  const Instruction *Next = I.getNextNode();
  while (Next && hasNoCode(*Next))
    Next = Next->getNextNode();
  return !Next || Next->isTerminator();
}

/// Whether \p Return is all that its block does.
static bool isOnlyReturn(const ReturnInst &Return) {
  return all_of(*Return.getParent(), [](const Instruction &I) {
    return isa<PHINode, ReturnInst>(I) || hasNoCode(I);
  });
}

/// Whether \p Block ends with a tail call whose result, if any, \p Return
/// returns for it.
static bool endsWithTailCall(const BasicBlock &Block,
                             const ReturnInst &Return) {
  const Instruction *Last = Block.getTerminator()->getPrevNode();
  while (Last && hasNoCode(*Last))
    Last = Last->getPrevNode();
  const auto *Call = dyn_cast_or_null<CallInst>(Last);
  if (!Call || !Call->isTailCall())
    return false;
  const Value *Result = Return.getReturnValue();
  if (const auto *Phi = dyn_cast_or_null<PHINode>(Result);
      Phi && Phi->getParent() == Return.getParent())
    Result = Phi->getIncomingValueForBlock(&Block);
  return !Result || Result == Call || Result == Call->getReturnedArgOperand();
}

void returnAtTailCalls(Function &F) {
  if (F.hasOptNone() || F.getFnAttribute("disable-tail-calls").getValueAsBool())
    return;
  SmallVector<ReturnInst *> Returns;
  for (BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
        Return && isOnlyReturn(*Return))
      Returns.push_back(Return);
  for (ReturnInst *Return : Returns) {
    BasicBlock *Block = Return->getParent();
    SmallVector<BasicBlock *> Before(predecessors(Block));
    for (BasicBlock *Predecessor : Before)
      if (Predecessor->getSingleSuccessor() &&
          isa<BranchInst>(Predecessor->getTerminator()) &&
          endsWithTailCall(*Predecessor, *Return))
        FoldReturnIntoUncondBranch(Return, Block, Predecessor);
    if (Before.empty())
      continue;
    if (pred_empty(Block) && !Block->hasAddressTaken())
      DeleteDeadBlock(Block);
    else
      MergeBlockIntoPredecessor(Block);
  }
}

} // namespace gmon
