//===-- hooks.h - What instrumented code calls ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ functions that the processor's assembly file calls. All are
// async-signal-safe, call no libc function, and change neither errno nor a
// vector register.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_HOOKS_H
#define GMON_RT_COUNTING_HOOKS_H

#include "gmon/abi.h"

extern "C" {

/// Carry out __gmon_rt_miss and __gmon_rt_touch of abi.h.
void __gmon_count_miss(const gmon_descriptor *function,
                       uintptr_t caller) __asm__("__gmon$count_miss");
void __gmon_count_touch(const gmon_descriptor *function) __asm__(
    "__gmon$count_touch");

/// Counts a call with the return address `caller` of the function that contains
/// the address `self`, for mcount, __fentry__ and __cyg_profile_func_enter.
/// `hook` is that of mcount_slot. Async-signal-safe.
void __gmon_count_arc(uintptr_t caller, uintptr_t self,
                      uintptr_t hook) __asm__("__gmon$count_arc");
}

namespace gmon {

/// Returns one of the functions that were executed, or null. The records of the
/// others are adjacent to its descriptor.
const gmon_descriptor *some_function();

/// The number of calls that were not counted because there was no memory.
uint64_t lost_calls();

/// Whether a function was called whose counts have no copies for threads.
bool lacks_template();

/// Whether a function was called that another version of the plugin compiled.
bool has_other_code();

} // namespace gmon

#endif // GMON_RT_COUNTING_HOOKS_H
