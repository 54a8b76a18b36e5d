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
static size_t next_in_page(const uint32_t *counts, size_t at, size_t end) {
  // Most bins of a page are empty, so this checks several at a time.
  constexpr size_t step = 8;
  for (; at < end; ++at) {
    while (at % step == 0 && end - at >= step) {
      uint32_t any = 0;
      for (size_t i = 0; i != step; ++i)
        any |= counts[at + i];
      if (any)
        break;
      at += step;
    }
    if (at >= end || counts[at])
      break;
  }
  return at;
}

size_t sample_bins::next(size_t at) const {
  while (at < num_bins) {
    size_t page = at / bins_per_page;
    size_t end = (page + 1) * bins_per_page;
    if (end > num_bins)
      end = num_bins;
    if (pages_hit[page / bits_per_word] >> page % bits_per_word & 1)
      at = next_in_page(counts, at, end);
    else
      at = end;
    if (at < end)
      return at;
  }
  return num_bins;
}

uint64_t sample_bins::total() const {
  uint64_t sum = 0;
  for (size_t at = next(0); at < num_bins; at = next(at + 1))
    sum += counts[at];
  return sum;
}

} // namespace gmon
