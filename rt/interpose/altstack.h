//===-- altstack.h - Stacks for fatal signals -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread whose stack is full can handle that signal on an alternate stack
// only. A thread that has none gets one, in address space that costs nothing
// until it is used. The program does not see it: sigaltstack says that there is
// none.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_ALTSTACK_H
#define GMON_RT_INTERPOSE_ALTSTACK_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// No program's stack has this size, by which ours are known. It is large
/// beside the usual SIGSTKSZ: in a program that makes alternate stacks for some
/// of its threads, handlers that ask for one run on this one in the others.
inline constexpr size_t alternate_stack_size = (size_t(256) << 10) + 16;

/// An alternate stack that the runtime made.
struct alternate_stack {
  alternate_stack *next;
  uint64_t owner;
  void *memory;
};

/// Gives this thread an alternate stack unless it has one. After
/// join_process(). Async-signal-safe.
void give_alternate_stack();

/// In the child of a fork: this thread is the only one, and has the stack of
/// the parent's thread `former`.
void keep_stack_after_fork(uint32_t former);

} // namespace gmon

#endif // GMON_RT_INTERPOSE_ALTSTACK_H
