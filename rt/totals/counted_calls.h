//===-- counted_calls.h - Calls counted by callers --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of functions that have no hook: see gmon_call_site in abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_COUNTED_CALLS_H
#define GMON_RT_TOTALS_COUNTED_CALLS_H

#include "gmon/abi.h"

namespace gmon {

/// A call that its caller counts.
struct counted_call {
  uintptr_t from; ///< an address inside the call
  uintptr_t self; ///< of the called function
  uint64_t count; ///< of the times that it was made: not 0
  bool by_block;  ///< by its block's counter, not one of its own
};

/// Calls `visit` with each call that callers count and that was made, by the
/// counters in `data`, a copy of the template section. Returns false where there
/// is no memory for it. Async-signal-safe.
bool for_each_counted_call(const char *data,
                           void (*visit)(const counted_call &, void *argument),
                           void *argument);

} // namespace gmon

#endif // GMON_RT_TOTALS_COUNTED_CALLS_H
