//===-- MachineNames.h - Names in machine code ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The headers of targets are not installed with LLVM: instructions and
// registers are found by their names.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_MACHINENAMES_H
#define GMON_PASS_TARGET_MACHINENAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCRegister.h"
#include <string>

namespace llvm {
class MachineInstr;
class MCSymbol;
class TargetInstrInfo;
class TargetRegisterInfo;
} // namespace llvm

namespace gmon {

/// The opcode of the instruction \p Name, or 0, which is another one's.
unsigned findInstruction(const llvm::TargetInstrInfo &Instructions,
                         llvm::StringRef Name);

/// The register \p Name, or none.
llvm::MCRegister findRegister(const llvm::TargetRegisterInfo &Registers,
                              llvm::StringRef Name);

/// The index of the first operand of the inline assembly \p I for operand
/// \p Number of its text.
unsigned findOperand(const llvm::MachineInstr &I, unsigned Number);

/// The name of \p Symbol in the text of inline assembly.
std::string nameInAssembly(const llvm::MCSymbol &Symbol);

} // namespace gmon

#endif // GMON_PASS_TARGET_MACHINENAMES_H
