//===-- sample_bins.h - Samples by address ----------------------*- C++ -*-===//
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

#ifndef GMON_RT_SAMPLING_SAMPLE_BINS_H
#define GMON_RT_SAMPLING_SAMPLE_BINS_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Counts of samples, most of them 0. A bitmap records which pages of bins
/// contain samples.
struct sample_bins {
  static constexpr size_t bins_per_page = 1024;
  static constexpr size_t bits_per_word = 64;

  uint32_t *counts;
  size_t num_bins;
  uint64_t *pages_hit;

  size_t page_words() const {
    return num_bins / bins_per_page / bits_per_word + 1;
  }

  /// Adds to the count of a bin. Other threads may add at the same time.
  void add(size_t bin, uint32_t amount) {
    __atomic_fetch_add(&counts[bin], amount, __ATOMIC_RELAXED);
    size_t page = bin / bins_per_page;
    __atomic_fetch_or(&pages_hit[page / bits_per_word],
                      uint64_t(1) << page % bits_per_word, __ATOMIC_RELAXED);
  }

  /// Returns the first bin from `bin` on that has samples, or num_bins.
  size_t next(size_t bin) const;

  /// Returns the number of samples.
  uint64_t total() const;
};

} // namespace gmon

#endif // GMON_RT_SAMPLING_SAMPLE_BINS_H
