//===-- MachineAssembly.h - Assembly as machine code ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code generator sets up an assembler for each piece of inline assembly,
// which takes as long as generating a hundred instructions. So a late pass
// replaces the pieces that this plugin wrote by instructions, and gathers a
// function's records of call sites in one piece. A code generator without the
// plugin assembles each piece, with the same result.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_MACHINEASSEMBLY_H
#define GMON_PASS_TARGET_MACHINEASSEMBLY_H

#include "llvm/CodeGen/MachineInstr.h"

namespace gmon {

/// The one instruction that adds to a counter of x86-64's, as assembly whose
/// first operand is the counter.
inline constexpr char IncrementText[] = "incq $0";
/// Likewise for a counter in the thread's segment.
inline constexpr char SegmentIncrementText[] = "incq %gs:$0";
/// Likewise without operands: between the two are the counter's symbol, a plus,
/// and the distance of the counter from the symbol.
inline constexpr char NamedIncrementText[] = "incq %gs:";
inline constexpr char NamedIncrementEnd[] = "(%rip)";
/// The instruction that gives a line an address.
inline constexpr char NopText[] = "nop";
/// A flag of machine instructions. Here it marks such an instruction: behind
/// the last optimization it has no other meaning.
inline constexpr auto OwnNopFlag = llvm::MachineInstr::NoMerge;

/// The pass that replaces the assembly.
extern char &MachineAssemblyID;

} // namespace gmon

#endif // GMON_PASS_TARGET_MACHINEASSEMBLY_H
