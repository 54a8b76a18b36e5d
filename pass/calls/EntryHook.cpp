//===-- EntryHook.cpp - Counting calls at a function's entry --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hooks stand at the entry point of ir/EntryPoint.h. Their line is where the
// function's body opens.
//
//===----------------------------------------------------------------------===//

#include "calls/EntryHook.h"
#include "data/FunctionData.h"
#include "ir/EntryPoint.h"
#include "ir/Sanitizers.h"
#include "selection/Marks.h"
#include "target/CountingCode.h"
#include "target/Target.h"
#include "target/ThreadCopy.h"

#include "gmon/abi.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gmon {

static DebugLoc hookLocation(Function &F) {
  if (DISubprogram *SP = F.getSubprogram())
    return DILocation::get(F.getContext(), SP->getScopeLine(), 0, SP);
  return {};
}

/// A load that is neither moved across another one nor removed: a signal
/// handler may change the record in between.
static Value *loadInOrder(IRBuilderBase &Builder, Type *T, Value *Address) {
  Value *Load = Builder.CreateLoad(T, Address, /*isVolatile=*/true);
  setNoSanitize(Load);
  return Load;
}

/// Splits the block at the insertion point. If \p Likely is false, control goes
/// through a block that \p Unlikely fills; if it is true, through one that
/// \p Expected fills, if given.
static void branch(IRBuilderBase &Builder, Value *Likely,
                   function_ref<void()> Expected,
                   function_ref<void()> Unlikely) {
  BasicBlock *Head = Builder.GetInsertBlock();
  Function &F = *Head->getParent();
  LLVMContext &Context = F.getContext();
  DebugLoc Location = Builder.getCurrentDebugLocation();
  BasicBlock *Rest = SplitBlock(Head, Builder.GetInsertPoint());
  Rest->setName("gmon.body");
  BasicBlock *Hit =
      Expected ? BasicBlock::Create(Context, "gmon.hit", &F, Rest) : Rest;
  BasicBlock *Miss = BasicBlock::Create(Context, "gmon.miss", &F);

  Head->getTerminator()->eraseFromParent();
  Builder.SetInsertPoint(Head);
  Builder.SetCurrentDebugLocation(Location);
  Builder.CreateCondBr(Likely, Hit, Miss,
                       MDBuilder(Context).createLikelyBranchWeights());
  if (Expected) {
    Builder.SetInsertPoint(Hit);
    Expected();
    Builder.CreateBr(Rest);
  }
  Builder.SetInsertPoint(Miss);
  Unlikely();
  Builder.CreateBr(Rest);
}

void insertInlineHook(Function &F, FunctionData &Data) {
  IRBuilder<> Builder(&F.getEntryBlock(), entryPoint(F));
  Builder.SetCurrentDebugLocation(hookLocation(F));
  GlobalVariable *Template = Data.record();
  GlobalVariable *Descriptor = Data.descriptor();
  Type *Word = F.getDataLayout().getIntPtrType(F.getContext());
  const Target &T = targetOf(*F.getParent());

  Value *Record = keepInRegister(
      Builder, Builder.CreatePtrAdd(Template, loadBias(Builder)));
  Record->setName("gmon.record");
  Value *Caller =
      Builder.CreatePtrToInt(Builder.CreateIntrinsic(Intrinsic::returnaddress,
                                                     {}, {Builder.getInt32(0)}),
                             Word, "gmon.from");
  Value *Mask = loadInOrder(
      Builder, Word,
      Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Record,
                                         offsetof(gmon_record, mask)));
  Value *Table = loadInOrder(Builder, Word, Record);
  Value *Slot = Builder.CreatePtrAdd(Record, Table);
  Slot = Builder.CreateGEP(Builder.getIntNTy(T.IndexScale * 8), Slot,
                           Builder.CreateAnd(Caller, Mask), "gmon.slot");
  Value *Key = Builder.CreateLoad(Word, Slot);
  setNoSanitize(Key);
  branch(
      Builder, Builder.CreateICmpEQ(Key, Caller, "gmon.known"),
      [&] {
        createIncrement(Builder, Builder.CreateConstInBoundsGEP1_64(
                                     Builder.getInt8Ty(), Slot,
                                     offsetof(gmon_slot, count)));
      },
      [&] {
        T.createRuntimeCall(Builder, "__gmon_rt_miss", {Descriptor, Caller});
      });
}

void insertTouch(Function &F, FunctionData &Data, bool HasRecord) {
  IRBuilder<> Builder(&F.getEntryBlock(), entryPoint(F));
  Builder.SetCurrentDebugLocation(hookLocation(F));
  GlobalVariable *Descriptor = Data.descriptor();
  Value *Touched = loadBias(Builder);
  if (HasRecord) {
    Value *Record =
        keepInRegister(Builder, Builder.CreatePtrAdd(Data.record(), Touched));
    Touched = Builder.CreateLoad(Touched->getType(), Record);
    setNoSanitize(Touched);
  }
  branch(Builder, Builder.CreateIsNotNull(Touched, "gmon.touched"), nullptr,
         [&] {
           targetOf(*F.getParent())
               .createRuntimeCall(Builder, "__gmon_rt_touch", {Descriptor});
         });
}

void insertHookCall(Function &F) {
  Module &M = *F.getParent();
  StringRef Name = F.getFnAttribute(MarkAttribute).getValueAsString();
  const Target &T = targetOf(M);
  if (Name.empty())
    Name = T.MonitoringRoutine;
  IRBuilder<> Builder(&F.getEntryBlock(), entryPoint(F));
  Builder.SetCurrentDebugLocation(hookLocation(F));
  if (T.HandsReturnAddress)
    Builder.CreateCall(
        M.getOrInsertFunction(Name, Builder.getVoidTy(), Builder.getPtrTy()),
        Builder.CreateIntrinsic(Intrinsic::returnaddress, {},
                                {Builder.getInt32(0)}));
  else
    Builder.CreateCall(M.getOrInsertFunction(Name, Builder.getVoidTy()));
  F.addFnAttr("frame-pointer", "all");
}

} // namespace gmon
