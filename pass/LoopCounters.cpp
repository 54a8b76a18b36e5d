//===-- LoopCounters.cpp - Counters that loops keep in registers ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register is a stack slot here, of which LLVM makes values. There are few of
// them, and a loop has other uses for most; but counters of blocks that are
// executed equally often share one, as those of inlined functions do.
//
//===----------------------------------------------------------------------===//

#include "LoopCounters.h"
#include "FunctionData.h"
#include "Placeholder.h"
#include "SourceLines.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <numeric>

using namespace llvm;

namespace gmon {

/// How many registers a loop counts in. With more of them, a program of small
/// functions that are inlined was slower, and no other one faster.
static constexpr unsigned MaxRegisters = 2;

/// What takes no more rounds counts in memory.
static constexpr unsigned FewRounds = 8;

namespace {

/// Counters of a loop to which the same blocks add, each a multiple of what
/// they add to a register.
struct CounterGroup {
  struct Member {
    Constant *Array;
    Value *Index;
    uint64_t Factor;
  };
  SmallVector<Member, 2> Members;
  MapVector<BasicBlock *, uint64_t> Amounts; ///< added to the register
  SmallVector<CallInst *> Placeholders;
  uint64_t Frequency = 0; ///< of the placeholders
};

class LoopPromoter {
public:
  LoopPromoter(Function &F, FunctionAnalysisManager &FAM)
      : F(F), LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        Frequencies(FAM.getResult<BlockFrequencyAnalysis>(F)),
        Probabilities(FAM.getResult<BranchProbabilityAnalysis>(F)) {}

  /// Has \p L count in registers.
  void promote(Loop &L);

  /// Makes values of the registers. Returns whether there are any.
  bool finish(AssumptionCache &Assumptions);

private:
  SmallVector<CounterGroup> findGroups(const Loop &L) const;
  uint64_t exitFrequency(const Loop &L) const;
  void promote(const Loop &L, const CounterGroup &Group);
  uint64_t frequency(const BasicBlock *Block) const {
    return Frequencies.getBlockFreq(Block).getFrequency();
  }

  Function &F;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  const BlockFrequencyInfo &Frequencies;
  const BranchProbabilityInfo &Probabilities;
  SmallVector<AllocaInst *> Registers;
};

} // namespace

/// The counters of \p L, those first that are added to most often.
SmallVector<CounterGroup> LoopPromoter::findGroups(const Loop &L) const {
  MapVector<std::pair<Constant *, Value *>, CounterGroup> Counters;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      if (!isPlaceholder(I))
        continue;
      auto &Call = cast<CallInst>(I);
      Placeholder Count(Call);
      std::optional<uint64_t> Amount = Count.constant();
      if (!Amount || *Amount == 0)
        continue;
      CounterGroup &Counter = Counters[{Count.Array, Count.Index}];
      Counter.Amounts[Block] += *Amount;
      Counter.Placeholders.push_back(&Call);
      Counter.Frequency = SaturatingAdd(Counter.Frequency, frequency(Block));
    }

  SmallVector<CounterGroup> Groups;
  for (auto &[Key, Counter] : Counters) {
    uint64_t Factor = 0;
    for (auto [Block, Amount] : Counter.Amounts)
      Factor = std::gcd(Factor, Amount);
    for (auto &[Block, Amount] : Counter.Amounts)
      Amount /= Factor;
    auto Group = find_if(Groups, [&](const CounterGroup &Each) {
      return Each.Amounts.getArrayRef() == Counter.Amounts.getArrayRef();
    });
    if (Group == Groups.end()) {
      Group = &Groups.emplace_back();
      Group->Amounts = Counter.Amounts;
    }
    Group->Members.push_back({Key.first, Key.second, Factor});
    Group->Placeholders.append(Counter.Placeholders);
    Group->Frequency = SaturatingAdd(Group->Frequency, Counter.Frequency);
  }
  stable_sort(Groups, [](const CounterGroup &A, const CounterGroup &B) {
    return A.Frequency > B.Frequency;
  });
  return Groups;
}

