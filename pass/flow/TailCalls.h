//===-- TailCalls.h - Calls that end a function -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code generator makes jumps of calls with nothing but a return behind
// them. Programs rely on it: a chain of such calls needs no stack. So there
// must be no counter between such a call and the return.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_FLOW_TAILCALLS_H
#define GMON_PASS_FLOW_TAILCALLS_H

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace gmon {

/// Whether nothing that has code is between \p I and the end of its block.
bool isLastCode(const llvm::Instruction &I);

/// Gives each tail call of \p F whose result is returned by another block a
/// return of its own, as the code generator would. So the edge between both,
/// which needs a counter if the call may not return, is gone.
void returnAtTailCalls(llvm::Function &F);

} // namespace gmon

#endif // GMON_PASS_FLOW_TAILCALLS_H
