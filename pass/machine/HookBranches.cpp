//===-- HookBranches.cpp - Where hooks branch -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind the branch are the hook's last increment and its call. The paths meet
// behind them: see HookPaths.cpp.
//
//===----------------------------------------------------------------------===//

#include "machine/HookBranches.h"
#include "machine/MachineFlow.h"
#include "target/MachineNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
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
  auto Add = [&](const MachineBasicBlock &Block) {
    for (const MachineBasicBlock *Next : Block.successors())
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
static void findSaved(const MachineBasicBlock &Block, HookBranch &Branch) {
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
    MachineBasicBlock::const_reverse_iterator It(Restore);
    for (const MachineInstr &I : make_range(std::next(It), Block.rend())) {
      if (!I.modifiesRegister(Copy, &Registers))
        continue;
      if (I.getOpcode() == Restore.getOpcode() &&
          I.getOperand(0).getReg() == Copy && I.getOperand(1).getReg() == Saved)
        Branch.Saved.push_back({&I, &Restore, Saved});
      break;
    }
  }
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
  return std::nullopt;
}

SmallVector<HookBranch, 1> findHookBranches(const MachineFunction &F) {
  SmallVector<HookBranch, 1> Result;
  SmallPtrSet<const MachineBasicBlock *, 8> Seen;
  for (const MachineBasicBlock &Block : F)
    for (const MachineInstr &I : Block)
      if (I.isCall() && !I.isReturn() && callsRuntime(I))
        if (std::optional<HookBranch> Found = findBranch(I);
            Found && Seen.insert(Found->Head).second &&
            all_of(Found->Region, [&](const MachineBasicBlock *Block) {
              return Seen.insert(Block).second;
            }))
          Result.push_back(std::move(*Found));
  return Result;
}

} // namespace gmon
