//===-- counted_calls.h - Calls counted by callers --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the calls that no hook counts: see gmon_group in
// gmon/abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_COUNTED_CALLS_H
#define GMON_RT_TOTALS_COUNTED_CALLS_H

#include "counting/functions.h"

namespace gmon {

/// A call that the caller counts.
struct counted_call {
  uintptr_t caller; ///< an address inside the call instruction
  /// The called function; 0 if the call may have entered a hook: see
  /// gmon_outgoing_call.
  uintptr_t self;
  uint64_t count;   ///< number of calls: not 0
  bool by_block;    ///< counted by the block's counter, not by its own
  const char *name; ///< of an outgoing call's function, in the module
};

/// Calls `visit` with each call site that counted a call. Returns false if
/// there is no memory. Async-signal-safe.
bool for_each_counted_call(const template_copy &counters,
                           void (*visit)(const counted_call &, void *argument),
                           void *argument);

} // namespace gmon

#endif // GMON_RT_TOTALS_COUNTED_CALLS_H
