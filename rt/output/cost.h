//===-- cost.h - What an entry hook costs -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures the time that counting adds to a call, for the profile's note.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_COST_H
#define GMON_RT_OUTPUT_COST_H

#include <stdint.h>

namespace gmon {

/// Returns how many picoseconds the hook adds to a call of an instrumented
/// function whose table contains the caller. The first call measures that, in
/// some microseconds. Async-signal-safe.
uint32_t hook_cost();

/// Returns how many picoseconds the caller's counter adds to a call. The first
/// call measures that. Async-signal-safe.
uint32_t counter_cost();

} // namespace gmon

#endif // GMON_RT_OUTPUT_COST_H
