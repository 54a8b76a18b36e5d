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
// module, not of a thread.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_CALLERS_H
#define GMON_RT_COUNTING_CALLERS_H

#include "counting/arcs.h"

namespace gmon {

/// Returns a number of the return address `from`, from 1 on, or 0 if there is
/// no memory. `memory` is that of the shared region. Two threads that ask for a
/// new address at once may get two numbers. Takes no lock; async-signal-safe,
/// and calls no function of the C library.
uint32_t number_of_caller(arena &memory, uintptr_t from);

/// No number is greater. Async-signal-safe.
uint32_t last_caller();

/// The numbers, by return address; 0 if an address has none yet.
/// Async-signal-safe.
const arc_table &numbered_callers();

/// Empties the table when release_regions() frees its memory.
void forget_callers();

} // namespace gmon

#endif // GMON_RT_COUNTING_CALLERS_H
