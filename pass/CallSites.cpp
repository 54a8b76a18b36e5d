//===-- CallSites.cpp - Calls counted where they are made -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counter stands right before its call. Where blocks are counted, a call that
// may not return ends its block, and what comes to the block comes to the call.
//
//===----------------------------------------------------------------------===//

#include "CallSites.h"
#include "FunctionData.h"
#include "TargetCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace gmon {

FunctionSet findKnownCallers(ArrayRef<Function *> Hooked) {
  FunctionSet AllHooked(llvm::from_range, Hooked), Known;
  for (Function *F : Hooked) {
    if (!F->hasLocalLinkage() || F->hasAddressTaken())
      continue;
    if (all_of(F->users(), [&](const User *U) {
          const auto *Call = dyn_cast<CallBase>(U);
          return !Call || AllHooked.contains(Call->getFunction());
        }))
      Known.insert(F);
  }
  return Known;
}

void insertCallCounters(Function &F, FunctionData &Data,
                        const FunctionSet &Known,
                        const std::optional<BlockCounts> &Blocks) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Known.contains(Call->getCalledFunction()))
      continue;
    // A block that cannot be reached has no count.
    if (!Blocks || Blocks->contains(I.getParent()))
      Calls.push_back(Call);
  }
  if (Calls.empty())
    return;

  Data.setNumSites(Calls.size());
  GlobalVariable *Counters =
      Blocks ? nullptr : Data.createCounters(Calls.size());
  for (auto [Number, Call] : enumerate(Calls)) {
    IRBuilder<> Builder(Call);
    CallSite Site = {Data.descriptor(), Call->getCalledFunction(),
                     unsigned(Number), unsigned(Number)};
    Value *Address = nullptr;
    if (Blocks)
      Site.Count = Blocks->lookup(Call->getParent());
    else
      Address = Builder.CreateConstInBoundsGEP1_64(
          Builder.getInt64Ty(),
          Builder.CreatePtrAdd(Counters, loadBias(Builder)), Number);
    createCallCounter(Builder, Address, Site);
  }
}

void insertReference(Function &F, FunctionData &Data) {
  if (!Data.hasCounts())
    return;
  IRBuilder<> Builder(&F.getEntryBlock(), entryPoint(F));
  createReference(Builder, Data.descriptor());
}

} // namespace gmon
