//===-- altstack.h - Stacks for fatal signals -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread whose stack is full can handle the fault only on an alternate stack.
// So the runtime gives one to each thread without one; its address space costs
// nothing until it is used. The program does not see the runtime's stack:
// sigaltstack reports none.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_ALTSTACK_H
#define GMON_RT_INTERPOSE_ALTSTACK_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// This size identifies the runtime's stacks: no program's stack has it. It is
/// enough for the kernel's frame with the largest registers of x86-64, which is
/// 11 KiB, and the runtime's handlers, but little address space for thousands
/// of threads.
inline constexpr size_t alternate_stack_size = (size_t(32) << 10) - 64;

/// An alternate stack that the runtime made.
struct alternate_stack {
  alternate_stack *next;
  uint64_t owner;
  void *memory;
};

/// Gives this thread an alternate stack if it has none. Call it after
/// join_process(). Async-signal-safe.
void give_alternate_stack();

/// In the child of a fork: the only thread takes over the stack of the parent's
/// thread `former`.
void keep_stack_after_fork(uint32_t former);

} // namespace gmon

#endif // GMON_RT_INTERPOSE_ALTSTACK_H
