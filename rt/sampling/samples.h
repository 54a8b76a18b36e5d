//===-- samples.h - Sampling the program counter ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The histograms of the module: the number of samples of each series
// (settings/series.h) at each address.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_SAMPLES_H
#define GMON_RT_SAMPLING_SAMPLES_H

#include "sampling/sample_bins.h"
#include "settings/options.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Bytes of code per histogram bin. Async-signal-safe.
inline uintptr_t bin_bytes() { return options().bin; }

/// Starts counting samples of the module's code. Async-signal-safe.
void start_samples();

/// Stops counting samples. Async-signal-safe.
void stop_samples();

/// If samples are counted, counts `amount` samples of a series at `pc`, or as
/// other_samples(). Returns whether the profile counts samples.
/// Async-signal-safe.
bool count_sample(unsigned series, uintptr_t pc, uint32_t amount);

/// Whether anything in the module counts samples. Async-signal-safe.
bool wants_samples();

/// Ignores samples outside [low, high).
void limit_samples(uintptr_t low, uintptr_t high);

/// Starts counting samples of the first series in `buffer` of `size` bytes,
/// too, as profil(3) describes. A null `buffer` stops that. The process is
/// locked.
void set_user_bins(unsigned short *buffer, size_t size, size_t offset,
                   unsigned scale);

/// Resets all counts of samples. Async-signal-safe.
void clear_samples();

/// Frees the memory of samples, because the module is being unloaded.
void release_samples();

/// The number of samples of all series, and whether there are some.
/// Async-signal-safe.
uint64_t total_samples();
bool has_samples();

// Of a series:

/// The number of samples that were counted at the same interrupt as another.
/// Async-signal-safe.
uint32_t late_samples(unsigned series);

/// The number of samples of the process outside the addresses that the bins
/// count. Async-signal-safe.
uint32_t other_samples(unsigned series);

/// The bins. The first bin begins at module().text_low. Async-signal-safe.
sample_bins samples(unsigned series);

} // namespace gmon

#endif // GMON_RT_SAMPLING_SAMPLES_H
