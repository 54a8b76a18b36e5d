//===-- call_times.h - Time in a library's functions ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls that rt/mpi measures, by gmon/job.h: number, elapsed time and
// bytes, by function and number of processes of the communicator. Any thread
// counts, without a lock.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_CALL_TIMES_H
#define GMON_RT_COUNTING_CALL_TIMES_H

#include <stdint.h>

struct gmon_call;

namespace gmon {

/// The calls of one function with communicators of one size.
struct call_times {
  const char *name;
  uint32_t communicator; ///< number of its processes; 0: none, or not known
  uint64_t calls, nanoseconds, bytes;
};

using call_times_visitor = void(const call_times &times, void *argument);

/// Adds a call.
void add_call(gmon_call &call, uint32_t communicator, uint64_t nanoseconds,
              uint64_t bytes);

/// Calls `visit` with what was counted; calls of one function with
/// communicators of one size may be in several parts. Async-signal-safe.
void for_each_call_times(call_times_visitor *visit, void *argument);

/// Resets the counts. Async-signal-safe.
void clear_call_times();

} // namespace gmon

#endif // GMON_RT_COUNTING_CALL_TIMES_H
