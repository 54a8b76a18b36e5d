//===-- SourceLowering.cpp - Placeholders become counters -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counters are told apart from the program's memory by a type of their own for
// alias analysis, directly below the root of the language's types. A call may
// read them, since they are referred to from outside: so they are in memory
// when control leaves the function.
//
//===----------------------------------------------------------------------===//

#include "FunctionData.h"
#include "GmonPass.h"
#include "SourceCounters.h"
#include "SourcePlaceholder.h"
#include "TargetCode.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

using namespace llvm;

namespace gmon {

void createPlaceholder(IRBuilderBase &Builder, GlobalVariable *Array,
                       unsigned Index) {
  Module &M = *Array->getParent();
  FunctionCallee Callee =
      M.getOrInsertFunction(PlaceholderName, Builder.getVoidTy(),
                            Builder.getPtrTy(), Builder.getInt32Ty());
  auto *F = cast<Function>(Callee.getCallee());
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (Attribute::AttrKind Kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback,
        Attribute::NoFree, Attribute::NoSync, Attribute::NoRecurse,
        // One call for two counters would compute which.
        Attribute::NoMerge})
    F->addFnAttr(Kind);
  CallInst *Call = Builder.CreateCall(Callee, {Array, Builder.getInt32(Index)});
  Call->addFnAttr(
      Attribute::get(Builder.getContext(), "call-inline-cost", "0"));
}

/// The type of counters, beside those of the program that \p F accesses, as an
/// access tag; or null if the function has no types.
static MDNode *counterType(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    const MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa);
    if (!Tag || Tag->getNumOperands() < 3)
      continue;
    auto *Type = dyn_cast_or_null<MDNode>(Tag->getOperand(1));
    while (Type && Type->getNumOperands() >= 2 &&
           isa_and_nonnull<MDNode>(Type->getOperand(1)))
      Type = cast<MDNode>(Type->getOperand(1));
    if (!Type || Type->getNumOperands() != 1)
      continue;
    MDBuilder Builder(F.getContext());
    MDNode *Own = Builder.createTBAAScalarTypeNode("gmon counter", Type);
    return Builder.createTBAAStructTagNode(Own, Own, 0);
  }
  return nullptr;
}

namespace {

/// Knows which counters may leave the loops that they are in. Holds until
/// control flow changes.
class LoopCounters {
public:
  LoopCounters(const Module &M, FunctionAnalysisManager &FAM)
      : FAM(FAM), HasSegment(usesSegment(M)) {}

  /// Whether what becomes of \p Call is to be open to the optimizer. Where the
  /// address is a constant, it takes the load out of a loop though it cannot
  /// take the store, which leaves two instructions where there was one; so
  /// there the increment must happen whenever the loop is entered.
  bool mayLeave(CallInst &Call);

private:
  FunctionAnalysisManager &FAM;
  bool HasSegment;
  DenseMap<const Loop *, std::unique_ptr<SimpleLoopSafetyInfo>> Safety;
};

} // namespace

bool LoopCounters::mayLeave(CallInst &Call) {
  Function &F = *Call.getFunction();
  if (F.hasOptNone() || !HasSegment)
    return !F.hasOptNone();
  const Loop *L = FAM.getResult<LoopAnalysis>(F).getLoopFor(Call.getParent());
  if (!L || !L->isLoopSimplifyForm())
    return false;
  std::unique_ptr<SimpleLoopSafetyInfo> &Known = Safety[L];
  if (!Known) {
    Known = std::make_unique<SimpleLoopSafetyInfo>();
    Known->computeLoopSafetyInfo(L);
  }
  return Known->isGuaranteedToExecute(
      Call, &FAM.getResult<DominatorTreeAnalysis>(F), L);
}

/// Takes those of \p Placeholders out that count what an earlier one of their
/// block counts, if nothing between them can keep control from coming to them.
/// Returns how often each of the others counts. Code that was inlined counts
/// again and again what it is a part of.
static SmallDenseMap<CallInst *, uint64_t>
mergeInBlocks(SmallVectorImpl<CallInst *> &Placeholders) {
  SmallDenseMap<CallInst *, uint64_t> Amounts;
  SetVector<BasicBlock *> Blocks;
  for (CallInst *Call : Placeholders) {
    Amounts[Call] = 1;
    Blocks.insert(Call->getParent());
  }
  SmallPtrSet<CallInst *, 16> Merged;
  for (BasicBlock *Block : Blocks) {
    SmallDenseMap<std::pair<Value *, Value *>, CallInst *> First;
    for (Instruction &I : *Block) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call || !Amounts.contains(Call)) {
        if (!isGuaranteedToTransferExecutionToSuccessor(&I))
          First.clear();
        continue;
      }
      auto [Known, IsNew] = First.try_emplace(
          {Call->getArgOperand(0), Call->getArgOperand(1)}, Call);
      if (!IsNew) {
        ++Amounts[Known->second];
        Merged.insert(Call);
      }
    }
  }
  llvm::erase_if(Placeholders,
                 [&](CallInst *Call) { return Merged.contains(Call); });
  for (CallInst *Call : Merged)
    Call->eraseFromParent();
  return Amounts;
}

