//===-- unwind.h - Out of the C library -------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that waits does so in the C library, whose unwind tables say where
// it was called from. Of the thread no registers are known but two; that is
// enough for functions without a frame pointer, on x86-64, where return
// addresses lie on the stack.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_UNWIND_H
#define GMON_RT_SAMPLING_UNWIND_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Finds the tables. Not for signal handlers.
void find_unwind_tables();

/// Reads `size` bytes at `address`, which may be gone. Returns false if it is.
/// Async-signal-safe.
bool read_memory(uintptr_t address, void *to, size_t size);

/// Brings `pc` and `sp` from a function of the C library to its caller; `inner`
/// says that nothing was called at `pc`. Returns false where that is not known.
/// Async-signal-safe.
bool unwind_call(uintptr_t &pc, uintptr_t &sp, bool inner);

} // namespace gmon

#endif // GMON_RT_SAMPLING_UNWIND_H
