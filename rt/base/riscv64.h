//===-- riscv64.h - Primitives for RISC-V Linux -----------------*- C++ -*-===//
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

#ifndef GMON_RT_BASE_RISCV64_H
#define GMON_RT_BASE_RISCV64_H

#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>

namespace gmon {

/// Makes the system call `number`. Returns its result, or -errno; errno itself
/// stays as it is. Async-signal-safe.
inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0,
                        long d = 0, long e = 0, long f = 0) {
  register long a7 __asm__("a7") = number;
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  register long a3 __asm__("a3") = d;
  register long a4 __asm__("a4") = e;
  register long a5 __asm__("a5") = f;
  __asm__ volatile("ecall"
                   : "+r"(a0)
                   : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5)
                   : "memory");
  return a0;
}

/// Calls `function` on the stack that ends at `end`, which is aligned to 16
/// bytes. Async-signal-safe.
inline void call_on_stack(void *end, void (*function)()) {
  __asm__ volatile("mv s1, sp\n\t"
                   "mv sp, %0\n\t"
                   "jalr %1\n\t"
                   "mv sp, s1"
                   : "+r"(end), "+r"(function)
                   :
                   : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1",
                     "a2", "a3", "a4", "a5", "a6", "a7", "s1", "memory");
}

/// Adds one to a counter of this thread in one instruction, which no signal
/// handler can interrupt. Async-signal-safe.
inline void count_up(uint64_t *count) {
  __asm__ volatile("amoadd.d zero, %1, %0" : "+A"(*count) : "r"(uint64_t(1)));
}

/// Nothing to do: instrumented code uses no segment register on RISC-V.
inline void set_segment(intptr_t, bool) {}
inline constexpr unsigned long segment_instructions = 0;

/// The program counter of the code that a signal handler interrupted.
inline uintptr_t interrupted_pc(const void *context) {
  const auto *user = static_cast<const ucontext_t *>(context);
  return user->uc_mcontext.__gregs[REG_PC];
}

/// The stack pointer of that code.
inline uintptr_t interrupted_sp(const void *context) {
  const auto *user = static_cast<const ucontext_t *>(context);
  return user->uc_mcontext.__gregs[REG_SP];
}

} // namespace gmon

#endif // GMON_RT_BASE_RISCV64_H
