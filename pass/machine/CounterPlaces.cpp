//===-- CounterPlaces.cpp - Where counters may stand ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The flags live from an instruction that sets them to one that reads them,
// also through blocks that do neither.
//
//===----------------------------------------------------------------------===//

#include "machine/CounterPlaces.h"
#include "machine/BlockMarks.h"
#include "target/MachineNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace gmon {

CounterPlaces::CounterPlaces(MachineFunction &F, const MachineFlow &Flow,
                             const BitVector &Wanted)
    : F(F), Flow(Flow), LiveIn(F.getNumBlockIDs()),
      BeforeHook(Flow.Pieces.size()), Places(Flow.Pieces.size()) {
  static const MCRegister Found =
      findRegister(*F.getSubtarget().getRegisterInfo(), "EFLAGS");
  StatusFlags = Found;
  findLiveBlocks();
  BitVector Hooks(Flow.Pieces.size());
  for (unsigned I = 0, E = Flow.Pieces.size(); I != E; ++I)
    if (any_of(make_range(Flow.Pieces[I].Begin, Flow.endOf(I)),
               [](const MachineInstr &I) {
                 return I.isCall() && callsRuntime(I);
               }))
      Hooks.set(I);
  findPiecesBeforeHook(std::move(Hooks));
  for (unsigned First = 0, E = Flow.Pieces.size(); First != E;) {
    unsigned End = First + 1;
    bool IsWanted = Wanted.test(First);
    for (; End != E && Flow.Pieces[End].Block == Flow.Pieces[First].Block;
         ++End)
      IsWanted |= Wanted.test(End);
    if (IsWanted)
      findPlaces(First, End);
    First = End;
  }
}

bool CounterPlaces::mayStandBefore(unsigned Number) const {
  return !BeforeHook.test(Number) &&
         !LiveIn.test(Flow.Pieces[Number].Block->getNumber());
}

bool CounterPlaces::isLiveAfter(const MachineBasicBlock &Block) const {
  return any_of(Block.successors(), [&](const MachineBasicBlock *Next) {
    return LiveIn.test(Next->getNumber());
  });
}

void CounterPlaces::findLiveBlocks() {
  const TargetRegisterInfo &Registers = *F.getSubtarget().getRegisterInfo();
  BitVector IsTransparent(F.getNumBlockIDs());
  SmallVector<const MachineBasicBlock *> Open;
  for (const MachineBasicBlock &Block : F) {
    auto First = find_if(Block, [&](const MachineInstr &I) {
      return I.readsRegister(StatusFlags, &Registers) ||
             I.modifiesRegister(StatusFlags, &Registers);
    });
    if (First == Block.end())
      IsTransparent.set(Block.getNumber());
    else if (First->readsRegister(StatusFlags, &Registers)) {
      LiveIn.set(Block.getNumber());
      Open.push_back(&Block);
    }
  }
  while (!Open.empty())
    for (const MachineBasicBlock *Before : Open.pop_back_val()->predecessors())
      if (IsTransparent.test(Before->getNumber()) &&
          !LiveIn.test(Before->getNumber())) {
        LiveIn.set(Before->getNumber());
        Open.push_back(Before);
      }
}

/// Finds the pieces from which control may come to the runtime's calls, of
/// which \p Hooks has the pieces: a hook is executed once.
void CounterPlaces::findPiecesBeforeHook(BitVector Hooks) {
  if (Hooks.none())
    return;
  SmallVector<SmallVector<unsigned, 2>> Before(Flow.Pieces.size());
  for (auto [Number, Piece] : enumerate(Flow.Pieces))
    for (unsigned Successor : Piece.Successors)
      Before[Successor].push_back(Number);
  SmallVector<unsigned> Open(Hooks.set_bits());
  BeforeHook = std::move(Hooks);
  while (!Open.empty())
    for (unsigned Number : Before[Open.pop_back_val()])
      if (!BeforeHook.test(Number)) {
        BeforeHook.set(Number);
        Open.push_back(Number);
      }
}

/// Finds places in the pieces of a block, from \p First to \p End.
void CounterPlaces::findPlaces(unsigned First, unsigned End) {
  const TargetRegisterInfo &Registers = *F.getSubtarget().getRegisterInfo();
  MachineBasicBlock &Block = *Flow.Pieces[First].Block;
  // Whether the flags live in front of an instruction; the last one first.
  SmallVector<bool> Lives = {isLiveAfter(Block)};
  for (const MachineInstr &I : reverse(Block)) {
    bool LivesBehind = Lives.back();
    Lives.push_back(
        I.readsRegister(StatusFlags, &Registers) ||
        (LivesBehind && !I.modifiesRegister(StatusFlags, &Registers)));
  }
  auto It = Block.begin();
  for (unsigned Number = First; Number != End; ++Number) {
    if (Flow.Pieces[Number].IsPadding)
      continue;
    std::optional<MachineBasicBlock::iterator> &Place = Places[Number];
    bool IsLast = Flow.isLastInBlock(Number);
    bool HasEnded = false, HasHook = false;
    for (auto Until = Flow.endOf(Number); It != Until; ++It) {
      bool IsFree = !Lives.pop_back_val();
      if (isNoCode(*It))
        continue;
      if (IsFree && !HasEnded && !Place)
        Place = It;
      if (It->isCall() && callsRuntime(*It)) {
        Place.reset();
        HasHook = true;
      } else {
        HasEnded |= It->isCall() || It->isTerminator();
      }
    }
    if (!Place && IsLast && !HasEnded && !Lives.back())
      Place = Block.end();
    if (BeforeHook.test(Number) && !HasHook)
      Place.reset();
  }
}

} // namespace gmon
