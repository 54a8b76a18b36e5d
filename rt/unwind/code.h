//===-- code.h - What instructions say of a frame ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linkers make stubs without tables, and tables do not have what an unknown
// register had. The code itself has the answer. It is read with care, because
// an address may be any word. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_UNWIND_CODE_H
#define GMON_RT_UNWIND_CODE_H

#include <stdint.h>

namespace gmon {

/// Whether the instruction in front of `address` is a call. If it is a direct
/// call, sets `target` to its target, else to 0.
bool follows_call(uintptr_t address, uintptr_t &target);

/// If the instruction in front of `address` calls, directly or through a stub,
/// a function that begins not far in front of `pc`, returns where that begins.
/// Else returns 0.
uintptr_t called_function(uintptr_t address, uintptr_t pc);

/// Whether the instruction at `pc` is in a stub through which calls go to
/// another module. Sets `pushed` to the number of bytes that the stub has
/// pushed so far.
bool is_in_stub(uintptr_t pc, unsigned &pushed);

/// Finds the distance from the stack pointer to the frame pointer in a function
/// that begins at `function`, sets up a frame pointer, preserves `num_saved`
/// other registers, and calls at `pc`. That is a guess if the function
/// allocates a frame of variable size, or arguments. Returns -1 if calls leave
/// nothing on the stack.
int64_t frame_pointer_distance(uintptr_t function, uintptr_t pc,
                               unsigned num_saved);

} // namespace gmon

#endif // GMON_RT_UNWIND_CODE_H
