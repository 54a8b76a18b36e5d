//===-- SourceLines.cpp - Lines of code that is not optimized -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splitting itself is BlockCounters.cpp's, which also splits for other reasons.
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "FunctionData.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Transforms/Scalar/Reg2Mem.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gmon {

using Line = std::pair<const DIFile *, unsigned>;

static bool hasLine(const DebugLoc &Location) {
  return Location && Location.getLine() != 0;
}

static Line lineOf(const DebugLoc &Location) {
  return hasLine(Location) ? Line(Location->getFile(), Location.getLine())
                           : Line();
}

bool hasExactLines(const Function &F) {
  return F.hasOptNone() && F.getSubprogram();
}

DebugLoc firstLocation(const BasicBlock &Block) {
  for (const Instruction &I : Block)
    if (hasLine(I.getDebugLoc()))
      return I.getDebugLoc();
  return {};
}

DebugLoc lastLocation(const BasicBlock &Block) {
  for (const Instruction &I : reverse(drop_end(Block)))
    if (hasLine(I.getDebugLoc()))
      return I.getDebugLoc();
  return Block.getTerminator()->getDebugLoc();
}

LineTracker::LineTracker(const Function &F) : Active(hasExactLines(F)) {
  if (Active)
    Current = {F.getSubprogram()->getFile(), F.getSubprogram()->getScopeLine()};
}

bool LineTracker::changesAt(const Instruction &I) {
  if (!Active || !hasLine(I.getDebugLoc()))
    return false;
  Line Here = lineOf(I.getDebugLoc());
  return std::exchange(Current, Here) != Here;
}

void keepValuesInMemory(Function &F, FunctionAnalysisManager &FAM) {
  // Arguments too, such as where to put a struct that is returned; but only what
  // instructions compute is stored.
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> Builder(&Entry, entryPoint(F));
  auto IsElsewhere = [&](const User *U) {
    const auto *I = dyn_cast<Instruction>(U);
    return I && I->getParent() != &Entry;
  };
  for (Argument &A : F.args())
    if (any_of(A.users(), IsElsewhere) && !A.hasSwiftErrorAttr())
      A.replaceUsesOutsideBlock(Builder.CreateFreeze(&A), &Entry);
  RegToMemPass().run(F, FAM);
  FAM.invalidate(F, PreservedAnalyses::none());
  // The pass leaves a mark where it put its allocas.
  for (Instruction &I : make_early_inc_range(Entry))
    if (isInstructionTriviallyDead(&I) && isa<CastInst>(I))
      I.eraseFromParent();
}

void pinLine(BasicBlock &Block) {
  DebugLoc Location = firstLocation(Block);
  if (!Location)
    return;
  IRBuilder<> Builder(&Block, Block.getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(Location);
  auto *Nop = InlineAsm::get(FunctionType::get(Builder.getVoidTy(), false),
                             "nop", "", /*hasSideEffects=*/true);
  Builder.CreateCall(Nop)->setDoesNotThrow();
}

void groupByLine(Function &F, function_ref<uint64_t(const BasicBlock &)> Rank) {
  MapVector<Line, SmallVector<std::pair<uint64_t, BasicBlock *>, 4>> Lines;
  for (BasicBlock &Block : drop_begin(F))
    Lines[lineOf(firstLocation(Block))].push_back({Rank(Block), &Block});
  for (auto &[L, Blocks] : Lines) {
    stable_sort(Blocks,
                [](const auto &A, const auto &B) { return A.first > B.first; });
    for (auto [R, Block] : Blocks)
      Block->moveAfter(&F.back());
  }
}

} // namespace gmon
