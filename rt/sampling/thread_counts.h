//===-- thread_counts.h - What each thread did ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With threads=1 a region stays with its thread, also when that is gone, and a
// file beside the profile has the samples and the calls of each. Everything
// here is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_THREAD_COUNTS_H
#define GMON_RT_SAMPLING_THREAD_COUNTS_H

#include <stdint.h>

namespace gmon {

struct region;

/// Counts samples of `thread`; of the one that calls if that is 0.
void count_thread_samples(uint32_t thread, uint32_t amount);

/// Leaves out the calls made from now on, or counts them again.
void stop_thread_counts(bool stopped);

/// Forgets what was counted.
void clear_thread_counts(bool stopped);

/// How many calls the thread made that are to be shown.
uint64_t thread_calls(const region *of, bool stopped);

} // namespace gmon

#endif // GMON_RT_SAMPLING_THREAD_COUNTS_H
