//===-- hooks.h - What instrumented code calls ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ side of the entry points in the processor's assembly file. All are
// async-signal-safe, use no libc function, and touch neither errno nor a vector
// register.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_HOOKS_H
#define GMON_RT_COUNTING_HOOKS_H

#include "gmon/abi.h"

extern "C" {

/// __gmon_miss and __gmon_touch of abi.h.
void __gmon_count_miss(const gmon_descriptor *function,
                       uintptr_t from) __asm__("__gmon$count_miss");
void __gmon_count_touch(const gmon_descriptor *function) __asm__(
    "__gmon$count_touch");

/// mcount and its like: a call from the return address `from` of the function
/// that holds the address `self`.
void __gmon_count_arc(uintptr_t from,
                      uintptr_t self) __asm__("__gmon$count_arc");
}

namespace gmon {

/// One of the functions that were executed, from which the others are found; or
/// null.
const gmon_descriptor *some_function();

/// Calls that could not be counted, because there was no memory at all.
uint64_t lost_calls();

} // namespace gmon

#endif // GMON_RT_COUNTING_HOOKS_H
