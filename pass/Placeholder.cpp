//===-- Placeholder.cpp - What stands for a counter -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Placeholder.h.
//
//===----------------------------------------------------------------------===//

#include "Placeholder.h"
#include "FunctionData.h"
#include "TargetCode.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gmon {

Placeholder::Placeholder(const CallInst &Call)
    : Array(cast<Constant>(Call.getArgOperand(0))),
      Index(Call.getArgOperand(1)), Amount(Call.getArgOperand(2)),
      Factor(cast<ConstantInt>(Call.getArgOperand(3))) {}

std::optional<uint64_t> Placeholder::constant() const {
  if (auto *Constant = dyn_cast<ConstantInt>(Amount))
    return Constant->getZExtValue() * Factor->getZExtValue();
  return std::nullopt;
}

bool isPlaceholder(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == PlaceholderName;
}

static Function *declarePlaceholder(IRBuilderBase &Builder) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  if (Function *F = M.getFunction(PlaceholderName))
    return F;
  Type *Int64 = Builder.getInt64Ty();
  auto *T = FunctionType::get(
      Builder.getVoidTy(),
      {Builder.getPtrTy(), Builder.getInt32Ty(), Int64, Int64},
      /*isVarArg=*/false);
  Function *F =
      Function::Create(T, Function::ExternalLinkage, PlaceholderName, M);
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (Attribute::AttrKind Kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback,
        Attribute::NoFree, Attribute::NoSync, Attribute::NoRecurse,
        // One call for two counters would compute which.
        Attribute::NoMerge})
    F->addFnAttr(Kind);
  return F;
}

void createPlaceholder(IRBuilderBase &Builder, Constant *Array, Value *Index,
                       Value *Amount, uint64_t Factor) {
  CallInst *Call =
      Builder.CreateCall(declarePlaceholder(Builder),
                         {Array, Index, Amount, Builder.getInt64(Factor)});
  Call->addFnAttr(
      Attribute::get(Builder.getContext(), "call-inline-cost", "0"));
}

void createPlaceholder(IRBuilderBase &Builder, Constant *Array,
                       unsigned Index) {
  createPlaceholder(Builder, Array, Builder.getInt32(Index),
                    Builder.getInt64(1), 1);
}

/// What \p Count adds.
static Value *amountOf(IRBuilderBase &Builder, const Placeholder &Count) {
  if (std::optional<uint64_t> Amount = Count.constant())
    return Builder.getInt64(*Amount);
  if (Count.Factor->isOne())
    return Count.Amount;
  // Loop strength reduction, too, would make it another variable.
  return Builder.CreateMul(Builder.CreateFreeze(Count.Amount), Count.Factor);
}

/// Takes those placeholders of \p F out that count what an earlier one of their
/// block counts, which adds their amounts, if nothing between them can keep
/// control from coming to them. Code that was inlined counts again and again
/// what it is a part of.
static void mergeInBlocks(Function &F) {
  for (BasicBlock &Block : F) {
    SmallDenseMap<std::pair<Value *, Value *>, CallInst *> First;
    for (Instruction &I : make_early_inc_range(Block)) {
      if (!isPlaceholder(I)) {
        if (!First.empty() && !isGuaranteedToTransferExecutionToSuccessor(&I))
          First.clear();
        continue;
      }
      auto &Call = cast<CallInst>(I);
      Placeholder Count(Call);
      std::optional<uint64_t> More = Count.constant();
      if (!More)
        continue;
      auto [Earlier, IsNew] =
          First.try_emplace({Count.Array, Count.Index}, &Call);
      if (IsNew)
        continue;
      uint64_t Sum = *Placeholder(*Earlier->second).constant() + *More;
      Type *Int64 = Count.Factor->getType();
      Earlier->second->setArgOperand(2, ConstantInt::get(Int64, Sum));
      Earlier->second->setArgOperand(3, ConstantInt::get(Int64, 1));
      Call.eraseFromParent();
    }
  }
}

void lowerPlaceholders(Function &F) {
  if (!F.hasOptNone())
    mergeInBlocks(F);
  SmallVector<CallInst *> Placeholders;
  for (Instruction &I : instructions(F))
    if (isPlaceholder(I))
      Placeholders.push_back(cast<CallInst>(&I));
  if (Placeholders.empty())
    return;
  bool HasSegment = usesSegment(*F.getParent());
  SmallDenseMap<Value *, Value *, 4> Copies;
  if (!HasSegment) {
    IRBuilder<> Builder(&F.getEntryBlock(), entryPoint(F));
    Value *Bias = loadBias(Builder);
    for (CallInst *Call : Placeholders) {
      Value *&Copy = Copies[Placeholder(*Call).Array];
      if (Copy)
        continue;
      Copy = keepInRegister(
          Builder, Builder.CreatePtrAdd(Placeholder(*Call).Array, Bias));
      Copy->setName("gmon.counters");
    }
  }
  for (CallInst *Call : Placeholders) {
    Placeholder Count(*Call);
    IRBuilder<> Builder(Call);
    Value *Counter = Builder.CreateInBoundsGEP(
        Builder.getInt64Ty(), HasSegment ? Count.Array : Copies[Count.Array],
        Builder.CreateZExt(Count.Index, Builder.getInt64Ty()));
    if (HasSegment)
      Counter = copyInThread(Builder, Counter, HasSegment);
    createIncrement(Builder, Counter, amountOf(Builder, Count));
    Call->eraseFromParent();
  }
  Function *Declaration = F.getParent()->getFunction(PlaceholderName);
  if (Declaration->use_empty())
    Declaration->eraseFromParent();
}

} // namespace gmon
