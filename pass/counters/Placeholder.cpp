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

IndexedPlaceholder::IndexedPlaceholder(const CallInst &Call)
    : Array(cast<Constant>(Call.getArgOperand(0))),
      First(cast<ConstantInt>(Call.getArgOperand(1))),
      Index(Call.getArgOperand(2)),
      Number(cast<ConstantInt>(Call.getArgOperand(3))) {}

static bool isCallOf(const Instruction &I, StringRef Name) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == Name;
}

bool isPlaceholder(const Instruction &I) {
  return isCallOf(I, PlaceholderName);
}

bool isIndexedPlaceholder(const Instruction &I) {
  return isCallOf(I, IndexedPlaceholderName);
}

static SmallVector<CallInst *> findCalls(Function &F, StringRef Name) {
  SmallVector<CallInst *> Result;
  for (Instruction &I : instructions(F))
    if (isCallOf(I, Name))
      Result.push_back(cast<CallInst>(&I));
  return Result;
}

SmallVector<CallInst *> findPlaceholders(Function &F) {
  return findCalls(F, PlaceholderName);
}

SmallVector<CallInst *> findIndexedPlaceholders(Function &F) {
  return findCalls(F, IndexedPlaceholderName);
}

SetVector<Function *> findFunctionsWithPlaceholders(const Module &M) {
  SetVector<Function *> Result;
  for (StringRef Name : {PlaceholderName, IndexedPlaceholderName})
    if (Function *Declaration = M.getFunction(Name))
      for (User *U : Declaration->users())
        if (auto *Call = dyn_cast<CallInst>(U))
          Result.insert(Call->getFunction());
  return Result;
}

static Function *declarePlaceholder(IRBuilderBase &Builder, StringRef Name) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  if (Function *F = M.getFunction(Name))
    return F;
  Type *Int64 = Builder.getInt64Ty();
  auto *T = FunctionType::get(Builder.getVoidTy(),
                              {Builder.getPtrTy(), Int64, Int64, Int64},
                              /*isVarArg=*/false);
  Function *F = Function::Create(T, Function::ExternalLinkage, Name, M);
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (Attribute::AttrKind Kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback,
        Attribute::NoFree, Attribute::NoSync, Attribute::NoRecurse,
        // A merged call for two counters would compute which one it is for.
        Attribute::NoMerge})
    F->addFnAttr(Kind);
  return F;
}

static void createCall(IRBuilderBase &Builder, StringRef Name,
                       ArrayRef<Value *> Arguments) {
  CallInst *Call =
      Builder.CreateCall(declarePlaceholder(Builder, Name), Arguments);
  Call->addFnAttr(
      Attribute::get(Builder.getContext(), "call-inline-cost", "0"));
}

void createPlaceholder(IRBuilderBase &Builder, Constant *Array, uint64_t Index,
                       Value *Amount, uint64_t Factor) {
  createCall(Builder, PlaceholderName,
             {Array, Builder.getInt64(Index),
              Amount ? Amount : Builder.getInt64(1), Builder.getInt64(Factor)});
}

void createIndexedPlaceholder(IRBuilderBase &Builder, Constant *Array,
                              uint64_t First, Value *Index, uint64_t Number) {
  createCall(Builder, IndexedPlaceholderName,
             {Array, Builder.getInt64(First), Index, Builder.getInt64(Number)});
}

/// What source counters have in place of an array.
static Constant *noArray(IRBuilderBase &Builder) {
  return ConstantPointerNull::get(Builder.getPtrTy());
}

void createSourcePlaceholder(IRBuilderBase &Builder, uint64_t Number,
                             Value *Amount) {
  createPlaceholder(Builder, noArray(Builder), Number, Amount);
}

void createIndexedSourcePlaceholder(IRBuilderBase &Builder, uint64_t First,
                                    Value *Index, uint64_t Number) {
  createIndexedPlaceholder(Builder, noArray(Builder), First, Index, Number);
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

namespace {

/// Turns placeholders of one function and array into counters in memory.
class PlaceholderLowering {
public:
  PlaceholderLowering(Function &F, GlobalVariable &Array)
      : Array(Array), HasSegment(usesSegment(*F.getParent())),
        Named(NamedCounters::create(F, Array)) {
    if (HasSegment)
      return;
    IRBuilder<> Builder(&F.getEntryBlock(), entryPoint(F));
    Value *Bias = loadBias(Builder);
    Copy = keepInRegister(Builder, Builder.CreatePtrAdd(&Array, Bias));
    Copy->setName("gmon.counters");
  }

  void lower(CallInst &Call);
  void lowerIndexed(CallInst &Call);

private:
  void increment(IRBuilderBase &Builder, Value *Index, Value *Amount);

  GlobalVariable &Array;
  bool HasSegment;
  std::optional<NamedCounters> Named;
  Value *Copy = nullptr; ///< the thread's, where there is no segment
};

} // namespace

void PlaceholderLowering::increment(IRBuilderBase &Builder, Value *Index,
                                    Value *Amount) {
  Value *Counter = Builder.CreateInBoundsGEP(Builder.getInt64Ty(),
                                             HasSegment ? &Array : Copy, Index);
  if (HasSegment)
    Counter = copyInThread(Builder, Counter, HasSegment);
  createIncrement(Builder, Counter, Amount);
}

void PlaceholderLowering::lower(CallInst &Call) {
  Placeholder Count(Call);
  assert(Count.Array == &Array && Count.Factor->isOne());
  IRBuilder<> Builder(&Call);
  if (Named && Count.constant() == 1)
    Named->createIncrement(Builder, Count.Index->getZExtValue());
  else
    increment(Builder, Count.Index, Count.Amount);
  Call.eraseFromParent();
}

void PlaceholderLowering::lowerIndexed(CallInst &Call) {
  IndexedPlaceholder Count(Call);
  assert(Count.Array == &Array);
  IRBuilder<> Builder(&Call);
  increment(Builder, Builder.CreateAdd(Count.First, Count.Index), nullptr);
  Call.eraseFromParent();
}

void lowerPlaceholders(Function &F) {
  SmallVector<CallInst *> Known = findPlaceholders(F);
  SmallVector<CallInst *> Indexed = findIndexedPlaceholders(F);
  if (Known.empty() && Indexed.empty())
    return;
  Constant *Array = Known.empty() ? IndexedPlaceholder(*Indexed[0]).Array
                                  : Placeholder(*Known[0]).Array;
  PlaceholderLowering Lowering(F, *cast<GlobalVariable>(Array));
  for (CallInst *Call : Known)
    Lowering.lower(*Call);
  for (CallInst *Call : Indexed)
    Lowering.lowerIndexed(*Call);
  for (StringRef Name : {PlaceholderName, IndexedPlaceholderName})
    if (Function *Declaration = F.getParent()->getFunction(Name);
        Declaration && Declaration->use_empty())
      Declaration->eraseFromParent();
}

} // namespace gmon
