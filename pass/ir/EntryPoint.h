//===-- EntryPoint.h - Where entry instrumentation goes ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The place of hooks, and of counters of the entry block.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_IR_ENTRYPOINT_H
#define GMON_PASS_IR_ENTRYPOINT_H

#include "llvm/IR/BasicBlock.h"

namespace gmon {

/// Moves the static allocas of the entry block of \p F to its beginning: behind
/// code that branches they would be dynamic. Call it once before
/// instrumentation splits the block.
void prepareEntry(llvm::Function &F);

/// Where instrumentation of the entry of \p F, which is prepared, goes: behind
/// the static allocas and the first debug records, and behind the stores of
/// arguments in unoptimized code: debuggers expect to find the arguments at the
/// end of the prologue.
llvm::BasicBlock::iterator entryPoint(llvm::Function &F);

} // namespace gmon

#endif // GMON_PASS_IR_ENTRYPOINT_H
