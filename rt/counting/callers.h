//===-- callers.h - Callers in other modules --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A key of an arc table has 32 bits for the caller. The return address of a
// caller in another module may be too far away for an offset
// (process/module.h). So such addresses are numbered. Numbers are of the
// module, not of a thread, and the child of a fork keeps them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_CALLERS_H
#define GMON_RT_COUNTING_CALLERS_H

#include "counting/arcs.h"

namespace gmon {

/// Returns a number of the return address `caller`, from 1 on, or 0 if there is
/// no memory. An address may have several numbers: two threads may ask for it
/// at once, or the table may have grown. Takes no lock; async-signal-safe, and
/// calls no function of the C library.
uint32_t number_of_caller(uintptr_t caller);

/// No number is greater. Async-signal-safe.
uint32_t last_caller();

/// The addresses of the first numbers, by number minus 1; null if there are
/// none. Async-signal-safe.
inline constexpr uint32_t num_caller_slots = 1 << 14;
const uintptr_t *caller_slots();

/// The other numbers, by return address; 0 if an address has none yet.
/// Async-signal-safe.
const arc_table &numbered_callers();

/// Empties the table and frees its memory.
void forget_callers();

} // namespace gmon

#endif // GMON_RT_COUNTING_CALLERS_H
