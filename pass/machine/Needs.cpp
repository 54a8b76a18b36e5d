//===-- Needs.cpp - Which machine code a function needs -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers live from an instruction that defines them to a needed one that
// uses them. At first nothing is needed but effects; blocks are visited,
// backward, until nothing more is.
//
//===----------------------------------------------------------------------===//

#include "machine/Needs.h"
#include "machine/BlockMarks.h"
#include "machine/MachineFlow.h"
#include "target/MachineNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/MC/MCSymbol.h"

using namespace llvm;

namespace gmon {

/// Whether \p Pointer points to data of the profiler: it is the address of such
/// data, perhaps of a thread's copy, plus something.
static bool isOwnPointer(const Value *Pointer) {
  while (Pointer) {
    Pointer = getUnderlyingObject(Pointer);
    if (const auto *Data = dyn_cast<GlobalVariable>(Pointer))
      return Data->getName().starts_with("__gmon_");
    // What keeps the address of a record in a register.
    const auto *Call = dyn_cast<CallInst>(Pointer);
    const auto *Asm =
        Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
    if (!Asm || !Asm->getAsmString().empty() || Call->arg_size() != 1)
      return false;
    Pointer = Call->getArgOperand(0);
  }
  return false;
}

bool accessesOwnMemory(const MachineInstr &I) {
  if (!I.mayLoadOrStore())
    return false;
  if (!I.memoperands_empty())
    return all_of(I.memoperands(), [](const MachineMemOperand *Memory) {
      return Memory->getValue() && isOwnPointer(Memory->getValue());
    });
  // The increments that the profiler's passes insert.
  static const unsigned Increment =
      findInstruction(*I.getMF()->getSubtarget().getInstrInfo(), "INC64m");
  if (I.getOpcode() != Increment)
    return false;
  const MachineOperand &Place = I.getOperand(3);
  if (Place.isGlobal())
    return isOwnPointer(Place.getGlobal());
  return Place.isMCSymbol() &&
         Place.getMCSymbol()->getName().starts_with(".Lgmon_");
}

Needs::Needs(const MachineFunction &F)
    : F(F), Registers(*F.getSubtarget().getRegisterInfo()),
      IsProgramOnly(false) {
  run();
}

Needs::Needs(const MachineFunction &F, ArrayRef<HookBranch> Branches)
    : F(F), Registers(*F.getSubtarget().getRegisterInfo()), IsProgramOnly(true),
      Branches(Branches), NeededBranches(Branches.size()) {
  for (auto [Index, Branch] : enumerate(Branches)) {
    HeadOf[Branch.Head] = Index;
    for (const MachineBasicBlock *Block : Branch.Region)
      RegionOf[Block] = Index;
  }
  run();
}

void Needs::open(const MachineBasicBlock &Block) {
  if (IsOpen.test(Block.getNumber()))
    return;
  IsOpen.set(Block.getNumber());
  Open.push_back(&Block);
}

void Needs::run() {
  LiveIn.assign(F.getNumBlockIDs(), BitVector(Registers.getNumRegUnits()));
  IsOpen.resize(F.getNumBlockIDs());
  Live.init(Registers);
  for (const MachineBasicBlock &Block : F)
    open(Block);
  while (!Open.empty()) {
    const MachineBasicBlock &Block = *Open.pop_back_val();
    IsOpen.reset(Block.getNumber());
    visit(Block);
  }
}

void Needs::visit(const MachineBasicBlock &Block) {
  Live.clear();
  Restored.clear();
  BitVector AtCalls(Registers.getNumRegUnits());
  for (const MachineBasicBlock *Next : Block.successors()) {
    Live.addUnits(LiveIn[Next->getNumber()]);
    if (Next->isEHPad())
      AtCalls |= LiveIn[Next->getNumber()];
  }
  for (const MachineInstr &I : reverse(Block)) {
    if (I.isCall())
      Live.addUnits(AtCalls);
    visit(I);
  }
  BitVector &Known = LiveIn[Block.getNumber()];
  if (!Live.getBitVector().test(Known))
    return;
  Known |= Live.getBitVector();
  for (const MachineBasicBlock *Previous : Block.predecessors())
    open(*Previous);
}

/// Whether \p I copies a register back that is where it was if the program's
/// code alone is executed.
bool Needs::restores(const MachineInstr &I) {
  auto Found = RegionOf.find(I.getParent());
  if (Found == RegionOf.end() || NeededBranches.test(Found->second))
    return false;
  for (const SavedRegister &Saved : Branches[Found->second].Saved) {
    if (Saved.Restore != &I)
      continue;
    if (!Live.available(Saved.Register)) {
      Restored.insert(&Saved);
      Live.removeReg(Saved.Register);
    }
    return true;
  }
  return false;
}

void Needs::visit(const MachineInstr &I) {
  if (I.isDebugInstr() || restores(I))
    return;
  if (isNeeded(I)) {
    if (Needed.insert(&I).second)
      needRegion(I);
    Live.stepBackward(I);
  }
  for (const SavedRegister *Saved : Restored)
    if (Saved->Save == &I)
      Live.addReg(Saved->Register);
}

bool Needs::isNeeded(const MachineInstr &I) const {
  // The runtime preserves all registers that are in use.
  if (IsProgramOnly && I.isCall() && !I.isReturn() && callsRuntime(I))
    return false;
  return hasEffect(I) ||
         any_of(I.all_defs(), [&](const MachineOperand &Definition) {
           return Definition.getReg() && !Live.available(Definition.getReg());
         });
}

bool Needs::hasEffect(const MachineInstr &I) const {
  if (isNoCode(I))
    return false;
  if (I.isConditionalBranch()) {
    auto Found = HeadOf.find(I.getParent());
    return Found == HeadOf.end() || NeededBranches.test(Found->second);
  }
  // It has no operands but its target.
  if (I.isUnconditionalBranch())
    return false;
  const MachineRegisterInfo &Info = F.getRegInfo();
  if (I.isCall() || I.isTerminator() || I.hasUnmodeledSideEffects() ||
      I.getFlag(MachineInstr::FrameSetup) ||
      I.getFlag(MachineInstr::FrameDestroy) ||
      any_of(I.all_defs(), [&](const MachineOperand &Definition) {
        return Definition.getReg() && Info.isReserved(Definition.getReg());
      }))
    return true;
  if (IsProgramOnly && accessesOwnMemory(I))
    return false;
  return I.mayStore() || (I.mayLoad() && I.hasOrderedMemoryRef());
}

/// Notes that \p I is needed.
void Needs::needRegion(const MachineInstr &I) {
  auto Found = RegionOf.find(I.getParent());
  if (Found == RegionOf.end() || NeededBranches.test(Found->second))
    return;
  NeededBranches.set(Found->second);
  open(*Branches[Found->second].Head);
  for (const MachineBasicBlock *Block : Branches[Found->second].Region)
    open(*Block);
}

} // namespace gmon
