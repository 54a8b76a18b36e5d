//===-- cost.h - What an entry hook costs -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_COST_H
#define GMON_RT_OUTPUT_COST_H

#include <stdint.h>

namespace gmon {

/// Picoseconds that a call of an instrumented function takes longer for its
/// hook, if its caller is known already. Measured at the first call of this, in
/// some microseconds. Async-signal-safe.
uint32_t hook_cost();

/// Picoseconds that a call takes longer for the counter of its caller's,
/// likewise.
uint32_t counter_cost();

} // namespace gmon

#endif // GMON_RT_OUTPUT_COST_H
