//===-- arch.h - What differs between processors ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each processor has a header and an assembly file. The header provides:
//
//   raw_syscall      a system call that touches neither errno nor libc
//   count_up         an increment that loses nothing to a signal handler that
//                    makes the same one
//   interrupted_pc   the program counter that a signal handler returns to
//   interrupted_sp   the stack pointer that it returns to
//   call_on_stack    a call on another stack
//
// The assembly file provides the entry points that instrumented code calls, and
// the marker symbol. mcount is in assembly where it keeps more registers than a
// C function does, on x86-64.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_ARCH_H
#define GMON_RT_BASE_ARCH_H

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
