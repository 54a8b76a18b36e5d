//===-- x86_64.h - x86-64 Linux ---------------------------------*- C++ -*-===//
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

#ifndef GMON_RT_BASE_X86_64_H
#define GMON_RT_BASE_X86_64_H

#include <asm/prctl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>

namespace gmon {

/// Makes the system call `number`. Returns its result, or -errno; errno itself
/// stays as it is. Async-signal-safe.
inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0,
                        long d = 0, long e = 0, long f = 0) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                     "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

/// Calls `function` on the stack that ends at `end`, which is aligned to 16
/// bytes. Async-signal-safe.
inline void call_on_stack(void *end, void (*function)()) {
  __asm__ volatile("movq %%rsp, %%rbx\n\t"
                   "movq %0, %%rsp\n\t"
                   "callq *%1\n\t"
                   "movq %%rbx, %%rsp"
                   : "+r"(end), "+r"(function)
                   :
                   : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
                     "r10", "r11", "cc", "memory");
}

/// Adds one to a counter of this thread in one instruction, which no signal
/// handler can interrupt. Async-signal-safe.
inline void count_up(uint64_t *count) {
  __asm__ volatile("incq %0" : "+m"(*count)::"cc");
}

/// Points the segment register of this thread at its region: the executable's
/// code then increments the counters `bias` bytes after the template's. The
/// kernel refuses a negative `bias`; the instruction `wrgsbase` accepts it.
/// `direct` says that the process may use that instruction. Async-signal-safe.
inline void set_segment(intptr_t bias, bool direct) {
  if (bias < 0 && direct)
    __asm__ volatile("wrgsbase %0" ::"r"(bias));
  else
    raw_syscall(SYS_arch_prctl, ARCH_SET_GS, bias);
}

/// The bit of AT_HWCAP2 that says that programs may use `wrgsbase`.
inline constexpr unsigned long segment_instructions = 2;

/// The program counter of the code that a signal handler interrupted.
inline uintptr_t interrupted_pc(const void *context) {
  const auto *user = static_cast<const ucontext_t *>(context);
  return static_cast<uintptr_t>(user->uc_mcontext.gregs[REG_RIP]);
}

/// The stack pointer of that code.
inline uintptr_t interrupted_sp(const void *context) {
  const auto *user = static_cast<const ucontext_t *>(context);
  return static_cast<uintptr_t>(user->uc_mcontext.gregs[REG_RSP]);
}

} // namespace gmon

#endif // GMON_RT_BASE_X86_64_H
