//===-- AppendedAssembly.cpp - Assembly behind functions ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AppendedAssembly.h. A function's text is one piece of assembly: the code
// generator sets up an assembler for each piece.
//
//===----------------------------------------------------------------------===//

#include "target/AppendedAssembly.h"

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace gmon {

char AppendedAssembly::ID = 0;

void AppendedAssembly::add(const MachineFunction &F, StringRef Text) {
  std::string &All = Texts[&F];
  if (!All.empty())
    All += "\n\t";
  All += Text;
}

MachineBasicBlock &appendBlock(MachineFunction &F) {
  MachineBasicBlock &Previous = F.back();
  MachineBasicBlock &New = *F.CreateMachineBasicBlock();
  F.push_back(&New);
  // Only the last block of a section ends it.
  New.setSectionID(Previous.getSectionID());
  New.setIsEndSection(Previous.isEndSection());
  Previous.setIsEndSection(false);
  return New;
}

bool AppendedAssembly::append(MachineFunction &F) {
  auto Found = Texts.find(&F);
  if (Found == Texts.end())
    return false;
  MachineBasicBlock &Last = appendBlock(F);
  // The flag keeps it out of the table of lines: it is no code.
  BuildMI(Last, Last.end(), DebugLoc(),
          F.getSubtarget().getInstrInfo()->get(TargetOpcode::INLINEASM))
      .addExternalSymbol(F.createExternalSymbolName(Found->second))
      .addImm(InlineAsm::Extra_HasSideEffects)
      .setMIFlag(MachineInstr::FrameSetup);
  Texts.erase(Found);
  return true;
}

static RegisterPass<AppendedAssembly> Pass("gmon-appended-assembly",
                                           "llvm-gprof's assembly of functions",
                                           /*CFGOnly=*/true,
                                           /*is_analysis=*/true);

} // namespace gmon
