//===-- expression.h - Expressions of call-frame information ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates a DWARF expression (DWARF 5, section 2.5) of the kind that stubs of
// linkers, frames of signals and realigned stacks have. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_EXPRESSION_H
#define GMON_RT_UNWIND_EXPRESSION_H

#include "frames/table_reader.h"
#include "unwind/registers.h"
#include "unwind/stack_memory.h"

namespace gmon {

/// Evaluates the expression whose length is at `reader`. `start`, unless null,
/// is on the stack at first. Returns false if a register is unknown, memory
/// cannot be read, or the expression makes no sense.
bool evaluate(table_reader &reader, const registers &regs, stack_memory &memory,
              const uintptr_t *start, uintptr_t &result);

} // namespace gmon

#endif // GMON_RT_UNWIND_EXPRESSION_H
