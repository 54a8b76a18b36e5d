//===-- unwind.h - Out of the C library -------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that waits is in the C library, whose unwind tables lead to the
// caller. Only pc and sp of the thread are known. On x86-64, where return
// addresses are on the stack, that is enough for functions without a frame
// pointer.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_UNWIND_H
#define GMON_RT_SAMPLING_UNWIND_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Finds the unwind tables. Not for signal handlers.
void find_unwind_tables();

/// Reads `size` bytes at `address`. Returns false if they are not mapped.
/// Async-signal-safe.
bool read_memory(uintptr_t address, void *to, size_t size);

/// Changes `pc` and `sp` from a function of the C library to its caller.
/// `inner` says that the function at `pc` is the innermost. Returns false if
/// the caller is unknown. Async-signal-safe.
bool unwind_call(uintptr_t &pc, uintptr_t &sp, bool inner);

} // namespace gmon

#endif // GMON_RT_SAMPLING_UNWIND_H
