//===-- OwnInstructions.h - The profiler's machine code ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which instructions of a function would not be there without the profiler. In:
// final machine code. Out: instructions. In case of doubt an instruction is the
// program's.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_OWNINSTRUCTIONS_H
#define GMON_PASS_MACHINE_OWNINSTRUCTIONS_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace gmon {

/// The instructions of \p F that are the profiler's, except those that a reader
/// recognizes by the address that they have as an operand. None for processors
/// other than x86.
llvm::DenseSet<const llvm::MachineInstr *>
findOwnInstructions(const llvm::MachineFunction &F);

/// Whether \p I calls the runtime, or a reader recognizes it as the profiler's
/// by the address of the memory that it accesses.
bool isRecognizedAsOwn(const llvm::MachineInstr &I);

} // namespace gmon

#endif // GMON_PASS_MACHINE_OWNINSTRUCTIONS_H
