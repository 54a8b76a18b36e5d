//===-- gmon_samples.h - Sampling the program counter -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A timer of the process's CPU time sends SIGPROF 100 times a second; the
// handler counts the program counter's bin.
//
// Several runtimes may be in a process, one a module. Each has a timer of its
// own, knows its own signals by their value, and passes others on.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_SAMPLES_H
#define GMON_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

inline constexpr uint32_t samples_per_second = 100;

/// Bytes of code that a bin covers.
inline constexpr uintptr_t bin_bytes = 2;

/// Counts samples of the module's code from now on. Not for signal handlers.
void start_samples();

/// Ends that. Async-signal-safe.
void stop_samples();

/// Leaves samples outside [low, high) out.
void limit_samples(uintptr_t low, uintptr_t high);

/// The child of a fork has no timer and no samples.
void restart_samples_after_fork();

/// Removes the signal handler if it is still in place: the module may be
/// unloaded. After stop_samples() only.
void remove_sample_handler();

/// Bins, the first of which begins at module().text_low. Async-signal-safe.
struct sample_bins {
  const uint32_t *counts;
  size_t num_bins;

  /// The first bin from `at` on that may have been hit, or num_bins.
  size_t next(size_t at) const;
};
sample_bins samples();

} // namespace gmon

#endif // GMON_SAMPLES_H
