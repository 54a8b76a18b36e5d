//===-- CallingConventions.h - Registers a function saves -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a calling convention leaves registers for hooks and for counters.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_IR_CALLINGCONVENTIONS_H
#define GMON_PASS_IR_CALLINGCONVENTIONS_H

namespace llvm {
class Function;
} // namespace llvm

namespace gmon {

/// Whether \p F preserves no more registers than the usual conventions do. A
/// function that preserves more would have to save what its hook uses at every
/// entry, to count calls that are mostly rare.
bool hasOrdinaryRegisters(const llvm::Function &F);

/// Whether \p F can have counters. They take registers as other code does, so
/// that \p F must be code that can save some; so does the call that sets them
/// up for a thread, which itself preserves all registers.
bool canHaveCounters(const llvm::Function &F);

/// Whether calls of \p F leave free the registers that a hook in front of the
/// prologue uses. Calls of functions with variable arguments, of nested ones
/// and of ones that preserve all registers do not.
bool leavesHookRegisters(const llvm::Function &F);

} // namespace gmon

#endif // GMON_PASS_IR_CALLINGCONVENTIONS_H
