//===-- ExactLines.cpp - Lines of code that is not optimized --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ExactLines.h. splitBlocks() splits where the line changes.
//
//===----------------------------------------------------------------------===//

#include "lines/ExactLines.h"
#include "ir/EntryPoint.h"
#include "ir/LLVMVersion.h"
#include "target/MachineAssembly.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gmon {

bool hasExactLines(const Function &F) {
  return F.hasOptNone() && F.getSubprogram();
}

LineTracker::LineTracker(const Function &F) : Active(hasExactLines(F)) {
  if (Active)
    Current = {F.getSubprogram()->getFile(), F.getSubprogram()->getScopeLine()};
}

bool LineTracker::changesAt(const Instruction &I) {
  std::optional<FileLine> Here =
      Active ? lineOf(I.getDebugLoc()) : std::nullopt;
  return Here && std::exchange(Current, *Here) != *Here;
}

/// Gives each successor of a condition a block of its own, which the table
/// lists. The many successors of a switch get none.
static void splitConditions(Function &F) {
  for (BasicBlock &Block : make_early_inc_range(F))
    if (auto *Branch = dyn_cast<BranchInst>(Block.getTerminator()))
      for (unsigned I = 0, N = Branch->getNumSuccessors(); I < N; ++I)
        // In source order: behind the code for a true condition.
        if (BasicBlock *New = SplitCriticalEdge(Branch, I); New && I == 1)
          New->moveBefore(New->getSingleSuccessor());
}

/// Copies arguments that other blocks than the entry use, such as the address
/// of a returned struct. A must-tail call needs the argument itself.
static void keepArgumentsInMemory(Function &F) {
  BasicBlock &Entry = F.getEntryBlock();
  auto IsElsewhere = [&](const Use &U) {
    const auto *I = dyn_cast<Instruction>(U.getUser());
    const auto *Call = dyn_cast_or_null<CallInst>(I);
    return I && I->getParent() != &Entry && !(Call && Call->isMustTailCall());
  };
  IRBuilder<> Builder(&Entry, entryPoint(F));
  for (Argument &A : F.args())
    if (any_of(A.uses(), IsElsewhere) && !A.hasSwiftErrorAttr())
      A.replaceUsesWithIf(Builder.CreateFreeze(&A), IsElsewhere);
}

void keepValuesInMemory(Function &F) {
  splitConditions(F);
  keepArgumentsInMemory(F);

  SmallVector<Instruction *> Values;
  for (Instruction &I : instructions(F)) {
    bool IsStatic = isa<AllocaInst>(I) && cast<AllocaInst>(I).isStaticAlloca();
    if (!IsStatic && !I.getType()->isTokenTy() &&
        (isa<PHINode>(I) || I.isUsedOutsideOfBlock(I.getParent()) ||
         // There is no place for a store in front of the edge.
         (I.isTerminator() && !I.use_empty())))
      Values.push_back(&I);
  }
  for (Instruction *I : Values)
    if (!isa<PHINode>(I)) {
      prepareForStack(*I);
      DemoteRegToStack(*I);
    }
  for (Instruction *I : Values)
    if (auto *Phi = dyn_cast<PHINode>(I))
      // There is no slot for an unused value, as of `a ? f() : g();`.
      if (AllocaInst *Slot = DemotePHIToStack(Phi))
        // The load in its place is a value, too.
        for (User *U : Slot->users())
          if (auto *Load = dyn_cast<LoadInst>(U);
              Load && Load->isUsedOutsideOfBlock(Load->getParent()))
            DemoteRegToStack(*Load);
}

void pinLines(ArrayRef<BasicBlock *> Blocks) {
  if (Blocks.empty())
    return;
  // There are many, and one attribute takes as long to add as an instruction.
  LLVMContext &Context = Blocks.front()->getContext();
  auto *Nop = InlineAsm::get(FunctionType::get(Type::getVoidTy(Context), false),
                             NopText, "", /*hasSideEffects=*/true);
  auto Attributes = AttributeList::get(Context, AttributeList::FunctionIndex,
                                       Attribute::NoUnwind);
  for (BasicBlock *Block : Blocks) {
    DebugLoc Location = firstLocation(*Block);
    if (!Location)
      continue;
    IRBuilder<> Builder(Block, Block->getFirstInsertionPt());
    Builder.SetCurrentDebugLocation(Location);
    Builder.CreateCall(Nop)->setAttributes(Attributes);
  }
}

/// Whether \p Block may use a value that only the code generator has: the
/// address of a returned struct, which is returned in a register, too; the
/// result of the call that ended the block before; the return address.
static bool hasHiddenValue(const BasicBlock &Block) {
  const Instruction *End = Block.getTerminator();
  if (isa<ReturnInst>(End) && Block.getParent()->hasStructRetAttr())
    return true;
  for (const BasicBlock *Predecessor : predecessors(&Block)) {
    const auto *Call = dyn_cast<CallBase>(Predecessor->getTerminator());
    if (Call && !Call->getType()->isVoidTy())
      return true;
  }
  return any_of(Block, [](const Instruction &I) {
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::returnaddress;
  });
}

BasicBlock *splitBehindPin(BasicBlock &Block) {
  if (!hasHiddenValue(Block) || Block.isEHPad())
    return nullptr;
  Instruction *Pin = &*Block.getFirstInsertionPt();
  BasicBlock *Rest = SplitBlock(&Block, Pin->getNextNode());
  Block.getTerminator()->setDebugLoc(Pin->getDebugLoc());
  return Rest;
}

void groupByLine(Function &F, function_ref<uint64_t(const BasicBlock &)> Rank) {
  MapVector<FileLine, SmallVector<std::pair<uint64_t, BasicBlock *>, 4>> Lines;
  for (BasicBlock &Block : drop_begin(F))
    Lines[lineOf(firstLocation(Block)).value_or(FileLine())].push_back(
        {Rank(Block), &Block});
  for (auto &[L, Blocks] : Lines) {
    stable_sort(Blocks,
                [](const auto &A, const auto &B) { return A.first > B.first; });
    for (auto [R, Block] : Blocks)
      Block->moveAfter(&F.back());
  }
}

} // namespace gmon
