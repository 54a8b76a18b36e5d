//===-- MachineNames.cpp - Names in machine code --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See MachineNames.h.
//
//===----------------------------------------------------------------------===//

#include "target/MachineNames.h"
#include "ir/SymbolNames.h"

#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/MC/MCSymbol.h"

using namespace llvm;

namespace gmon {

unsigned findInstruction(const TargetInstrInfo &Instructions, StringRef Name) {
  for (unsigned I = 0, E = Instructions.getNumOpcodes(); I != E; ++I)
    if (Instructions.getName(I) == Name)
      return I;
  return 0;
}

MCRegister findRegister(const TargetRegisterInfo &Registers, StringRef Name) {
  for (unsigned I = 1, E = Registers.getNumRegs(); I != E; ++I)
    if (Registers.getName(I) == Name)
      return I;
  return {};
}

unsigned findOperand(const MachineInstr &I, unsigned Number) {
  unsigned Index = InlineAsm::MIOp_FirstOperand;
  while (Number--)
    Index +=
        1 +
        InlineAsm::Flag(I.getOperand(Index).getImm()).getNumOperandRegisters();
  return Index + 1;
}

std::string nameInAssembly(const MCSymbol &Symbol) {
  return quoteName(Symbol.getName(), AsmKind::Inline);
}

} // namespace gmon
