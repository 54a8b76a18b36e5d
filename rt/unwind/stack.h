//===-- stack.h - The call stack of a thread --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the call-frame information of the loaded modules from the registers
// of a thread to its start. Keeps what it has learned about each address, so
// that a frame usually costs a few loads.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_STACK_H
#define GMON_RT_UNWIND_STACK_H

#include "unwind/code_place.h"
#include "unwind/registers.h"

#include <stddef.h>

namespace gmon {

/// Writes the places on the stack of the thread with the registers `start` to
/// `places`, the innermost first. The place of a caller is inside the call. If
/// the outer callers are unknown, the last place is a gmon_stack_mark. Calls
/// that repeat one place without a break count as one. Returns the number of
/// places, which is between 1 and `capacity`; `capacity` is at least 2.
///
/// `is_own` says that `start` are registers of the calling thread. Otherwise
/// the thread waits in a system call, and its stack may vanish at any time.
/// Async-signal-safe; takes no lock.
size_t walk_stack(const registers &start, bool is_own, code_place *places,
                  size_t capacity);

/// Returns the address where the function with the code at `pc` begins, as the
/// unwind tables have it; 0 if no table has `pc`. Async-signal-safe.
uintptr_t function_begin(uintptr_t pc);

} // namespace gmon

#endif // GMON_RT_UNWIND_STACK_H
