//===-- own_registers.h - The registers of this code ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a walk begins that no signal started: the program counter, the stack
// pointer, and the registers that functions keep for their callers.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_OWN_REGISTERS_H
#define GMON_RT_SAMPLING_OWN_REGISTERS_H

#include "unwind/registers.h"

#include <stdint.h>

namespace gmon {

/// Returns the registers of the function that it is inlined into. The frame of
/// that function must last until the walk has ended. Async-signal-safe.
__attribute__((always_inline)) inline registers own_registers() {
  registers own;
#if defined(__x86_64__)
  __asm__ volatile("leaq 0(%%rip), %%rax\n\t"
                   "movq %%rax, %0\n\t"
                   "movq %%rbx, 3*8(%1)\n\t"
                   "movq %%rbp, 6*8(%1)\n\t"
                   "movq %%rsp, 7*8(%1)\n\t"
                   "movq %%r12, 12*8(%1)\n\t"
                   "movq %%r13, 13*8(%1)\n\t"
                   "movq %%r14, 14*8(%1)\n\t"
                   "movq %%r15, 15*8(%1)"
                   : "=m"(own.pc)
                   : "r"(own.values)
                   : "rax", "memory");
  own.known = 1u << 3 | 1u << 6 | 1u << 7 | 0xfu << 12;
#elif defined(__aarch64__)
  __asm__ volatile("adr x9, .\n\t"
                   "str x9, %0\n\t"
                   "stp x19, x20, [%1, #19*8]\n\t"
                   "stp x21, x22, [%1, #21*8]\n\t"
                   "stp x23, x24, [%1, #23*8]\n\t"
                   "stp x25, x26, [%1, #25*8]\n\t"
                   "stp x27, x28, [%1, #27*8]\n\t"
                   "stp x29, x30, [%1, #29*8]\n\t"
                   "mov x9, sp\n\t"
                   "str x9, [%1, #31*8]"
                   : "=m"(own.pc)
                   : "r"(own.values)
                   : "x9", "memory");
  own.known = uint64_t(0x1fff) << 19;
#elif defined(__riscv)
  __asm__ volatile("auipc t0, 0\n\t"
                   "sd t0, %0\n\t"
                   "sd ra, 1*8(%1)\n\t"
                   "sd sp, 2*8(%1)\n\t"
                   "sd s0, 8*8(%1)\n\t"
                   "sd s1, 9*8(%1)\n\t"
                   "sd s2, 18*8(%1)\n\t"
                   "sd s3, 19*8(%1)\n\t"
                   "sd s4, 20*8(%1)\n\t"
                   "sd s5, 21*8(%1)\n\t"
                   "sd s6, 22*8(%1)\n\t"
                   "sd s7, 23*8(%1)\n\t"
                   "sd s8, 24*8(%1)\n\t"
                   "sd s9, 25*8(%1)\n\t"
                   "sd s10, 26*8(%1)\n\t"
                   "sd s11, 27*8(%1)"
                   : "=m"(own.pc)
                   : "r"(own.values)
                   : "t0", "memory");
  own.known = 1u << 1 | 1u << 2 | 3u << 8 | 0x3ffu << 18;
#else
#error "the runtime has not been ported to this target"
#endif
  return own;
}

} // namespace gmon

#endif // GMON_RT_SAMPLING_OWN_REGISTERS_H
