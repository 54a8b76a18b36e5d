//===-- RegisterCounters.cpp - Counters of loops in registers -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are few registers, and a loop needs most of them for other values.
// Counters of blocks that are executed equally often share one, as those of
// inlined functions do.
//
//===----------------------------------------------------------------------===//

#include "counters/RegisterCounters.h"
#include "counters/Placeholder.h"
#include "ir/LLVMVersion.h"
#include "lines/Locations.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <numeric>

using namespace llvm;

namespace gmon {

/// The most registers that a loop counts in. With more, a program of small
/// inlined functions was slower, and no other one faster.
static constexpr unsigned MaxRegisters = 2;

namespace {

/// Counters of a loop to which the same blocks add, each a multiple of what the
/// blocks add to a register.
struct CounterGroup {
  /// The addition of one placeholder: of a constant, if there is no value.
  struct Term {
    Value *Count;
    uint64_t Factor;

    bool operator==(const Term &) const = default;
  };
  struct Member {
    Constant *Array;
    ConstantInt *Index;
    uint64_t Factor;
  };
  SmallVector<Member, 2> Members;
  MapVector<BasicBlock *, SmallVector<Term, 1>> Amounts; ///< for the register
  SmallVector<CallInst *> Placeholders;
  uint64_t Frequency = 0; ///< of the placeholders
};

class LoopPromoter {
public:
  LoopPromoter(Function &F, FunctionAnalysisManager &FAM)
      : LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        TTI(FAM.getResult<TargetIRAnalysis>(F)),
        Frequencies(FAM.getResult<BlockFrequencyAnalysis>(F)),
        Probabilities(FAM.getResult<BranchProbabilityAnalysis>(F)) {}

  /// Keeps counters of \p L in registers. Returns whether it changed anything.
  bool promote(Loop &L, bool AllOrNothing);

private:
  SmallVector<CounterGroup> findGroups(const Loop &L) const;
  uint64_t exitFrequency(const Loop &L) const;
  Value *computeAtExit(Loop &L, Value *Count, BasicBlock::iterator Point);
  void promoteGroup(Loop &L, const CounterGroup &Group);
  uint64_t frequency(const BasicBlock *Block) const {
    return Frequencies.getBlockFreq(Block).getFrequency();
  }

  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  const TargetTransformInfo &TTI;
  const BlockFrequencyInfo &Frequencies;
  const BranchProbabilityInfo &Probabilities;
};

} // namespace

/// The counters of \p L, those first that are added to most often.
SmallVector<CounterGroup> LoopPromoter::findGroups(const Loop &L) const {
  MapVector<std::pair<Constant *, ConstantInt *>, CounterGroup> Counters;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      if (!isPlaceholder(I))
        continue;
      auto &Call = cast<CallInst>(I);
      Placeholder Count(Call);
      std::optional<uint64_t> Amount = Count.constant();
      if (Amount == 0 || Count.Factor->isZero())
        continue;
      CounterGroup &Counter = Counters[{Count.Array, Count.Index}];
      Counter.Amounts[Block].push_back(
          Amount
              ? CounterGroup::Term{nullptr, *Amount}
              : CounterGroup::Term{Count.Amount, Count.Factor->getZExtValue()});
      Counter.Placeholders.push_back(&Call);
      Counter.Frequency = SaturatingAdd(Counter.Frequency, frequency(Block));
    }

