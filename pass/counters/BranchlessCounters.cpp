//===-- BranchlessCounters.cpp - Counters without a branch ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The branches stay: SimplifyCFG, which runs later, decides which become
// selects. Counters stay in arms that it would not touch without counters.
//
//===----------------------------------------------------------------------===//

#include "counters/BranchlessCounters.h"
#include "counters/Placeholder.h"
#include "lines/Locations.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ProfDataUtils.h"

using namespace llvm;

namespace gmon {

/// The most counters of an arm that move. Each takes two more instructions
/// outside of the arm.
static constexpr unsigned MaxCounters = 2;

/// The most values that a branch decides about.
static constexpr unsigned MaxValues = 2;

/// Whether \p Block is a small arm of \p Branch: only \p Branch leads to it, it
/// has one successor, and besides counters it has at most one instruction,
/// which may be executed whenever \p Branch is. Adds its counters to
/// \p Counters.
static bool isSmallArm(BasicBlock &Block, const BranchInst &Branch,
                       SmallVectorImpl<CallInst *> &Counters) {
  if (Block.getSinglePredecessor() != Branch.getParent() ||
      !Block.getSingleSuccessor() || isa<PHINode>(Block.front()) ||
      Block.hasAddressTaken())
    return false;
  unsigned Others = 0;
  for (Instruction &I : Block.instructionsWithoutDebug()) {
    if (I.isTerminator())
      return isa<BranchInst>(I) && Counters.size() <= MaxCounters;
    if (isPlaceholder(I)) {
      auto &Call = cast<CallInst>(I);
      if (!Placeholder(Call).constant())
        return false;
      Counters.push_back(&Call);
    } else if (++Others > 1 || !isSafeToSpeculativelyExecute(&I))
      return false;
  }
  llvm_unreachable("a block without a terminator");
}

/// Whether few values of \p To depend on whether control comes from \p From or
/// \p Other.
static bool selectsLittle(const BasicBlock &End, const BasicBlock &Start,
                          const BasicBlock &Other) {
  unsigned Values = 0;
  for (const PHINode &Phi : End.phis())
    Values += Phi.getIncomingValueForBlock(&Start) !=
              Phi.getIncomingValueForBlock(&Other);
  return Values <= MaxValues;
}

/// Moves the counters in the arms of \p Branch in front of it, if without them
/// it would decide about values only. Returns whether there are any.
static bool moveCounters(BranchInst &Branch) {
  BasicBlock *Head = Branch.getParent();
  BasicBlock *Arms[] = {Branch.getSuccessor(0), Branch.getSuccessor(1)};
  // Known branch weights are worth more than a select.
  if (Arms[0] == Arms[1] || hasBranchWeightMD(Branch))
    return false;

  SmallVector<CallInst *> Counters[2];
  bool IsArm[2];
  for (unsigned I : {0, 1}) {
    IsArm[I] = isSmallArm(*Arms[I], Branch, Counters[I]);
    if (!IsArm[I])
      Counters[I].clear();
  }
  auto EndOf = [&](unsigned I) {
    return IsArm[I] ? Arms[I]->getSingleSuccessor() : Arms[I];
  };
  auto LastOf = [&](unsigned I) { return IsArm[I] ? Arms[I] : Head; };
  // One arm may lead to the block that the other successor is.
  for (unsigned I : {0, 1})
    if (IsArm[I] && Arms[I]->getSingleSuccessor() == Arms[1 - I]) {
      IsArm[1 - I] = false;
      Counters[1 - I].clear();
    }
  BasicBlock *Join = EndOf(0);
  if ((Counters[0].empty() && Counters[1].empty()) || Join != EndOf(1) ||
      !selectsLittle(*Join, *LastOf(0), *LastOf(1)))
    return false;

  IRBuilder<> Builder(&Branch);
  Builder.SetCurrentDebugLocation(counterLocation(Branch.getIterator()));
  // One value serves both arms: the second is executed if the first is not.
  Value *IsFirst =
      Builder.CreateZExt(Branch.getCondition(), Builder.getInt64Ty());
  for (CallInst *Call : concat<CallInst *>(Counters[0], Counters[1])) {
    Placeholder Count(*Call);
    uint64_t Amount = *Count.constant();
    if (Amount == 0)
      continue;
    if (Call->getParent() == Arms[1]) {
      createPlaceholder(Builder, Count.Array, Count.Index->getZExtValue(),
                        /*Amount=*/nullptr, Amount);
      Amount = -Amount;
    }
    createPlaceholder(Builder, Count.Array, Count.Index->getZExtValue(),
                      IsFirst, Amount);
  }
  for (CallInst *Call : concat<CallInst *>(Counters[0], Counters[1]))
    Call->eraseFromParent();
  return true;
}

PreservedAnalyses BranchlessCountersPass::run(Function &F,
                                              FunctionAnalysisManager &) {
  if (!F.getParent()->getFunction(PlaceholderName))
    return PreservedAnalyses::all();
  bool Changed = false;
  for (BasicBlock &Block : F)
    if (auto *Branch = dyn_cast<BranchInst>(Block.getTerminator()))
      if (Branch->isConditional())
        Changed |= moveCounters(*Branch);
  Changed |= mergePlaceholders(F);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace gmon
