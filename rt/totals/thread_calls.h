//===-- thread_calls.h - Calls of each thread -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With threads=1, a region belongs to one thread, even after the thread's end.
// The sidecar file of the process contains each thread's calls.
//
// A library's runtime leaves the process when the library is unloaded, or when
// its destructors run at exit. Its profile stays, and later sidecar files
// describe that profile, too. So the host keeps how many calls of the library
// each thread made. A library that is loaded again replaces its profile, and
// these numbers.
//
// Everything here is async-signal-safe. The process is locked during all calls.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_THREAD_CALLS_H
#define GMON_RT_TOTALS_THREAD_CALLS_H

#include "process/process.h"

namespace gmon {

/// Stops or resumes counting calls of threads in this module.
void stop_thread_calls(bool stopped);

/// Resets the calls of all threads in this module.
void clear_thread_calls(bool stopped);

/// Calls `visit` with the calls of each thread in this module's profile.
void for_each_calls(calls_visitor *visit, void *argument);

/// Keeps the calls of each thread in the library `leaving`. Without memory,
/// they are lost.
void keep_thread_calls(member &leaving);

/// Forgets the calls of the library `entering` when it was loaded before.
void drop_kept_calls(member &entering);

/// Calls `visit` with the kept calls of each thread, once for each library.
void for_each_kept_calls(calls_visitor *visit, void *argument);

/// Forgets all kept calls.
void forget_kept_calls();

} // namespace gmon

#endif // GMON_RT_TOTALS_THREAD_CALLS_H