  SmallVector<CounterGroup> Groups;
  for (auto &[Key, Counter] : Counters) {
    uint64_t Factor = 0;
    for (auto &[Block, Terms] : Counter.Amounts)
      for (const CounterGroup::Term &Term : Terms)
        Factor = std::gcd(Factor, Term.Factor);
    for (auto &[Block, Terms] : Counter.Amounts)
      for (CounterGroup::Term &Term : Terms)
        Term.Factor /= Factor;
    auto Group = find_if(Groups, [&](const CounterGroup &G) {
      return equal(G.Amounts, Counter.Amounts);
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
  // A switch has an edge for each case, and one probability for all of them.
  SmallVector<Loop::Edge> Edges;
  L.getExitEdges(Edges);
  for (auto [Source, Target] :
       SmallSetVector<Loop::Edge, 8>(Edges.begin(), Edges.end()))
    Result =
        SaturatingAdd(Result, Probabilities.getEdgeProbability(Source, Target)
                                  .scale(frequency(Source)));
  return Result;
}

bool LoopPromoter::promote(Loop &L, bool AllOrNothing) {
  // An exit adds up each counter, which takes as much as two increments.
  SmallVector<CounterGroup> Groups = findGroups(L);
  size_t Found = Groups.size();
  uint64_t PerCounter = SaturatingMultiply<uint64_t>(exitFrequency(L), 2);
  erase_if(Groups, [&](const CounterGroup &G) {
    return G.Frequency <=
           SaturatingMultiply<uint64_t>(PerCounter, G.Members.size());
  });
  if (Groups.empty() ||
      (AllOrNothing && (Groups.size() > MaxRegisters || Groups.size() < Found)))
    return false;
  unsigned Iterations = SE.getSmallConstantMaxTripCount(&L);
  if (Iterations && Iterations <= FewIterations)
    return false;

  if (!L.getLoopPreheader())
    InsertPreheaderForLoop(&L, &DT, &LI, nullptr, /*PreserveLCSSA=*/false);
  formDedicatedExitBlocks(&L, &DT, &LI, nullptr, /*PreserveLCSSA=*/false);
  // A loop with indirect branches into or out of it stays unchanged.
  if (L.getLoopPreheader() && L.hasDedicatedExits())
    for (const CounterGroup &Group : ArrayRef(Groups).take_front(MaxRegisters))
      promoteGroup(L, Group);
  return true;
}

/// The sum of \p Terms, at the end of \p Block.
static Value *addUp(ArrayRef<CounterGroup::Term> Terms, BasicBlock &Block) {
  IRBuilder<> Builder(Block.getTerminator());
  Value *Sum = Builder.getInt64(0);
  for (auto [Count, Factor] : Terms) {
    Value *Number = Builder.getInt64(Factor);
    if (Count)
      Number = Builder.CreateMul(Count, Number);
    Sum = Builder.CreateAdd(Sum, Number);
  }
  return Sum;
}

/// The final value of \p Count in the loop \p L, computed \p At an exit; null
/// if that needs the loop or much code. A 64-bit register in the loop would
/// make the vectorizer choose vectors of few elements.
Value *LoopPromoter::computeAtExit(Loop &L, Value *Count,
                                   BasicBlock::iterator Point) {
  const auto *I = dyn_cast<Instruction>(Count);
  if (!I || !L.contains(I))
    return nullptr;
  const SCEV *Last = SE.getSCEVAtScope(Count, L.getParentLoop());
  SCEVExpander Expander(GMON_SCEV_EXPANDER(SE), "gmon.iterations",
                        /*PreserveLCSSA=*/false);
  if (!SE.isLoopInvariant(Last, &L) ||
      !Expander.isSafeToExpandAt(Last, &*Point) ||
      Expander.isHighCostExpansion(Last, &L, SCEVCheapExpansionBudget, &TTI,
                                   &*Point))
    return nullptr;
  return Expander.expandCodeFor(Last, Count->getType(), Point);
}

void LoopPromoter::promoteGroup(Loop &L, const CounterGroup &Group) {
  Type *Int64 = Type::getInt64Ty(L.getHeader()->getContext());
  SSAUpdater Register;
  Register.Initialize(Int64, "gmon.count");
  Register.AddAvailableValue(L.getLoopPreheader(), ConstantInt::get(Int64, 0));
  SmallVector<BinaryOperator *> Additions;
  for (auto &[Block, Terms] : Group.Amounts) {
    auto *Sum =
        BinaryOperator::CreateAdd(PoisonValue::get(Int64), addUp(Terms, *Block),
                                  "", Block->getTerminator()->getIterator());
    Additions.push_back(Sum);
    Register.AddAvailableValue(Block, Sum);
  }
  for (BinaryOperator *Sum : Additions)
    Sum->setOperand(0, Register.GetValueInMiddleOfBlock(Sum->getParent()));
  for (CallInst *Call : Group.Placeholders)
    Call->eraseFromParent();
  SmallVector<BasicBlock *> Exits;
  L.getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits) {
    // A check for unreachable code must stay removable.
    if (isa<UnreachableInst>(Exit->getFirstNonPHIOrDbg()))
      continue;
    Value *Count = Register.GetValueInMiddleOfBlock(Exit);
    BasicBlock::iterator Point = Exit->getFirstInsertionPt();
    if (Value *Computed = computeAtExit(L, Count, Point))
      Count = Computed;
    IRBuilder<> Builder(Exit, Point);
    Builder.SetCurrentDebugLocation(counterLocation(Point));
    for (const CounterGroup::Member &Member : Group.Members)
      createPlaceholder(Builder, Member.Array, Member.Index->getZExtValue(),
                        Count, Member.Factor);
  }
  // Registers without readers.
  DeleteDeadPHIs(L.getHeader());
}

/// Whether \p I may leave the loop, or wait for another thread or a signal
/// handler.
static bool mayLeaveOrWait(const Instruction &I, LeavingFn MayLeave) {
  if (MayLeave(I) || I.isAtomic() || I.isVolatile())
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && !isa<IntrinsicInst>(Call) && !isPlaceholder(I) &&
         Call->mayReadFromMemory() && !Call->hasFnAttr(Attribute::NoSync);
}

/// Whether \p L has counters, and once entered reaches one of its exits.
static bool canCountInRegisters(const Loop &L, LeavingFn MayLeave) {
  bool HasCounter = false;
  for (BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      if (mayLeaveOrWait(I, MayLeave))
        return false;
      HasCounter |= isPlaceholder(I);
    }
  return HasCounter && !L.hasNoExitBlocks();
}

/// countInRegisters() that returns whether it changed anything.
static bool promoteLoops(Function &F, FunctionAnalysisManager &FAM,
                         LeavingFn MayLeave, bool AllOrNothing) {
  if (F.hasOptNone() || F.isPresplitCoroutine() || hasFunclets(F))
    return false;
  SmallVector<Loop *> Loops;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost() && canCountInRegisters(*L, MayLeave))
      Loops.push_back(L);
  if (Loops.empty() || any_of(instructions(F), mayReturnTwice))
    return false;
  LoopPromoter Promoter(F, FAM);
  bool Changed = false;
  for (Loop *L : Loops)
    Changed |= Promoter.promote(*L, AllOrNothing);
  return Changed;
}

void countInRegisters(Function &F, FunctionAnalysisManager &FAM,
                      LeavingFn MayLeave, bool AllOrNothing) {
  if (promoteLoops(F, FAM, MayLeave, AllOrNothing))
    FAM.invalidate(F, PreservedAnalyses::none());
}

PreservedAnalyses RegisterCountersPass::run(Function &F,
                                            FunctionAnalysisManager &FAM) {
  if (!F.getParent()->getFunction(PlaceholderName) ||
      !promoteLoops(F, FAM, mayNotReturn, /*AllOrNothing=*/true))
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}

} // namespace gmon
