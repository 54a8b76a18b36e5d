//===-- aarch64.h - Primitives for AArch64 Linux ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See base/arch.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_AARCH64_H
#define GMON_RT_BASE_AARCH64_H

#include "base/usual_signal_frame.h"

#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>

namespace gmon {

/// Makes the system call `number`. Returns its result, or -errno; errno itself
/// stays as it is. Async-signal-safe.
inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0,
                        long d = 0, long e = 0, long f = 0) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc #0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "cc", "memory");
  return x0;
}

/// Calls `function` on the stack that ends at `end`, which is aligned to 16
/// bytes. Async-signal-safe.
inline void call_on_stack(void *end, void (*function)()) {
  __asm__ volatile("mov x19, sp\n\t"
                   "mov sp, %0\n\t"
                   "blr %1\n\t"
                   "mov sp, x19"
                   : "+r"(end), "+r"(function)
                   :
                   : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9",
                     "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17",
                     "x19", "lr", "cc", "memory");
}

/// Adds one to a counter of this thread. A signal handler may change the
/// counter before or after the increment, not during it: without the atomic
/// instructions of Armv8.1, an interrupted store fails, and the loop tries
/// again. Async-signal-safe.
inline void count_up(uint64_t *count) {
#ifdef __ARM_FEATURE_ATOMICS
  __asm__ volatile("stadd %1, %0" : "+Q"(*count) : "r"(uint64_t(1)));
#else
  uint64_t value;
  uint32_t failed;
  __asm__ volatile("1: ldxr %0, %2\n\t"
                   "add %0, %0, #1\n\t"
                   "stxr %w1, %0, %2\n\t"
                   "cbnz %w1, 1b"
                   : "=&r"(value), "=&r"(failed), "+Q"(*count));
#endif
}

/// Nothing to do: instrumented code uses no segment register on AArch64.
inline void set_segment(intptr_t, bool) {}
inline constexpr unsigned long segment_instructions = 0;

/// The program counter of the code that a signal handler interrupted.
inline uintptr_t interrupted_pc(const void *context) {
  return static_cast<const ucontext_t *>(context)->uc_mcontext.pc;
}

/// The stack pointer of that code.
inline uintptr_t interrupted_sp(const void *context) {
  return static_cast<const ucontext_t *>(context)->uc_mcontext.sp;
}

/// See x86_64.h.
#define GMON_SIGNAL_ENTRY(name, function)                                      \
  __asm__(".text\n"                                                            \
          ".balign 4\n"                                                        \
          ".globl " name "\n"                                                  \
          ".hidden " name "\n"                                                 \
          ".type " name ",%function\n" name ":\n"                              \
          ".cfi_startproc\n"                                                   \
          "hint #34\n"                                                         \
          "mov x3, sp\n"                                                       \
          "stp x29, x30, [sp, #-48]!\n"                                        \
          ".cfi_def_cfa_offset 48\n"                                           \
          ".cfi_offset x29, -48\n"                                             \
          ".cfi_offset x30, -40\n"                                             \
          "stp x0, x1, [sp, #16]\n"                                            \
          "str x2, [sp, #32]\n"                                                \
          "bl " function "\n"                                                  \
          "mov x9, x0\n"                                                       \
          "mov x16, x1\n"                                                      \
          "ldp x0, x1, [sp, #16]\n"                                            \
          "ldr x2, [sp, #32]\n"                                                \
          "ldp x29, x30, [sp], #48\n"                                          \
          ".cfi_def_cfa_offset 0\n"                                            \
          ".cfi_restore x29\n"                                                 \
          ".cfi_restore x30\n"                                                 \
          "cbz x16, 1f\n"                                                      \
          "mov x10, sp\n"                                                      \
          "sub x10, x9, x10\n"                                                 \
          "add x1, x1, x10\n"                                                  \
          "add x2, x2, x10\n"                                                  \
          "add x29, x29, x10\n"                                                \
          "mov sp, x9\n"                                                       \
          "br x16\n"                                                           \
          "1: ret\n"                                                           \
          ".cfi_endproc\n"                                                     \
          ".size " name ", . - " name "\n")

/// See x86_64.h.
inline constexpr bool frames_stay_on_stacks = false;

/// See x86_64.h.
inline void adjust_signal_frame(char *frame, size_t, ptrdiff_t distance) {
  // A sequence of records. One may say where the others are that have no room.
  struct record {
    uint32_t magic, size;
    uint64_t pointer;
  };
  constexpr uint32_t magic_of_pointer = 0x45585401; // EXTRA_MAGIC
  auto &user = *reinterpret_cast<ucontext_t *>(frame + sizeof(siginfo_t));
  auto *next = reinterpret_cast<char *>(user.uc_mcontext.__reserved);
  for (;;) {
    auto &found = *reinterpret_cast<record *>(next);
    if (!found.magic || !found.size)
      return;
    if (found.magic == magic_of_pointer)
      found.pointer += uint64_t(distance);
    next += found.size;
  }
}

} // namespace gmon

#endif // GMON_RT_BASE_AARCH64_H
