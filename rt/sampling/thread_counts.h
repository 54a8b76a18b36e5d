//===-- thread_counts.h - What each thread did ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With threads=1, a region belongs to one thread, even after the thread's end.
// The sidecar file of the process contains each thread's calls. Everything here
// is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_THREAD_COUNTS_H
#define GMON_RT_SAMPLING_THREAD_COUNTS_H

#include "process/process.h"

namespace gmon {

/// Stops or resumes counting calls of threads.
void stop_thread_counts(bool stopped);

/// Resets the calls of all threads.
void clear_thread_counts(bool stopped);

/// Calls `visit` with the calls of each thread in the profile.
void for_each_calls(calls_visitor *visit, void *to);

} // namespace gmon

#endif // GMON_RT_SAMPLING_THREAD_COUNTS_H
