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

#include "counters/Placeholder.h"
#include "ir/EntryPoint.h"
#include "target/CountingCode.h"
#include "target/ModuleKind.h"
#include "target/NamedAssembly.h"
#include "target/ThreadCopy.h"

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
      Index(cast<ConstantInt>(Call.getArgOperand(1))),
      Amount(Call.getArgOperand(2)),
      Factor(cast<ConstantInt>(Call.getArgOperand(3))) {}

std::optional<uint64_t> Placeholder::constant() const {
  if (auto *Constant = dyn_cast<ConstantInt>(Amount))
    return Constant->getZExtValue() * Factor->getZExtValue();
  return std::nullopt;
}

bool Placeholder::isSourceCounter() const { return Array->isNullValue(); }

bool isPlaceholder(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == PlaceholderName;
}

SmallVector<CallInst *> findPlaceholders(Function &F) {
  SmallVector<CallInst *> Result;
  for (Instruction &I : instructions(F))
    if (isPlaceholder(I))
      Result.push_back(cast<CallInst>(&I));
  return Result;
}

static Function *declarePlaceholder(IRBuilderBase &Builder) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  if (Function *F = M.getFunction(PlaceholderName))
    return F;
  Type *Int64 = Builder.getInt64Ty();
  auto *T = FunctionType::get(Builder.getVoidTy(),
                              {Builder.getPtrTy(), Int64, Int64, Int64},
                              /*isVarArg=*/false);
  Function *F =
      Function::Create(T, Function::ExternalLinkage, PlaceholderName, M);
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (Attribute::AttrKind Kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback,
        Attribute::NoFree, Attribute::NoSync, Attribute::NoRecurse,
        // A merged call for two counters would compute which one it is for.
        Attribute::NoMerge})
    F->addFnAttr(Kind);
  return F;
}

void createPlaceholder(IRBuilderBase &Builder, Constant *Array, uint64_t Index,
                       Value *Amount, uint64_t Factor) {
  CallInst *Call = Builder.CreateCall(declarePlaceholder(Builder),
                                      {Array, Builder.getInt64(Index),
                                       Amount ? Amount : Builder.getInt64(1),
                                       Builder.getInt64(Factor)});
  Call->addFnAttr(
      Attribute::get(Builder.getContext(), "call-inline-cost", "0"));
}

void createSourcePlaceholder(IRBuilderBase &Builder, uint64_t Number) {
  createPlaceholder(Builder, ConstantPointerNull::get(Builder.getPtrTy()),
                    Number);
}

/// Merges two placeholders for the same counter, and returns the one that is
/// left. Both add constants, or values with the same factor, of which the
/// second is known only at the later call.
static CallInst *merge(CallInst *Earlier, CallInst *Later) {
  Placeholder First(*Earlier), Second(*Later);
  IRBuilder<> Builder(Later);
  if (First.constant()) {
    Earlier->setArgOperand(
        2, Builder.getInt64(*First.constant() + *Second.constant()));
    Earlier->setArgOperand(3, Builder.getInt64(1));
    Later->eraseFromParent();
    return Earlier;
  }
  Later->setArgOperand(2, Builder.CreateAdd(First.Amount, Second.Amount));
  Earlier->eraseFromParent();
  return Later;
}

bool mergePlaceholders(Function &F) {
  bool Changed = false;
  for (BasicBlock &Block : F) {
    using Counter = std::tuple<Value *, Value *, Value *>;
    SmallDenseMap<Counter, CallInst *> Counters;
    for (Instruction &I : make_early_inc_range(Block)) {
      if (!isPlaceholder(I)) {
        if (!Counters.empty() &&
            !isGuaranteedToTransferExecutionToSuccessor(&I))
          Counters.clear();
        continue;
      }
      auto &Call = cast<CallInst>(I);
      Placeholder Count(Call);
      auto [Known, IsNew] = Counters.try_emplace(
          {Count.Array, Count.Index, Count.constant() ? nullptr : Count.Factor},
          &Call);
      if (!IsNew)
        Known->second = merge(Known->second, &Call);
      Changed |= !IsNew;
    }
  }
  return Changed;
}

void lowerPlaceholders(Function &F) {
  SmallVector<CallInst *> Placeholders = findPlaceholders(F);
  if (Placeholders.empty())
    return;
  Constant *Array = Placeholder(*Placeholders[0]).Array;
  bool HasSegment = usesSegment(*F.getParent());
  std::optional<NamedCounters> Named =
      NamedCounters::create(F, *cast<GlobalVariable>(Array));
  Value *Copy = nullptr;
  if (!HasSegment) {
    IRBuilder<> Builder(&F.getEntryBlock(), entryPoint(F));
    Value *Bias = loadBias(Builder);
    Copy = keepInRegister(Builder, Builder.CreatePtrAdd(Array, Bias));
    Copy->setName("gmon.counters");
  }
  for (CallInst *Call : Placeholders) {
    Placeholder Count(*Call);
    assert(!Count.isSourceCounter() && Count.Array == Array &&
           Count.Factor->isOne());
    IRBuilder<> Builder(Call);
    if (Named && Count.constant() == 1) {
      Named->createIncrement(Builder, Count.Index->getZExtValue());
      Call->eraseFromParent();
      continue;
    }
    Value *Counter = Builder.CreateInBoundsGEP(
        Builder.getInt64Ty(), HasSegment ? Array : Copy, Count.Index);
    if (HasSegment)
      Counter = copyInThread(Builder, Counter, HasSegment);
    createIncrement(Builder, Counter, Count.Amount);
    Call->eraseFromParent();
  }
  Function *Declaration = F.getParent()->getFunction(PlaceholderName);
  if (Declaration->use_empty())
    Declaration->eraseFromParent();
}

} // namespace gmon
