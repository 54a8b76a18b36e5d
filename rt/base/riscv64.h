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

#include "base/usual_signal_frame.h"

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

/// See x86_64.h.
#define GMON_SIGNAL_ENTRY(name, function)                                      \
  __asm__(".text\n"                                                            \
          ".balign 4\n"                                                        \
          ".globl " name "\n"                                                  \
          ".hidden " name "\n"                                                 \
          ".type " name ",%function\n" name ":\n"                              \
          ".cfi_startproc\n"                                                   \
          "mv a3, sp\n"                                                        \
          "addi sp, sp, -32\n"                                                 \
          ".cfi_def_cfa_offset 32\n"                                           \
          "sd ra, 24(sp)\n"                                                    \
          ".cfi_offset ra, -8\n"                                               \
          "sd a0, 16(sp)\n"                                                    \
          "sd a1, 8(sp)\n"                                                     \
          "sd a2, 0(sp)\n"                                                     \
          "call " function "\n"                                                \
          "mv t2, a0\n"                                                        \
          "mv t1, a1\n"                                                        \
          "ld ra, 24(sp)\n"                                                    \
          "ld a0, 16(sp)\n"                                                    \
          "ld a1, 8(sp)\n"                                                     \
          "ld a2, 0(sp)\n"                                                     \
          "addi sp, sp, 32\n"                                                  \
          ".cfi_def_cfa_offset 0\n"                                            \
          ".cfi_restore ra\n"                                                  \
          "beqz t1, 1f\n"                                                      \
          "sub t3, t2, sp\n"                                                   \
          "add a1, a1, t3\n"                                                   \
          "add a2, a2, t3\n"                                                   \
          "mv sp, t2\n"                                                        \
          "jr t1\n"                                                            \
          "1: ret\n"                                                           \
          ".cfi_endproc\n"                                                     \
          ".size " name ", . - " name "\n")

/// See x86_64.h.
inline constexpr bool frames_stay_on_stacks = true;

/// See x86_64.h.
inline void adjust_signal_frame(char *frame, size_t size, ptrdiff_t distance) {
  // Behind the registers, the kernel says where the vector registers are.
  struct vector_state {
    uint32_t magic, size;
    uint64_t settings[5];
    uint64_t pointer;
  };
  constexpr uint32_t magic_of_vectors = 0x53465457; // RISCV_V_MAGIC
  constexpr size_t offset = 520; // of __riscv_extra_ext_header
  auto &user = *reinterpret_cast<ucontext_t *>(frame + sizeof(siginfo_t));
  char *state = reinterpret_cast<char *>(&user.uc_mcontext.__fpregs) + offset;
  // QEMU's frame ends before.
  if (state + sizeof(vector_state) > frame + size)
    return;
  auto &found = *reinterpret_cast<vector_state *>(state);
  if (found.magic == magic_of_vectors)
    found.pointer += uint64_t(distance);
}

} // namespace gmon

#endif // GMON_RT_BASE_RISCV64_H
