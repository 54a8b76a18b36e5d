//===-- time.h - Spans of time in nanoseconds -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything here is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_TIME_H
#define GMON_RT_BASE_TIME_H

#include "base/arch.h"

#include <stdint.h>
#include <sys/time.h>
#include <time.h>

namespace gmon {

inline constexpr int64_t nanoseconds_per_second = 1000000000;

inline uint64_t nanoseconds(const timespec &time) {
  return uint64_t(time.tv_sec) * nanoseconds_per_second +
         uint64_t(time.tv_nsec);
}

inline timespec timespec_of(uint64_t nanoseconds) {
  return {time_t(nanoseconds / nanoseconds_per_second),
          long(nanoseconds % nanoseconds_per_second)};
}

inline timeval timeval_of(uint64_t nanoseconds) {
  return {time_t(nanoseconds / nanoseconds_per_second),
          suseconds_t(nanoseconds % nanoseconds_per_second / 1000)};
}

/// Reads a clock by a system call. Returns 0 or a negative error number.
inline long read_clock(int32_t clock, uint64_t &now) {
  timespec time = {};
  long error =
      raw_syscall(SYS_clock_gettime, clock, reinterpret_cast<long>(&time));
  now = nanoseconds(time);
  return error;
}

/// The kernel's number of the clock of a thread's CPU time.
inline int32_t cpu_clock(uint32_t thread) { return int32_t(~thread << 3 | 6); }

/// The CPU time of a thread of this process, in nanoseconds; 0 if the thread is
/// gone.
inline uint64_t cpu_time(uint32_t thread) {
  uint64_t time;
  read_clock(cpu_clock(thread), time);
  return time;
}

} // namespace gmon

#endif // GMON_RT_BASE_TIME_H
