//===-- EntryPoint.cpp - Where entry instrumentation goes -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See EntryPoint.h.
//
//===----------------------------------------------------------------------===//

#include "ir/EntryPoint.h"
#include "ir/LLVMVersion.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include GMON_INSTRUMENTATION_H

using namespace llvm;

namespace gmon {

/// Whether \p I stays in front of inserted code.
static bool staysInFront(const Instruction &I) {
  if (const auto *Alloca = dyn_cast<AllocaInst>(&I))
    return Alloca->isStaticAlloca();
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && isa<Argument>(Store->getValueOperand()) &&
         isa<AllocaInst>(Store->getPointerOperand());
}

BasicBlock::iterator entryPoint(Function &F) {
  BasicBlock::iterator Point = F.getEntryBlock().getFirstInsertionPt();
  while (staysInFront(*Point))
    ++Point;
  // Inserted code follows the debug records in front of this instruction.
  Point.setHeadBit(false);
  return Point;
}

void prepareEntry(Function &F) {
  PrepareToSplitEntryBlock(F.getEntryBlock(), entryPoint(F));
}

} // namespace gmon