/// Turns \p Placeholders of \p F into counters. Those that are \p InMemory are
/// increments of one instruction; the others are open to the optimizer.
static void lower(Function &F, SmallVectorImpl<CallInst *> &Placeholders,
                  bool InMemory) {
  F.addFnAttr(CountsAttribute);
  MDNode *Type = counterType(F);
  bool HasSegment = usesSegment(*F.getParent());
  IRBuilder<> Builder(&F.getEntryBlock(), entryPoint(F));
  Value *Bias = HasSegment ? nullptr : loadBias(Builder);
  SmallDenseMap<CallInst *, uint64_t> Amounts;
  if (InMemory && HasSegment && !F.hasOptNone())
    Amounts = mergeInBlocks(Placeholders);
  SmallDenseMap<Value *, Value *, 4> Copies;
  for (CallInst *Call : Placeholders) {
    auto *Array = cast<Constant>(Call->getArgOperand(0));
    Value *&Copy = Copies[Array];
    if (!Copy)
      Copy = HasSegment ? Array
                        : Builder.CreatePtrAdd(Array, Bias, "gmon.counters");
    IRBuilder<> Here(Call);
    Value *Counter = Here.CreateInBoundsGEP(
        Here.getInt64Ty(), Copy,
        Here.CreateZExt(Call->getArgOperand(1), Here.getInt64Ty()));
    if (HasSegment)
      Counter = copyInThread(Here, Counter, HasSegment);
    if (InMemory) {
      createIncrement(Here, Counter, Amounts.lookup_or(Call, 1));
    } else {
      LoadInst *Count = Here.CreateLoad(Here.getInt64Ty(), Counter);
      StoreInst *Store =
          Here.CreateStore(Here.CreateAdd(Count, Here.getInt64(1)), Counter);
      for (Instruction *I : {(Instruction *)Count, (Instruction *)Store}) {
        I->setMetadata(LLVMContext::MD_tbaa, Type);
        setNoSanitize(I);
      }
    }
    Call->eraseFromParent();
  }
}

namespace {

/// First come counters that may leave loops, then the others, unless another
/// pass like this one comes later.
class SourceLoweringPass : public PassInfoMixin<SourceLoweringPass> {
public:
  explicit SourceLoweringPass(bool IsEarly) : IsEarly(IsEarly) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    Function *Placeholder = M.getFunction(PlaceholderName);
    if (!Placeholder)
      return PreservedAnalyses::all();
    auto &FAM =
        MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
    auto CallsThat = [&](auto Fits) {
      MapVector<Function *, SmallVector<CallInst *>> Calls;
      for (User *U : Placeholder->users())
        if (auto *Call = dyn_cast<CallInst>(U); Call && Fits(*Call))
          Calls[Call->getFunction()].push_back(Call);
      return Calls;
    };
    // Functions were seen to change nothing that the program sees.
    for (Function &F : M)
      if (!F.isDeclaration() && isModSet(F.getMemoryEffects().getModRef(
                                    IRMemLocation::InaccessibleMem)))
        dropMemoryAttributes(F);

    auto OutOfLoops = createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                      /*UseMemorySSA=*/true);
    // The optimizer does not see that a placeholder counts, too: a counter in a
    // register over it would lose what it counts.
    DenseSet<std::tuple<Function *, Value *, Value *>> Staying;
    auto CounterOf = [](CallInst &Call) {
      return std::tuple(Call.getFunction(), Call.getArgOperand(0),
                        Call.getArgOperand(1));
    };
    LoopCounters Loops(M, FAM);
    for (User *U : Placeholder->users())
      if (auto *Call = dyn_cast<CallInst>(U); Call && !Loops.mayLeave(*Call))
        Staying.insert(CounterOf(*Call));
    for (auto &[F, Calls] : CallsThat([&](CallInst &Call) {
           return !Staying.contains(CounterOf(Call));
         })) {
      lower(*F, Calls, /*InMemory=*/false);
      FAM.invalidate(*F, PreservedAnalyses::none());
      FAM.invalidate(*F, OutOfLoops.run(*F, FAM));
    }
    for (auto &[F, Calls] : CallsThat([&](CallInst &Call) {
           return !IsEarly || Call.getFunction()->hasOptNone();
         })) {
      lower(*F, Calls, /*InMemory=*/true);
      FAM.invalidate(*F, PreservedAnalyses::none());
    }
    if (Placeholder->use_empty())
      Placeholder->eraseFromParent();
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

private:
  bool IsEarly;
};

} // namespace

void addSourceLowering(ModulePassManager &MPM, bool IsEarly) {
  MPM.addPass(SourceLoweringPass(IsEarly));
}

} // namespace gmon
