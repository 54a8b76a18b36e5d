//===-- ControlFlow.h - Where control leaves a function ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about instructions and blocks at which control leaves the function
// or comes back to it, other than by its entry and its returns.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_IR_CONTROLFLOW_H
#define GMON_PASS_IR_CONTROLFLOW_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class IntrinsicInst;
} // namespace llvm

namespace gmon {

/// Whether \p I only says something about the program: it has no code.
bool hasNoCode(const llvm::Instruction &I);

/// Whether control may leave the function at \p I and not come back to it.
bool mayNotReturn(const llvm::Instruction &I);

/// A predicate for calls that may not return, such as mayNotReturn().
using LeavingFn = llvm::function_ref<bool(const llvm::Instruction &)>;

/// Whether \p F may have funclets (Windows, WebAssembly), which have no place
/// for a counter.
bool hasFunclets(const llvm::Function &F);

/// Whether \p I may return twice, so that control passes behind it more often
/// than before it.
bool mayReturnTwice(const llvm::Instruction &I);

/// The intrinsic that suspends a coroutine at the end of \p Block, or null. The
/// switch there selects where the coroutine continues later; now control
/// leaves.
const llvm::IntrinsicInst *suspensionOf(const llvm::BasicBlock &Block);

/// Whether \p Block, of a coroutine that is still to be split, leaves the
/// coroutine. In most of its parts the block becomes a mere return.
bool leavesCoroutine(const llvm::BasicBlock &Block);

} // namespace gmon

#endif // GMON_PASS_IR_CONTROLFLOW_H
