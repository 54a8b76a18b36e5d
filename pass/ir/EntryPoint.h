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

#ifndef GMON_PASS_ENTRYPOINT_H
#define GMON_PASS_ENTRYPOINT_H

#include "llvm/IR/BasicBlock.h"

namespace gmon {

/// Where instrumentation of the entry of \p F goes. Static allocas stay in
/// front, since they must not leave the entry block; so do the stores of
/// arguments in unoptimized code, which debuggers take to be over when the
/// prologue is.
llvm::BasicBlock::iterator entryPoint(llvm::Function &F);

} // namespace gmon

#endif // GMON_PASS_ENTRYPOINT_H
