//===-- LineCode.cpp - What code a line has -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules describe the code that Clang generates, at any level of
// optimization, before it is optimized.
//
//===----------------------------------------------------------------------===//

#include "lines/LineCode.h"
#include "ir/ControlFlow.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <tuple>

using namespace llvm;

namespace gmon {

/// A place in the source. Scopes do not matter: there are some with debug
/// information only.
using Place = std::tuple<const DIFile *, unsigned, unsigned>;

static Place placeOf(const DILocation *Location) {
  return Location ? Place(Location->getFile(), Location->getLine(),
                          Location->getColumn())
                  : Place();
}

static Place placeOf(const Instruction &I) { return placeOf(I.getDebugLoc()); }

/// Whether \p I stands for nothing in the source. Clang marks lifetimes only
/// where it optimizes; lines have the same counts at each level.
static bool isMark(const Instruction &I) {
  return isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd();
}

/// Whether \p I receives an exception, or passes it on.
static bool handsOnException(const Instruction &I) {
  if (isa<LandingPadInst, ResumeInst>(I))
    return true;
  if (const auto *Part = dyn_cast<ExtractValueInst>(&I))
    return isa<LandingPadInst>(Part->getAggregateOperand());
  if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    const auto *Part = dyn_cast<Instruction>(Store->getValueOperand());
    return Part && handsOnException(*Part);
  }
  return isa<ResumeInst>(I.getParent()->getTerminator()) &&
         isa<LoadInst, InsertValueInst>(I);
}

/// Whether \p I begins a handler. Clang gives it the line where the handler
/// before it ended.
static bool beginsHandler(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == "__cxa_begin_catch";
}

/// Whether \p I merges the values of operands. Its line is that of the last
/// operator: in `a || b`, `b` is executed less often than \p I.
static bool mergesOperands(const Instruction &I) {
  if (isa<PHINode>(I))
    return true;
  const auto *Cast = dyn_cast<CastInst>(&I);
  const auto *Phi = Cast ? dyn_cast<PHINode>(Cast->getOperand(0)) : nullptr;
  return Phi && Phi->getType()->isIntegerTy(1) &&
         Phi->getParent() == I.getParent();
}

/// The line of \p I, if it has one and stands for something in the source.
static std::optional<FileLine> ownLine(const Instruction &I) {
  if (isMark(I) || handsOnException(I))
    return std::nullopt;
  return lineOf(I.getDebugLoc());
}

/// The unconditional branch at the end of \p Block, or null.
static const BranchInst *jumpOf(const BasicBlock &Block) {
  const auto *Jump = dyn_cast<BranchInst>(Block.getTerminator());
  return Jump && Jump->isUnconditional() ? Jump : nullptr;
}

/// The store in front of the jump of \p Block that selects where control
/// continues behind the cleanup that the jump leads to; or null.
static const Instruction *cleanupStoreOf(const BasicBlock &Block) {
  const BranchInst *Jump = jumpOf(Block);
  const auto *Store =
      Jump ? dyn_cast_or_null<StoreInst>(Jump->getPrevNode()) : nullptr;
  return Store && isa<ConstantInt>(Store->getValueOperand()) &&
                 isa<AllocaInst>(Store->getPointerOperand()) &&
                 placeOf(*Store) == placeOf(*Jump)
             ? Store
             : nullptr;
}

static bool hasEndOnly(const BasicBlock &Block) {
  return &Block.front() == Block.getTerminator();
}

/// Whether \p Block contains only marks, and a jump or switch.
static bool hasMarksOnly(const BasicBlock &Block) {
  if (!isMark(Block.front()))
    return false;
  const auto *Way = dyn_cast<SwitchInst>(Block.getTerminator());
  return (Way || jumpOf(Block)) &&
         all_of(drop_end(Block), [&](const Instruction &I) {
           return isMark(I) || (Way && &I == Way->getCondition());
         });
}

/// Whether \p Block only forwards control, and belongs to the statement that
/// led here: the head of `while (true)` or the foot of `do ... while (0)`.
/// Clang removes such blocks unless variables are in scope whose lifetimes end.
static bool forwardsControl(const BasicBlock &Block) {
  const BranchInst *Jump = jumpOf(Block);
  return Jump && hasEndOnly(Block) &&
         any_of(predecessors(&Block), [&](const BasicBlock *Predecessor) {
           const BranchInst *Its = jumpOf(*Predecessor);
           return Its && placeOf(*Jump) == placeOf(*Its);
         });
}

namespace {

/// The places in the source where a function's loops begin and end.
struct LoopPlaces {
  DenseSet<Place> Begins, Ends;
  DenseSet<std::pair<Place, Place>> Loops;
};

} // namespace

