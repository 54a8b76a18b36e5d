//===-- LateCounters.cpp - Counters behind the code generator -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LateCounters.h. Metadata of the function has its descriptor.
//
//===----------------------------------------------------------------------===//

#include "target/LateCounters.h"
#include "ir/SymbolNames.h"
#include "target/MachineNames.h"

#include "gmon/abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LivePhysRegs.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Comdat.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace gmon {

static const char *metadataOf(LateCounters Kind) {
  switch (Kind) {
  case LateCounters::OutgoingCalls:
    return "gmon.outgoing";
  case LateCounters::CallsOfHooked:
    return "gmon.calls";
  case LateCounters::Flow:
    return "gmon.flow";
  }
  llvm_unreachable("no kind of counters");
}

void setDescriptorFor(Function &F, LateCounters Kind,
                      GlobalVariable *Descriptor) {
  F.setMetadata(metadataOf(Kind),
                MDNode::get(F.getContext(), ValueAsMetadata::get(Descriptor)));
}

GlobalVariable *descriptorFor(const Function &F, LateCounters Kind) {
  const MDNode *Node = F.getMetadata(metadataOf(Kind));
  return Node
             ? mdconst::dyn_extract_or_null<GlobalVariable>(Node->getOperand(0))
             : nullptr;
}

std::string pushCounters(const Function &F) {
  // A group in any case: if the section were first seen without one, LLVM would
  // print those of source counters as no assembler reads them.
  const Comdat *Group = F.getComdat();
  return ".pushsection " GMON_DATA_SECTION ",\"awG\",%progbits," +
         (Group ? quoteName(*Group, AsmKind::Inline) + ",comdat"
                : "__gmon_late_counters") +
         "\n\t.p2align 3";
}

void insertIncrement(MachineBasicBlock &Block,
                     MachineBasicBlock::iterator Point,
                     const DebugLoc &Location, MCSymbol &Counter) {
  const TargetSubtargetInfo &Target = Block.getParent()->getSubtarget();
  const TargetInstrInfo &Instructions = *Target.getInstrInfo();
  const TargetRegisterInfo &Registers = *Target.getRegisterInfo();
  static const unsigned Increment = findInstruction(Instructions, "INC64m");
  static const MCRegister Segment = findRegister(Registers, "GS");
  static const MCRegister Pointer = findRegister(Registers, "RIP");
  BuildMI(Block, Point, Location, Instructions.get(Increment))
      .addReg(Pointer)
      .addImm(1)
      .addReg(MCRegister())
      .addSym(&Counter)
      .addReg(Segment);
}

bool branchesTo(MachineBasicBlock &Block, const MachineBasicBlock &Target) {
  return any_of(Block.terminators(), [&](const MachineInstr &I) {
    return any_of(I.operands(), [&](const MachineOperand &Operand) {
      return Operand.isMBB() && Operand.getMBB() == &Target;
    });
  });
}

MachineBasicBlock &splitBlock(MachineBasicBlock &Block,
                              MachineBasicBlock::iterator Point) {
  MachineFunction &F = *Block.getParent();
  MachineBasicBlock &New = *F.CreateMachineBasicBlock(Block.getBasicBlock());
  F.insert(std::next(Block.getIterator()), &New);
  New.splice(New.end(), &Block, Point, Block.end());
  New.transferSuccessors(&Block);
  const bool Continues = New.empty() || !New.back().isBarrier();
  SmallVector<MachineBasicBlock *> Targets(New.successors());
  for (MachineBasicBlock *Target : Targets) {
    const bool IsMoved = !Target->isEHPad() && !branchesTo(Block, *Target);
    if (IsMoved)
      continue;
    Block.addSuccessorWithoutProb(Target);
    if (!branchesTo(New, *Target) &&
        !(Continues && New.getNextNode() == Target))
      New.removeSuccessor(Target);
  }
  Block.addSuccessorWithoutProb(&New);
  LivePhysRegs Live;
  computeAndAddLiveIns(Live, New);
  return New;
}

} // namespace gmon
