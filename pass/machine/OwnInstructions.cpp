//===-- OwnInstructions.cpp - The profiler's machine code -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction is the profiler's if it would be dead code without the
// profiler's effects, and is not with them.
//
//===----------------------------------------------------------------------===//

#include "machine/OwnInstructions.h"
#include "machine/BlockMarks.h"
#include "machine/HookBranches.h"
#include "machine/MachineFlow.h"
#include "machine/Needs.h"
#include "target/MachineAssembly.h"
#include "target/MachineNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace gmon {

bool isRecognizedAsOwn(const MachineInstr &I) {
  if (I.isCall())
    return callsRuntime(I);
  // What only computes an address, such as lea, has none for a reader.
  return I.mayLoadOrStore() &&
         any_of(I.operands(), [](const MachineOperand &Operand) {
           if (Operand.isMCSymbol())
             return Operand.getMCSymbol()->getName().starts_with(".Lgmon_");
           return Operand.isGlobal() && !Operand.getGlobal()->isThreadLocal() &&
                  Operand.getGlobal()->getName().starts_with("__gmon_");
         });
}

/// Whether all code of the profiler in \p F is counters in memory, which a
/// reader recognizes and which use and define no registers.
static bool hasPlainCountersOnly(const MachineFunction &F) {
  static const unsigned Increment =
      findInstruction(*F.getSubtarget().getInstrInfo(), "INC64m");
  for (const MachineBasicBlock &Block : F)
    for (const MachineInstr &I : Block) {
      if (I.isCall() && callsRuntime(I))
        return false;
      if (accessesOwnMemory(I) &&
          (I.getOpcode() != Increment || !isRecognizedAsOwn(I)))
        return false;
    }
  return true;
}

/// Whether \p I moves the stack pointer by a word in the prologue or epilogue.
static bool isAlignment(const MachineInstr &I) {
  static const unsigned Moves[] = {
      findInstruction(*I.getMF()->getSubtarget().getInstrInfo(), "PUSH64r"),
      findInstruction(*I.getMF()->getSubtarget().getInstrInfo(), "POP64r")};
  return is_contained(Moves, I.getOpcode()) &&
         (I.getFlag(MachineInstr::FrameSetup) ||
          I.getFlag(MachineInstr::FrameDestroy));
}

/// Whether the frame of \p F is an empty word, which aligns the stack for the
/// call in a hook: nothing else calls or has a place in the frame.
static bool alignsForHookOnly(const MachineFunction &F) {
  const MachineFrameInfo &Frame = F.getFrameInfo();
  if (Frame.getStackSize() != 8 || !Frame.getCalleeSavedInfo().empty() ||
      Frame.hasVarSizedObjects() || Frame.isFrameAddressTaken() ||
      F.getSubtarget().getFrameLowering()->hasFP(F))
    return false;
  for (int I = 0, E = Frame.getObjectIndexEnd(); I != E; ++I)
    if (!Frame.isDeadObjectIndex(I))
      return false;
  for (const MachineBasicBlock &Block : F)
    for (const MachineInstr &I : Block)
      if ((I.isCall() && !I.isReturn() && !callsRuntime(I)) ||
          (I.isInlineAsm() && !isNoCode(I) &&
           *I.getOperand(InlineAsm::MIOp_AsmString).getSymbolName()))
        return false;
  return true;
}

DenseSet<const MachineInstr *> findOwnInstructions(const MachineFunction &F) {
  DenseSet<const MachineInstr *> Result;
  // What returns twice, and assembly that jumps, has edges that no block has.
  if (!F.getTarget().getTargetTriple().isX86() || F.exposesReturnsTwice() ||
      any_of(F, [](const MachineBasicBlock &Block) {
        return Block.isInlineAsmBrIndirectTarget();
      }))
    return Result;
  if (F.getFunction().hasOptNone())
    for (const MachineBasicBlock &Block : F)
      for (const MachineInstr &I : Block)
        if (I.getFlag(OwnNopFlag))
          Result.insert(&I);
  if (hasPlainCountersOnly(F))
    return Result;
  const SmallVector<HookBranch, 1> Branches = findHookBranches(F);
  const Needs All(F), Programs(F, Branches);
  for (const MachineBasicBlock &Block : F)
    for (const MachineInstr &I : Block)
      if (All.contains(I) && !Programs.contains(I) && !I.isInlineAsm() &&
          !isNoCode(I) && !isRecognizedAsOwn(I))
        Result.insert(&I);
  for (auto [Index, Branch] : enumerate(Branches))
    if (!Programs.containsBranch(Index))
      for (const MachineBasicBlock *Block : Branch.Region)
        for (const MachineInstr &I : *Block)
          if (I.isUnconditionalBranch())
            Result.insert(&I);
  if (alignsForHookOnly(F))
    for (const MachineBasicBlock &Block : F)
      for (const MachineInstr &I : Block)
        if (isAlignment(I))
          Result.insert(&I);
  return Result;
}

} // namespace gmon