/// The loops of \p F, by the metadata of their back edges.
static LoopPlaces findLoops(const Function &F) {
  LoopPlaces Result;
  for (const BasicBlock &Block : F) {
    const MDNode *ID = Block.getTerminator()->getMetadata(LLVMContext::MD_loop);
    if (!ID || ID->getNumOperands() < 3)
      continue;
    const auto *Begin = dyn_cast_or_null<DILocation>(ID->getOperand(1));
    const auto *End = dyn_cast_or_null<DILocation>(ID->getOperand(2));
    if (!Begin || !End)
      continue;
    Result.Begins.insert(placeOf(Begin));
    Result.Ends.insert(placeOf(End));
    Result.Loops.insert({placeOf(Begin), placeOf(End)});
  }
  return Result;
}

/// Whether \p Block only leads on from the end of one of \p Loops. If the loop
/// is the body of another loop, Clang gives the jump the line where the loop
/// ends.
static bool endsLoop(const BasicBlock &Block, const LoopPlaces &Loops) {
  const BranchInst *Jump = jumpOf(Block);
  if (!Jump || !hasEndOnly(Block) || !Loops.Ends.contains(placeOf(*Jump)))
    return false;
  return any_of(predecessors(&Block), [&](const BasicBlock *Predecessor) {
    const auto *Condition = dyn_cast<BranchInst>(Predecessor->getTerminator());
    return Condition && Condition->isConditional() &&
           Condition->getSuccessor(1) == &Block &&
           (Condition->hasMetadata(LLVMContext::MD_loop) ||
            Loops.Loops.contains({placeOf(*Condition), placeOf(*Jump)}));
  });
}

/// Whether \p Block, to which the false condition of a loop leads, only stores
/// where control continues behind the cleanups of the loop. There is no such
/// block if Clang does not optimize, or the loop has no variables.
static bool leadsToCleanup(const BasicBlock &Block) {
  const BranchInst *Jump = jumpOf(Block);
  const auto *Store = dyn_cast<StoreInst>(&Block.front());
  if (!Jump || !Store || Store->getNextNode() != Jump || Store->getDebugLoc() ||
      !isa<ConstantInt>(Store->getValueOperand()) ||
      !isa<AllocaInst>(Store->getPointerOperand()))
    return false;
  const BasicBlock *Predecessor = Block.getSinglePredecessor();
  return Predecessor && isa<BranchInst>(Predecessor->getTerminator()) &&
         placeOf(*Predecessor->getTerminator()) == placeOf(*Jump);
}

/// Whether \p Block is nothing but a label of a switch, in front of the next
/// one.
static bool isLabelOnly(const BasicBlock &Block) {
  return jumpOf(Block) && hasEndOnly(Block) &&
         Block.getSingleSuccessor() == Block.getNextNode() &&
         any_of(predecessors(&Block), [](const BasicBlock *Predecessor) {
           return isa<SwitchInst>(Predecessor->getTerminator());
         });
}

/// The code of \p Block without its terminator and its cleanup store.
static auto bodyOf(const BasicBlock &Block) {
  const Instruction *End = cleanupStoreOf(Block);
  return make_range(Block.begin(),
                    (End ? End : Block.getTerminator())->getIterator());
}

static bool hasCodeOf(const BasicBlock &Block, const FileLine &Line) {
  return any_of(bodyOf(Block),
                [&](const Instruction &I) { return ownLine(I) == Line; });
}

/// Whether the branch at the end of \p Block ends code of other lines than its
/// own. Clang puts it where that code ends in the source: at `&&` behind the
/// first condition, at the brace of `} else if`.
static bool endsOtherLines(const BasicBlock &Block) {
  const auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
  std::optional<FileLine> Own = Branch ? ownLine(*Branch) : std::nullopt;
  if (!Own || hasCodeOf(Block, *Own))
    return false;
  return any_of(bodyOf(Block),
                [](const Instruction &I) { return ownLine(I).has_value(); }) ||
         none_of(predecessors(&Block), [&](const BasicBlock *Predecessor) {
           return ownLine(*Predecessor->getTerminator()) == Own ||
                  hasCodeOf(*Predecessor, *Own);
         });
}

/// Whether \p Block receives an exception and only passes it on.
static bool handsOnOnly(const BasicBlock &Block) {
  return Block.isEHPad() && jumpOf(Block) &&
         none_of(bodyOf(Block),
                 [](const Instruction &I) { return ownLine(I).has_value(); });
}

using BlockSet = SmallSetVector<const BasicBlock *, 16>;

