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

#include "gmon/abi.h"

namespace gmon {

/// A call that the caller counts.
struct counted_call {
  uintptr_t from; ///< an address inside the call instruction
  uintptr_t self; ///< the called function
  uint64_t count; ///< number of calls: not 0
  bool by_block;  ///< counted by the block's counter, not by its own
};

/// Calls `visit` with each call site that counted a call. The counters are in
/// `data`, a copy of the template. Returns false if there is no memory.
/// Async-signal-safe.
bool for_each_counted_call(const char *data,
                           void (*visit)(const counted_call &, void *argument),
                           void *argument);

/// A call of a function that may have no hook: see gmon_outgoing_call.
struct outgoing_call {
  uintptr_t from;   ///< an address inside the call
  const char *name; ///< of the called function, in the module
  uint64_t count;   ///< not 0
};

/// Calls `visit` with each outgoing call that was made. The counters are in
/// `data`, a copy of the template. Async-signal-safe.
void for_each_outgoing_call(const char *data,
                            void (*visit)(const outgoing_call &,
                                          void *argument),
                            void *argument);

} // namespace gmon

#endif // GMON_RT_TOTALS_COUNTED_CALLS_H