uint64_t LoopPromoter::exitFrequency(const Loop &L) const {
  uint64_t Result = 0;
  SmallVector<Loop::Edge> Exits;
  L.getExitEdges(Exits);
  for (auto [From, To] : Exits)
    Result = SaturatingAdd(
        Result,
        Probabilities.getEdgeProbability(From, To).scale(frequency(From)));
  return Result;
}

void LoopPromoter::promote(Loop &L) {
  // An exit adds up each counter, which takes as much as two increments.
  SmallVector<CounterGroup> Groups = findGroups(L);
  uint64_t PerCounter = SaturatingMultiply<uint64_t>(exitFrequency(L), 2);
  erase_if(Groups, [&](const CounterGroup &Each) {
    return Each.Frequency <=
           SaturatingMultiply<uint64_t>(PerCounter, Each.Members.size());
  });
  if (Groups.empty())
    return;
  unsigned Rounds = SE.getSmallConstantMaxTripCount(&L);
  if (Rounds && Rounds <= FewRounds)
    return;

  if (!L.getLoopPreheader())
    InsertPreheaderForLoop(&L, &DT, &LI, nullptr, /*PreserveLCSSA=*/false);
  formDedicatedExitBlocks(&L, &DT, &LI, nullptr, /*PreserveLCSSA=*/false);
  // Indirect branches into the loop, or out of it, stay what they are.
  if (!L.getLoopPreheader() || !L.hasDedicatedExits())
    return;
  for (const CounterGroup &Group : ArrayRef(Groups).take_front(MaxRegisters))
    promote(L, Group);
}

void LoopPromoter::promote(const Loop &L, const CounterGroup &Group) {
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
  Type *Int64 = Builder.getInt64Ty();
  AllocaInst *Register = Builder.CreateAlloca(Int64, nullptr, "gmon.count");
  Registers.push_back(Register);
  Builder.SetInsertPoint(L.getLoopPreheader()->getTerminator());
  Builder.CreateStore(Builder.getInt64(0), Register);
  for (auto [Block, Amount] : Group.Amounts) {
    Builder.SetInsertPoint(Block->getFirstInsertionPt());
    Value *Count = Builder.CreateLoad(Int64, Register);
    Builder.CreateStore(Builder.CreateAdd(Count, Builder.getInt64(Amount)),
                        Register);
  }
  for (CallInst *Call : Group.Placeholders)
    Call->eraseFromParent();
  SmallVector<BasicBlock *> Exits;
  L.getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits) {
    BasicBlock::iterator At = Exit->getFirstInsertionPt();
    Builder.SetInsertPoint(At);
    Builder.SetCurrentDebugLocation(counterLocation(At));
    Value *Count = Builder.CreateLoad(Int64, Register);
    for (const CounterGroup::Member &Each : Group.Members)
      createPlaceholder(Builder, Each.Array, Each.Index, Count, Each.Factor);
  }
}

bool LoopPromoter::finish(AssumptionCache &Assumptions) {
  if (Registers.empty())
    return false;
  PromoteMemToReg(Registers, DT, &Assumptions);
  return true;
}

/// Whether \p L, once entered, comes to one of its exits, and counts.
static bool canCountInRegisters(const Loop &L, LeavingFn MayLeave) {
  bool HasCounter = false;
  for (BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      // What is volatile may wait for another thread or a signal handler.
      if (MayLeave(I) || I.isAtomic() || I.isVolatile())
        return false;
      HasCounter |= isPlaceholder(I);
    }
  return HasCounter && !L.hasNoExitBlocks();
}

void countInRegisters(Function &F, FunctionAnalysisManager &FAM,
                      LeavingFn MayLeave) {
  if (F.hasOptNone() || F.isPresplitCoroutine() || hasFunclets(F) ||
      any_of(instructions(F), mayReturnTwice))
    return;
  SmallVector<Loop *> Loops;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost() && canCountInRegisters(*L, MayLeave))
      Loops.push_back(L);
  if (Loops.empty())
    return;
  LoopPromoter Promoter(F, FAM);
  for (Loop *L : Loops)
    Promoter.promote(*L);
  if (Promoter.finish(FAM.getResult<AssumptionAnalysis>(F)))
    FAM.invalidate(F, PreservedAnalyses::none());
}

} // namespace gmon