/// The blocks of \p F that control reaches from its entry without those of
/// \p Behind, nearest first, up to the first one for which \p IsLast holds.
static BlockSet blocksFromEntry(const Function &F, const BlockSet &Behind,
                                function_ref<bool(const BasicBlock &)> IsLast) {
  BlockSet Result;
  Result.insert(&F.getEntryBlock());
  for (size_t I = 0; I < Result.size(); ++I) {
    if (IsLast(*Result[I]))
      return BlockSet(Result.begin(), Result.begin() + I + 1);
    for (const BasicBlock *Successor : successors(Result[I]))
      if (!Behind.contains(Successor))
        Result.insert(Successor);
  }
  return Result;
}

/// Adds to \p Foreign the copies of parameters that \p F, a coroutine that is
/// still to be split, makes before its body. Clang gives them the line of the
/// first statement that concerns coroutines.
static void
addCopiesOfParameters(const Function &F,
                      SmallPtrSetImpl<const Instruction *> &Foreign) {
  // The body is farther away than the suspension in front of it.
  const BasicBlock *Suspension = blocksFromEntry(F, {}, suspensionOf).back();
  if (!suspensionOf(*Suspension))
    return;
  BlockSet Behind(succ_begin(Suspension), succ_end(Suspension));
  Place Function = placeOf(*suspensionOf(*Suspension));
  for (const BasicBlock *Block :
       blocksFromEntry(F, Behind, [](const BasicBlock &) { return false; }))
    for (const Instruction &I : *Block)
      if (placeOf(I) != Function)
        Foreign.insert(&I);
}

/// Whether the jump at the end of \p Block goes to the body of one of \p Loops
/// that has no condition: no other code of the line shows that control reached
/// it.
static bool entersBody(const BasicBlock &Block, const LoopPlaces &Loops) {
  const BranchInst *Jump = jumpOf(Block);
  if (!Jump || !Loops.Begins.contains(placeOf(*Jump)))
    return false;
  const BasicBlock &Head = *Jump->getSuccessor(0);
  std::optional<FileLine> Line = ownLine(*Jump);
  return !hasCodeOf(Head, *Line) && ownLine(*Head.getTerminator()) != Line;
}

LineCode::LineCode(const Function &F) {
  if (F.isPresplitCoroutine())
    addCopiesOfParameters(F, Foreign);
  auto IgnoreEnd = [&](const BasicBlock &Block) {
    Foreign.insert(Block.getTerminator());
    if (const Instruction *Store = cleanupStoreOf(Block))
      Foreign.insert(Store);
  };
  LoopPlaces Loops = findLoops(F);
  SmallVector<const BasicBlock *> Ends;
  DenseSet<FileLine> Lines;
  DenseSet<Place> Places;
  for (const Instruction &I : instructions(F))
    if (mergesOperands(I) || beginsHandler(I))
      Foreign.insert(&I);
  for (const BasicBlock &Block : F) {
    if (hasMarksOnly(Block)) {
      for (const Instruction &I : Block)
        Foreign.insert(&I);
      continue;
    }
    const BranchInst *Jump = jumpOf(Block);
    // Clang gives the jump behind a mere label the line of an earlier `break`.
    bool IsNew = !Jump || Places.insert(placeOf(*Jump)).second;
    if (forwardsControl(Block) || (!IsNew && isLabelOnly(Block)) ||
        handsOnOnly(Block) || leadsToCleanup(Block) || endsLoop(Block, Loops))
      IgnoreEnd(Block);
    else if (endsOtherLines(Block))
      Ends.push_back(&Block);
    else if (std::optional<FileLine> Line = ownLine(*Block.getTerminator()))
      Lines.insert(*Line);
    for (const Instruction &I : bodyOf(Block))
      if (std::optional<FileLine> Line = ownLine(I))
        Lines.insert(*Line);
  }
  // Other code of the line, if there is any, is executed as often as the line.
  for (const BasicBlock *Block : Ends)
    if (Lines.contains(*ownLine(*Block->getTerminator())) &&
        !entersBody(*Block, Loops))
      IgnoreEnd(*Block);
}

std::optional<FileLine> LineCode::lineOf(const Instruction &I) const {
  return Foreign.contains(&I) ? std::nullopt : ownLine(I);
}

void LineCode::moveToCode(Function &F) const {
  // Inlining needs a location for each call.
  DebugLoc None = DILocation::get(F.getContext(), 0, 0, F.getSubprogram());
  for (BasicBlock &Block : F) {
    DebugLoc Last = None;
    for (Instruction &I : Block)
      if (Foreign.contains(&I) || handsOnException(I))
        I.setDebugLoc(Last);
      else if (ownLine(I))
        Last = I.getDebugLoc();
  }
}

} // namespace gmon
