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

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

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

/// The thread's bias, loaded at the entry of \p F. \p Builder is left behind
/// it.
static Value *loadBiasAtEntry(Function &F, IRBuilderBase &Builder) {
  Builder.SetInsertPoint(entryPoint(F));
  Value *Bias = loadBias(Builder);
  if (!F.hasFnAttribute(TouchAttribute))
    return Bias;
  // The first function that a thread executes gives it the copy.
  FunctionData Data(F);
  Data.record();
  GlobalVariable *Descriptor = Data.descriptor();
  Data.finish();
  Instruction *Rest = &*Builder.GetInsertPoint();
  BasicBlock *Head = Rest->getParent();
  Instruction *End = SplitBlockAndInsertIfThen(
      Builder.CreateIsNull(Bias, "gmon.untouched"), Rest,
      /*Unreachable=*/false,
      MDBuilder(F.getContext()).createUnlikelyBranchWeights());
  Builder.SetInsertPoint(End);
  createRuntimeCall(Builder, "__gmon_touch", {Descriptor});
  Value *Given = loadBias(Builder);
  Builder.SetInsertPoint(Rest);
  PHINode *Result = Builder.CreatePHI(Bias->getType(), 2, "gmon.given");
  Result->addIncoming(Bias, Head);
  Result->addIncoming(Given, End->getParent());
  return Result;
}

static void lower(Function &F, ArrayRef<CallInst *> Placeholders) {
  MDNode *Type = counterType(F);
  IRBuilder<> Builder(F.getContext());
  Value *Bias = loadBiasAtEntry(F, Builder);
  SmallDenseMap<Value *, Value *, 4> Copies;
  for (CallInst *Call : Placeholders) {
    auto *Array = cast<Constant>(Call->getArgOperand(0));
    Value *&Copy = Copies[Array];
    if (!Copy)
      Copy = Builder.CreatePtrAdd(Array, Bias, "gmon.counters");
    IRBuilder<> Here(Call);
    Value *Counter = Here.CreateInBoundsGEP(
        Here.getInt64Ty(), Copy,
        Here.CreateZExt(Call->getArgOperand(1), Here.getInt64Ty()));
    if (F.hasOptNone()) {
      createIncrement(Here, Counter);
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

struct SourceLoweringPass : PassInfoMixin<SourceLoweringPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    Function *Placeholder = M.getFunction(PlaceholderName);
    if (!Placeholder)
      return PreservedAnalyses::all();
    MapVector<Function *, SmallVector<CallInst *>> Calls;
    for (User *U : Placeholder->users())
      if (auto *Call = dyn_cast<CallInst>(U))
        Calls[Call->getFunction()].push_back(Call);
    auto &FAM =
        MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
    for (auto &[F, Placeholders] : Calls) {
      lower(*F, Placeholders);
      FAM.invalidate(*F, PreservedAnalyses::none());
    }
    // Functions were seen to change nothing that the program sees.
    for (Function &F : M)
      if (!F.isDeclaration() && isModSet(F.getMemoryEffects().getModRef(
                                    IRMemLocation::InaccessibleMem)))
        dropMemoryAttributes(F);
    auto OutOfLoops = createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                      /*UseMemorySSA=*/true);
    for (auto &[F, Placeholders] : Calls)
      if (!F->hasOptNone())
        FAM.invalidate(*F, OutOfLoops.run(*F, FAM));
    if (Placeholder->use_empty())
      Placeholder->eraseFromParent();
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

} // namespace

void addSourceLowering(ModulePassManager &MPM) {
  MPM.addPass(SourceLoweringPass());
}

} // namespace gmon
