//===-- sample_bins.cpp - Samples by address ------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds bins with samples: looks only at pages that have any.
//
//===----------------------------------------------------------------------===//

#include "sampling/sample_bins.h"

namespace gmon {

/// Returns the first bin of [at, end) with samples, or `end`.
static size_t next_in_page(const uint32_t *counts, size_t bin, size_t end) {
  // Most bins of a page are empty, so this checks several at a time.
  constexpr size_t step = 8;
  for (; bin < end; ++bin) {
    while (bin % step == 0 && end - bin >= step) {
      uint32_t any = 0;
      for (size_t i = 0; i != step; ++i)
        any |= counts[bin + i];
      if (any)
        break;
      bin += step;
    }
    if (bin >= end || counts[bin])
      break;
  }
  return bin;
}

size_t sample_bins::next(size_t bin) const {
  while (bin < num_bins) {
    size_t page = bin / bins_per_page;
    size_t end = (page + 1) * bins_per_page;
    if (end > num_bins)
      end = num_bins;
    if (pages_hit[page / bits_per_word] >> page % bits_per_word & 1)
      bin = next_in_page(counts, bin, end);
    else
      bin = end;
    if (bin < end)
      return bin;
  }
  return num_bins;
}

uint64_t sample_bins::total() const {
  uint64_t sum = 0;
  for (size_t bin = next(0); bin < num_bins; bin = next(bin + 1))
    sum += counts[bin];
  return sum;
}

} // namespace gmon
