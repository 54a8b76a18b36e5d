//===-- gmon_arch.h - What differs between processors -----------*- C++ -*-===//
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
//   count_up         an increment that no signal handler can fall into
//   interrupted_pc   the program counter that a signal handler returns to
//
// The assembly file provides the entry points that instrumented code calls, and
// the marker symbol.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ARCH_H
#define GMON_ARCH_H

#if defined(__x86_64__) && defined(__linux__)
#include "gmon_x86_64.h"
#else
#error "the runtime has not been ported to this target"
#endif

#endif // GMON_ARCH_H
