//===-- CallCounters.cpp - Calls counted where they are made --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counter stands right before its call. Where blocks are counted, a call that
// may not return ends its block, so that the block's count is the call's.
//
//===----------------------------------------------------------------------===//

#include "calls/CallCounters.h"
#include "data/FunctionData.h"
#include "ir/EntryPoint.h"
#include "target/CountingCode.h"
#include "target/ModuleKind.h"
#include "target/ThreadCopy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace gmon {

FunctionSet findKnownCallers(ArrayRef<Function *> Functions) {
  FunctionSet All(Functions.begin(), Functions.end()), Known;
  for (Function *F : Functions) {
    if (!F->hasLocalLinkage() || F->hasAddressTaken())
      continue;
    if (all_of(F->users(), [&](const User *U) {
          const auto *Call = dyn_cast<CallBase>(U);
          return !Call || All.contains(Call->getFunction());
        }))
      Known.insert(F);
  }
  return Known;
}

bool countsCalls(const Function &F) {
  return !F.hasOptNone() || !usesSegment(*F.getParent());
}

void insertCallCounters(Function &F, FunctionData &Data,
                        const FunctionSet &Unhooked,
                        const std::optional<BlockCounts> &Blocks) {
  SmallVector<CallBase *> Counted;
  for (Instruction &I : instructions(F))
    // A block that cannot be reached has no count.
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && Unhooked.contains(Call->getCalledFunction()) &&
        (!Blocks || Blocks->contains(Call->getParent())))
      Counted.push_back(Call);
  if (Counted.empty())
    return;

  Data.setHasSites();
  GlobalVariable *Counters =
      Blocks ? nullptr : Data.createCounters(Counted.size());
  bool HasSegment = usesSegment(*F.getParent());
  for (auto [Number, Call] : enumerate(Counted)) {
    IRBuilder<> Builder(Call);
    CallSiteRecord Site = {Data.descriptor(), Call->getCalledFunction(),
                           Counters, /*Count=*/0, unsigned(Number)};
    if (Blocks)
      Site.Count = Blocks->lookup(Call->getParent());
    Value *Address = nullptr;
    if (Counters)
      Address = counterInThread(Builder, Counters, Number, HasSegment);
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
