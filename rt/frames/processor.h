//===-- processor.h - What unwinding must know of processors ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The DWARF numbers of registers, the registers that functions preserve, and
// the code that the kernel makes handlers of signals return to.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_FRAMES_PROCESSOR_H
#define GMON_RT_FRAMES_PROCESSOR_H

#include "base/arch.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Code that makes the system call rt_sigreturn.
struct sigreturn_code {
  unsigned char bytes[12];
  unsigned size;
  /// From the stack pointer in that code to the interrupted thread's context.
  unsigned context_offset;
};

#if defined(__x86_64__)

inline constexpr unsigned num_registers = 17; ///< with the return address
inline constexpr unsigned stack_register = 7;
inline constexpr unsigned frame_register = 6;
/// A call leaves the return address on the stack.
inline constexpr bool has_link_register = false;
inline constexpr unsigned link_register = 16;
/// Registers that functions preserve.
inline constexpr uint8_t preserved[] = {3, 6, 12, 13, 14, 15};
// mov $15, %rax; syscall
inline constexpr sigreturn_code sigreturn = {
    {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05}, 9, 0};
/// Whether tables for the code above are usable.
inline constexpr bool has_sigreturn_tables = true;
/// From the saved frame pointer, in words: the caller's, the return address,
/// and the end of the frame.
inline constexpr int caller_frame_slot = 0, caller_slot = 1, frame_end_slot = 2;

inline uintptr_t thread_pointer() {
  uintptr_t value;
  __asm__("movq %%fs:0, %0" : "=r"(value));
  return value;
}

#elif defined(__aarch64__)

inline constexpr unsigned num_registers = 34;
inline constexpr unsigned stack_register = 31;
inline constexpr unsigned frame_register = 29;
inline constexpr bool has_link_register = true;
inline constexpr unsigned link_register = 30;
inline constexpr uint8_t preserved[] = {19, 20, 21, 22, 23, 24,
                                        25, 26, 27, 28, 29, 30};
// mov x8, #139; svc #0. The context follows a siginfo_t of 128 bytes.
inline constexpr sigreturn_code sigreturn = {
    {0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4}, 8, 128};
// Kernels before 5.9 have tables that do not restore the stack pointer.
inline constexpr bool has_sigreturn_tables = false;
inline constexpr int caller_frame_slot = 0, caller_slot = 1, frame_end_slot = 2;

inline uintptr_t thread_pointer() {
  uintptr_t value;
  __asm__("mrs %0, tpidr_el0" : "=r"(value));
  return value;
}

#else

inline constexpr unsigned num_registers = 33;
inline constexpr unsigned stack_register = 2;
inline constexpr unsigned frame_register = 8;
inline constexpr bool has_link_register = true;
inline constexpr unsigned link_register = 1;
inline constexpr uint8_t preserved[] = {1,  8,  9,  18, 19, 20, 21,
                                        22, 23, 24, 25, 26, 27};
// li a7, 139; ecall. The context follows a siginfo_t of 128 bytes.
inline constexpr sigreturn_code sigreturn = {
    {0x93, 0x08, 0xb0, 0x08, 0x73, 0, 0, 0}, 8, 128};
// The kernel's tables say that this is a frame of a signal, and no more.
inline constexpr bool has_sigreturn_tables = false;
inline constexpr int caller_frame_slot = -2, caller_slot = -1,
                     frame_end_slot = 0;

inline uintptr_t thread_pointer() {
  uintptr_t value;
  __asm__("mv %0, tp" : "=r"(value));
  return value;
}

#endif

inline constexpr unsigned num_preserved = sizeof(preserved);

/// Removes the signature of a return address.
inline uintptr_t without_signature(uintptr_t address) {
#if defined(__aarch64__)
  register uintptr_t x30 __asm__("x30") = address;
  __asm__("hint #7" : "+r"(x30)); // xpaclri
  return x30;
#else
  return address;
#endif
}

} // namespace gmon

#endif // GMON_RT_FRAMES_PROCESSOR_H
