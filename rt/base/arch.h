//===-- arch.h - What differs between processors ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each processor has a header and assembly files. The header defines:
//
//   raw_syscall           a system call that touches neither errno nor libc
//   count_up              an increment that a signal handler cannot interrupt
//   interrupted_pc        the program counter that a signal handler returns to
//   interrupted_sp        the stack pointer that it returns to
//   call_on_stack         a call on another stack
//   GMON_SIGNAL_ENTRY     a signal handler that starts the program's
//   red_zone              bytes below the stack pointer that functions use
//   is_signal_frame       whether a handler runs on the kernel's frame
//   place_signal_frame    where the kernel would put a signal's frame
//   adjust_signal_frame   corrects the pointers in a frame that was moved
//   set_segment           points this thread's segment register at its counters
//   segment_instructions  the bit of AT_HWCAP2 that set_segment needs, or 0
//
// The assembly files define the entry points that instrumented code calls and
// the marker symbol, and refer to the start-up object (need_start). On x86-64,
// mcount is in assembly, too: it must keep more registers than a C function
// keeps.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_ARCH_H
#define GMON_RT_BASE_ARCH_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// A handler of the program, which runs on the signal's frame at `frame`.
/// Returned in registers.
struct handler_start {
  char *frame;
  void (*handler)(int, siginfo_t *, void *); ///< null: the signal is handled
};

/// A place for a signal's frame.
struct frame_place {
  uintptr_t begin;
  size_t size;
};

} // namespace gmon

#if defined(__x86_64__) && defined(__LP64__) && defined(__linux__)
#include "base/x86_64.h"
#elif defined(__aarch64__) && defined(__LP64__) && defined(__AARCH64EL__) &&   \
    defined(__linux__)
#include "base/aarch64.h"
#elif defined(__riscv) && __riscv_xlen == 64 && defined(__linux__)
#include "base/riscv64.h"
#else
#error "the runtime has not been ported to this target"
#endif

#endif // GMON_RT_BASE_ARCH_H
