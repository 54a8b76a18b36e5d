//===-- LeavingCalls.cpp - Calls that may not return ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assumes that all functions return, and removes those that may not until
// nothing changes.
//
//===----------------------------------------------------------------------===//

#include "flow/LeavingCalls.h"
#include "ir/ControlFlow.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gmon {

/// Whether calls of \p F reach this definition when the program runs.
static bool isKnown(const Function &F) {
  return !F.isDeclaration() && !F.isInterposable() &&
         (F.isDSOLocal() || F.hasLocalLinkage() || F.hasLinkOnceODRLinkage() ||
          F.hasWeakODRLinkage());
}

/// Whether \p F is a function of the C library that calls nothing of the
/// program and is no cancellation point: the library's header says that it does
/// not throw.
static bool libraryReturns(const Function &F,
                           const TargetLibraryInfo &Library) {
  LibFunc Known;
  if (!F.isDeclaration() || !F.doesNotThrow() || F.doesNotReturn() ||
      !Library.getLibFunc(F, Known))
    return false;
  // The new process starts with counts of its own.
  return !StringSwitch<bool>(F.getName())
              .Case("fork", true)
              .Case("vfork", true)
              .StartsWith("exec", true)
              .Default(false);
}

bool LeavingCalls::mayLeave(const Function &F) const {
  return !Returning.contains(&F) && !libraryReturns(F, Library);
}

bool LeavingCalls::mayLeave(const Instruction &I) const {
  if (!mayNotReturn(I))
    return false;
  const auto &Call = cast<CallBase>(I);
  const Function *Callee = Call.getCalledFunction();
  return !Callee || Callee->isIntrinsic() || Call.doesNotReturn() ||
         mayLeave(*Callee);
}

LeavingCalls::LeavingCalls(Module &M, const TargetLibraryInfo &Library)
    : Library(Library) {
  DenseMap<const Function *, SmallVector<const Function *>> Callers;
  SmallVector<const Function *> Work;
  for (const Function &F : M)
    if (isKnown(F))
      Returning.insert(&F);
  for (const Function &F : M) {
    if (!Returning.contains(&F))
      continue;
    for (const Instruction &I : instructions(F))
      if (mayLeave(I)) {
        Work.push_back(&F);
        break;
      }
    for (const Instruction &I : instructions(F))
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const Function *Callee = Call->getCalledFunction())
          Callers[Callee].push_back(&F);
  }
  while (!Work.empty()) {
    const Function *F = Work.pop_back_val();
    if (Returning.erase(F))
      append_range(Work, Callers.lookup(F));
  }
}

} // namespace gmon
