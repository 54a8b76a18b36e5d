//===-- registers.h - The registers that frames restore ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers of a thread, as a signal or a system call left them, or as
// unwinding restored them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_REGISTERS_H
#define GMON_RT_UNWIND_REGISTERS_H

#include <stdint.h>

namespace gmon {

/// The general registers of a frame, by their DWARF numbers.
struct registers {
  static constexpr unsigned max_registers = 34;

  uintptr_t pc = 0;
  uintptr_t values[max_registers] = {}; ///< the stack pointer among them
  uint64_t known = 0;                   ///< a bit for each known value
};

/// Returns the registers of the code that a signal interrupted; `context` is
/// the third argument of its handler. Async-signal-safe.
registers interrupted_registers(const void *context);

/// Returns the registers of a thread of which only these are known.
/// Async-signal-safe.
registers waiting_registers(uintptr_t pc, uintptr_t sp);

class stack_memory;

/// Loads the registers from the context of a signal that is at `context` on a
/// stack. Returns false if that cannot be read. Async-signal-safe.
bool load_context(uintptr_t context, stack_memory &memory, registers &regs);

} // namespace gmon

#endif // GMON_RT_UNWIND_REGISTERS_H
