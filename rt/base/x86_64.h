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

/// Defines the signal handler `name`. It calls
///
///   handler_start function(int signal, siginfo_t *, void *context, char *sp)
///
/// and jumps to the handler that this returns, on the stack below its frame:
/// the handler returns as if the kernel had called it. The stack pointer `sp`
/// is the address of the signal's frame if the kernel calls `name`.
#define GMON_SIGNAL_ENTRY(name, function)                                      \
  __asm__(".text\n"                                                            \
          ".balign 16\n"                                                       \
          ".globl " name "\n"                                                  \
          ".hidden " name "\n"                                                 \
          ".type " name ",@function\n" name ":\n"                              \
          ".cfi_startproc\n"                                                   \
          "endbr64\n"                                                          \
          "movq %rsp, %rcx\n"                                                  \
          "pushq %rdi\n"                                                       \
          ".cfi_adjust_cfa_offset 8\n"                                         \
          "pushq %rsi\n"                                                       \
          ".cfi_adjust_cfa_offset 8\n"                                         \
          "pushq %rdx\n"                                                       \
          ".cfi_adjust_cfa_offset 8\n"                                         \
          "callq " function "\n"                                               \
          "movq %rdx, %r11\n"                                                  \
          "popq %rdx\n"                                                        \
          ".cfi_adjust_cfa_offset -8\n"                                        \
          "popq %rsi\n"                                                        \
          ".cfi_adjust_cfa_offset -8\n"                                        \
          "popq %rdi\n"                                                        \
          ".cfi_adjust_cfa_offset -8\n"                                        \
          "testq %r11, %r11\n"                                                 \
          "jz 1f\n"                                                            \
          "movq %rax, %rcx\n"                                                  \
          "subq %rsp, %rcx\n"                                                  \
          "addq %rcx, %rsi\n"                                                  \
          "addq %rcx, %rdx\n"                                                  \
          "movq %rax, %rsp\n"                                                  \
          "xorl %eax, %eax\n"                                                  \
          "jmpq *%r11\n"                                                       \
          "1: retq\n"                                                          \
          ".cfi_endproc\n"                                                     \
          ".size " name ", . - " name "\n")

inline constexpr uintptr_t red_zone = 128;

/// Whether the kernel ends the program instead of writing a frame below the
/// begin of an alternate stack.
inline constexpr bool frames_stay_on_stacks = true;

/// Whether the kernel's frame of a signal is at `sp`.
inline bool is_signal_frame(const char *sp, const siginfo_t *,
                            const void *context) {
  return sp + sizeof(void *) == context; // above the return address
}

/// Returns where the kernel would have put the frame [frame, end) if it were on
/// top of a stack that is used down to `top`.
inline frame_place place_signal_frame(uintptr_t top, const char *frame,
                                      const char *) {
  // The processor's state stands above the rest, aligned to 64 bytes. Its size
  // is inside.
  constexpr uintptr_t alignment = 64;
  constexpr uint32_t magic = 0x46505853; // FP_XSTATE_MAGIC1
  constexpr size_t legacy_size = 512, details = 464;
  const auto *user =
      reinterpret_cast<const ucontext_t *>(frame + sizeof(void *));
  const auto *state = reinterpret_cast<const char *>(user->uc_mcontext.fpregs);
  const auto *found = reinterpret_cast<const uint32_t *>(state + details);
  size_t size = found[0] == magic ? found[1] : legacy_size;
  size_t below = size_t(state - frame);
  return {((top - size) & ~(alignment - 1)) - below, below + size};
}

/// Corrects the pointers in `frame` of `size` bytes, a copy of the
/// one that is `distance` bytes below.
inline void adjust_signal_frame(char *frame, size_t, ptrdiff_t distance) {
  auto &user = *reinterpret_cast<ucontext_t *>(frame + sizeof(void *));
  auto *state = reinterpret_cast<char *>(user.uc_mcontext.fpregs) + distance;
  user.uc_mcontext.fpregs =
      reinterpret_cast<decltype(user.uc_mcontext.fpregs)>(state);
}

} // namespace gmon

#endif // GMON_RT_BASE_X86_64_H
