//===-- HookBranches.cpp - Where hooks branch -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind the branch are the hook's last increment and its call. The paths meet
// behind them, unless the code generator copied the code where they would.
//
//===----------------------------------------------------------------------===//

#include "machine/HookBranches.h"
#include "machine/BlockMarks.h"
#include "machine/MachineFlow.h"
#include "target/MachineNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace gmon {

/// The blocks from the successors of \p Head to \p End, if control comes to all
/// of them from \p Head only and goes on to \p End; else none.
static SmallVector<const MachineBasicBlock *, 4>
findRegion(const MachineBasicBlock &Head, const MachineBasicBlock &End) {
  constexpr unsigned MostBlocks = 6;
  SmallVector<const MachineBasicBlock *, 4> Region;
  auto Add = [&](const MachineBasicBlock &From) {
    for (const MachineBasicBlock *Next : From.successors())
      if (Next != &End && !is_contained(Region, Next))
        Region.push_back(Next);
  };
  Add(Head);
  for (unsigned I = 0; I != Region.size(); ++I) {
    const MachineBasicBlock &Block = *Region[I];
    if (&Block == &Head || Block.succ_empty() || Block.isEHPad() ||
        Block.isMachineBlockAddressTaken() || Region.size() > MostBlocks)
      return {};
    Add(Block);
  }
  for (const MachineBasicBlock *Block : Region)
    for (const MachineBasicBlock *Previous : Block->predecessors())
      if (Previous != &Head && !is_contained(Region, Previous))
        return {};
  return Region;
}

/// Finds the copies in \p Block that save and restore a register.
static void findSaved(const MachineBasicBlock &Block, HookBranch &To) {
  const TargetSubtargetInfo &Target = Block.getParent()->getSubtarget();
  const TargetRegisterInfo &Registers = *Target.getRegisterInfo();
  static const unsigned Copies[] = {
      findInstruction(*Target.getInstrInfo(), "MOV64rr"),
      findInstruction(*Target.getInstrInfo(), "MOV32rr")};
  for (const MachineInstr &Restore : Block) {
    if (!is_contained(Copies, Restore.getOpcode()))
      continue;
    Register Saved = Restore.getOperand(0).getReg();
    Register Copy = Restore.getOperand(1).getReg();
    if (Registers.regsOverlap(Saved, Copy))
      continue;
    MachineBasicBlock::const_reverse_iterator At(Restore);
    for (const MachineInstr &I : make_range(std::next(At), Block.rend())) {
      if (!I.modifiesRegister(Copy, &Registers))
        continue;
      if (I.getOpcode() == Restore.getOpcode() &&
          I.getOperand(0).getReg() == Copy && I.getOperand(1).getReg() == Saved)
        To.Saved.push_back({&I, &Restore, Saved});
      break;
    }
  }
}

namespace {

/// The end of a path: the last instruction is a return or a conditional branch.
struct PathEnd {
  const MachineInstr *Last;
  /// Where a branch leads to, past counters.
  const MachineBasicBlock *Taken = nullptr, *Next = nullptr;
};

} // namespace

/// Where control comes from \p Block, past blocks that only count.
static const MachineBasicBlock *skipCounters(const MachineBasicBlock *Block) {
  for (unsigned Left = 3; Left && Block->succ_size() == 1; --Left) {
    if (!all_of(*Block, [](const MachineInstr &I) {
          return isNoCode(I) || accessesOwnMemory(I) ||
                 I.isUnconditionalBranch();
        }))
      break;
    Block = *Block->succ_begin();
  }
  return Block;
}

/// How \p Block ends, if that can be compared.
static std::optional<PathEnd> endOf(const MachineBasicBlock &Block) {
  SmallVector<const MachineInstr *, 2> Ends;
  for (const MachineInstr &I : Block)
    if (I.isTerminator())
      Ends.push_back(&I);
  if (Ends.size() == 1 && Ends[0]->isReturn())
    return PathEnd{Ends[0]};
  if (Ends.empty() || Ends.size() > 2 || Block.succ_size() != 2 ||
      !Ends[0]->isConditionalBranch() || !Ends[0]->getOperand(0).isMBB() ||
      (Ends.size() == 2 &&
       (!Ends[1]->isUnconditionalBranch() || !Ends[1]->getOperand(0).isMBB())))
    return std::nullopt;
  const MachineBasicBlock *Next =
      Ends.size() == 2 ? Ends[1]->getOperand(0).getMBB() : Block.getNextNode();
  return PathEnd{Ends[0], skipCounters(Ends[0]->getOperand(0).getMBB()),
                 skipCounters(Next)};
}

