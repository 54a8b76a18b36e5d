//===-- Sanitizers.h - What sanitizers leave alone --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sanitizers run after instrumentation, and must not check what it adds.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_IR_SANITIZERS_H
#define GMON_PASS_IR_SANITIZERS_H

namespace llvm {
class GlobalVariable;
class Value;
} // namespace llvm

namespace gmon {

/// Keeps sanitizers from checking \p Instruction, if it is one.
void setNoSanitize(llvm::Value *Instruction);

/// Keeps sanitizers from changing \p Data: red zones would separate it from its
/// neighbours.
void setUnchecked(llvm::GlobalVariable &Data);

} // namespace gmon

#endif // GMON_PASS_IR_SANITIZERS_H
