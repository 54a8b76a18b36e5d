//===-- thread_counts.h - What each thread did ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With threads=1, a region belongs to one thread, even after the thread's end.
// A file beside the profile contains each thread's samples and calls.
// Everything here is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_THREAD_COUNTS_H
#define GMON_RT_SAMPLING_THREAD_COUNTS_H

#include <stdint.h>

namespace gmon {

struct region;

/// Counts `amount` samples of `thread`; 0 means the current thread.
void count_thread_samples(uint32_t thread, uint32_t amount);

/// Stops or resumes counting calls of threads.
void stop_thread_counts(bool stopped);

/// Resets the counts of all threads.
void clear_thread_counts(bool stopped);

/// Returns the number of the thread's calls in the profile.
uint64_t thread_calls(const region *of, bool stopped);

} // namespace gmon

#endif // GMON_RT_SAMPLING_THREAD_COUNTS_H