/// Whether \p A and \p B do the same.
static bool areEqual(const PathEnd &A, const PathEnd &B) {
  if (!A.Taken || !B.Taken)
    return !A.Taken && !B.Taken && A.Last->isIdenticalTo(*B.Last);
  if (A.Last->getOpcode() != B.Last->getOpcode() ||
      A.Last->getNumExplicitOperands() != 2 || !A.Last->getOperand(1).isImm())
    return false;
  // The lowest bit of a condition inverts it.
  int64_t Change =
      A.Last->getOperand(1).getImm() ^ B.Last->getOperand(1).getImm();
  return (Change == 0 && A.Taken == B.Taken && A.Next == B.Next) ||
         (Change == 1 && A.Taken == B.Next && A.Next == B.Taken);
}

/// The instructions of \p Blocks that are neither counters nor terminators; the
/// last one first.
static SmallVector<const MachineInstr *>
codeOf(ArrayRef<const MachineBasicBlock *> Blocks) {
  SmallVector<const MachineInstr *> Result;
  for (const MachineBasicBlock *Block : reverse(Blocks))
    for (const MachineInstr &I : reverse(*Block))
      if (!isNoCode(I) && !I.isTerminator() && !accessesOwnMemory(I))
        Result.push_back(&I);
  return Result;
}

/// The branch in front of \p Slow, the block of a hook's call, if its two paths
/// do not meet because the program's next instructions were copied into \p
/// Slow.
static std::optional<HookBranch> findCopied(const MachineBasicBlock &Slow) {
  if (Slow.pred_size() != 1 || (*Slow.pred_begin())->succ_size() != 2)
    return std::nullopt;
  HookBranch Result;
  Result.Head = *Slow.pred_begin();
  const MachineBasicBlock *Fast = *Result.Head->succ_begin();
  if (Fast == &Slow)
    Fast = *std::next(Result.Head->succ_begin());
  const MachineBasicBlock *Previous = Result.Head;
  for (unsigned Left = 3; Left; --Left) {
    if (Fast == Result.Head || Fast == &Slow || Fast->pred_size() != 1 ||
        *Fast->pred_begin() != Previous || Fast->isEHPad() ||
        Fast->isMachineBlockAddressTaken())
      return std::nullopt;
    Result.Region.push_back(Fast);
    if (Fast->succ_size() != 1)
      break;
    Previous = Fast;
    Fast = *Fast->succ_begin();
  }
  std::optional<PathEnd> FastEnd = endOf(*Result.Region.back());
  std::optional<PathEnd> SlowEnd = endOf(Slow);
  if (!FastEnd || !SlowEnd || !areEqual(*FastEnd, *SlowEnd))
    return std::nullopt;
  for (const PathEnd &End : {*FastEnd, *SlowEnd})
    Result.Common.insert(End.Last);
  for (auto [A, B] : zip(codeOf(Result.Region), codeOf(&Slow))) {
    if (!A->isIdenticalTo(*B) || A->isCall())
      break;
    Result.Common.insert(A);
    Result.Common.insert(B);
  }
  Result.Region.push_back(&Slow);
  findSaved(Slow, Result);
  return Result;
}

/// The branch in front of \p Call, the runtime's call of a hook.
static std::optional<HookBranch> findBranch(const MachineInstr &Call) {
  const MachineBasicBlock *Head = Call.getParent();
  HookBranch Result;
  for (unsigned Left = 3; Left && Head->pred_size() == 1; --Left) {
    Head = *Head->pred_begin();
    if (Head->succ_size() != 2)
      continue;
    SmallVector<const MachineBasicBlock *> Ends(Head->successors());
    for (unsigned I = 0; I != Ends.size() && I != 6; ++I) {
      Result.Head = Head;
      Result.Region = findRegion(*Head, *Ends[I]);
      if (is_contained(Result.Region, Call.getParent())) {
        for (const MachineBasicBlock *Block : Result.Region)
          findSaved(*Block, Result);
        return Result;
      }
      append_range(Ends, Ends[I]->successors());
    }
  }
  return findCopied(*Call.getParent());
}

SmallVector<HookBranch, 1> findHookBranches(const MachineFunction &F) {
  SmallVector<HookBranch, 1> Result;
  SmallPtrSet<const MachineBasicBlock *, 8> Seen;
  for (const MachineBasicBlock &Block : F)
    for (const MachineInstr &I : Block)
      if (I.isCall() && !I.isReturn() && callsRuntime(I))
        if (std::optional<HookBranch> Found = findBranch(I);
            Found && Seen.insert(Found->Head).second &&
            all_of(Found->Region, [&](const MachineBasicBlock *Each) {
              return Seen.insert(Each).second;
            }))
          Result.push_back(std::move(*Found));
  return Result;
}

} // namespace gmon
