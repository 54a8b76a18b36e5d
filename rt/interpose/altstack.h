//===-- altstack.h - Alternate signal stacks --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread whose stack is full can handle the fault only on an alternate stack.
// So the runtime gives one to each thread without one; its address space costs
// nothing until it is used.
//
// The kernel keeps that stack when the program sets one of its own, which may
// just suffice for the program's handlers: a tick during such a handler takes
// none of the program's stack. The kernel then calls a handler of the runtime
// in place of each handler that asks for an alternate stack. That handler moves
// the signal's frame to the stack that the kernel would have chosen, and jumps
// to the program's handler. So nothing is left to do at its end: it may return,
// jump, or never end.
//
// The program does not see the runtime's stack: sigaltstack and the contexts of
// these handlers show the program's, or none.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_INTERPOSE_ALTSTACK_H
#define GMON_RT_INTERPOSE_ALTSTACK_H

#include "base/arch.h"
#include "base/signal_set.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// This size identifies the runtime's stacks: no program's stack has it. It is
/// enough for the kernel's frame with the largest registers of x86-64, which is
/// 11 KiB, and the runtime's handlers, but little address space for thousands
/// of threads. Handlers that the program's parts install by system calls run on
/// it.
inline constexpr size_t alternate_stack_size = (size_t(40) << 10) - 64;

/// An alternate stack that the runtime made.
struct alternate_stack {
  alternate_stack *next;
  uint64_t owner;
  void *memory;
};

/// Gives this thread, whose id is `thread`, an alternate stack if it has none.
/// Call it after join_process(). Async-signal-safe.
void give_alternate_stack(uint32_t thread);

/// In the child of a fork: the only thread takes over the stack of the parent's
/// thread `former`.
void keep_stack_after_fork(uint32_t former);

/// Prepares the start of `handler`, the program's, by a GMON_SIGNAL_ENTRY that
/// was called with `context` and the stack pointer `sp`. Moves the signal's
/// frame to the program's alternate stack, if the handler asked for one and
/// this thread has one, or else to the interrupted stack. Async-signal-safe.
handler_start start_on_stack_of_program(signal_handler *handler,
                                        bool on_alternate, siginfo_t *info,
                                        void *context, char *sp);

} // namespace gmon

extern "C" {
/// The handler of the signals for which the program has a handler that asks for
/// an alternate stack.
void __gmon_enter_handler(int signal, siginfo_t *info,
                          void *context) __asm__("__gmon$enter_handler")
    __attribute__((visibility("hidden")));
}

#endif // GMON_RT_INTERPOSE_ALTSTACK_H
