//===-- samples.h - Sampling the program counter ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The histogram of the module: how often the program counter was found where.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_SAMPLES_H
#define GMON_RT_SAMPLING_SAMPLES_H

#include "sampling/sample_bins.h"
#include "settings/options.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Bytes of code that a bin covers.
/// Async-signal-safe.
inline uintptr_t bin_bytes() { return options().bin; }

/// Counts samples of the module's code from now on. Async-signal-safe.
void start_samples();

/// Ends that. Async-signal-safe.
void stop_samples();

/// Counts `amount` samples of `thread`, or of the one that calls if that is 0,
/// at `pc`, if it lies in the module and samples are counted.
/// Async-signal-safe.
void count_sample(uintptr_t pc, uint32_t amount, uint32_t thread);

/// Whether there is anything that samples are counted for. Async-signal-safe.
bool wants_samples();

/// Leaves samples outside [low, high) out.
void limit_samples(uintptr_t low, uintptr_t high);

/// Counts all samples in `buffer` of `size` bytes, too, as profil(3) says; null
/// ends that. The process is locked.
void set_user_bins(unsigned short *buffer, size_t size, size_t offset,
                   unsigned scale);

/// Forgets all samples. Async-signal-safe.
void clear_samples();

/// Gives the memory of samples back: the module is being unloaded.
void release_samples();

/// The number of samples that were counted together with another one, at the
/// same interrupt. Async-signal-safe.
uint32_t late_samples();

/// The bins, the first of which begins at module().text_low.
/// Async-signal-safe.
sample_bins samples();

} // namespace gmon

#endif // GMON_RT_SAMPLING_SAMPLES_H
