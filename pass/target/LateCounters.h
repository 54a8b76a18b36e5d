//===-- LateCounters.h - Counters behind the code generator -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes of machine code share that insert counters: a function's
// descriptor, the section of counters, the instruction that increments, and
// places for it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_TARGET_LATECOUNTERS_H
#define GMON_PASS_TARGET_LATECOUNTERS_H

#include "llvm/CodeGen/MachineBasicBlock.h"
#include <string>

namespace llvm {
class Function;
class GlobalVariable;
class MCSymbol;
} // namespace llvm

namespace gmon {

/// What the code generator counts.
enum class LateCounters {
  OutgoingCalls, ///< calls of functions that may have no hook
  CallsOfHooked, ///< of these, calls of functions that may have one
  Flow           ///< pieces of code without a count
};

/// Asks for counters of \p Kind in \p F, which \p Descriptor describes. The
/// thread has its copy of the counters before \p F calls or counts anything.
void setDescriptorFor(llvm::Function &F, LateCounters Kind,
                      llvm::GlobalVariable *Descriptor);

/// The descriptor of \p F; null if it shall have no counters of \p Kind.
llvm::GlobalVariable *descriptorFor(const llvm::Function &F, LateCounters Kind);

/// Directives that begin the section of counters for \p F.
std::string pushCounters(const llvm::Function &F);

/// Increments \p Counter in the thread's segment, in front of \p At.
void insertIncrement(llvm::MachineBasicBlock &Block,
                     llvm::MachineBasicBlock::iterator Point,
                     const llvm::DebugLoc &Location, llvm::MCSymbol &Counter);

/// Whether a terminator of \p Block branches to \p Target.
bool branchesTo(llvm::MachineBasicBlock &Block,
                const llvm::MachineBasicBlock &Target);

/// Moves the instructions of \p Block from \p At on to a new block behind it,
/// to which control passes on. So other instructions than terminators may be
/// inserted between terminators. Returns the new block.
llvm::MachineBasicBlock &splitBlock(llvm::MachineBasicBlock &Block,
                                    llvm::MachineBasicBlock::iterator Point);

} // namespace gmon

#endif // GMON_PASS_TARGET_LATECOUNTERS_H
