//===-- samples.cpp - Sampling the program counter ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bins are 32 bits wide and lie in memory of which only what is hit is touched;
// a bitmap of their pages says where to look. profil(3) is served by the same
// timer.
//
//===----------------------------------------------------------------------===//

#include "sampling/samples.h"
#include "base/memory.h"
#include "process/module.h"
#include "process/process.h"
#include "sampling/thread_counts.h"

namespace gmon {

static constexpr size_t bins_per_page = 1024;
static constexpr size_t bits_per_word = 64;

static uint32_t *bins;
static uint64_t *pages_hit;
static size_t num_bins;
static uint32_t num_late;
static uintptr_t sample_low, sample_high = UINTPTR_MAX;
static bool sampling;

/// What profil(3) was told; `buffer` is null while it is off.
static struct {
  unsigned short *buffer;
  size_t num_bins;
  size_t offset;
  unsigned scale;
} user;

static size_t page_words() {
  return num_bins / bins_per_page / bits_per_word + 1;
}

void count_sample(uintptr_t pc, uint32_t amount, uint32_t thread) {
  if (__atomic_load_n(&sampling, __ATOMIC_RELAXED) && pc >= sample_low &&
      pc < sample_high && pc - module().text_low < num_bins * bin_bytes()) {
    size_t bin = (pc - module().text_low) / bin_bytes();
    __atomic_fetch_add(&bins[bin], amount, __ATOMIC_RELAXED);
    size_t page = bin / bins_per_page;
    __atomic_fetch_or(&pages_hit[page / bits_per_word],
                      uint64_t(1) << page % bits_per_word, __ATOMIC_RELAXED);
    if (amount > 1)
      __atomic_fetch_add(&num_late, amount - 1, __ATOMIC_RELAXED);
    if (options().threads)
      count_thread_samples(thread, amount);
  }
  if (unsigned short *buffer =
          __atomic_load_n(&user.buffer, __ATOMIC_ACQUIRE)) {
    // The scale is a fixed-point fraction, with 16 bits behind the point.
    size_t at = (pc - user.offset) / 2;
    size_t bin = (at / 65536) * user.scale + (at % 65536) * user.scale / 65536;
    if (pc >= user.offset && bin < user.num_bins)
      __atomic_fetch_add(&buffer[bin], (unsigned short)amount,
                         __ATOMIC_RELAXED);
  }
}

void start_samples() {
  if (!bins) {
    uintptr_t size = module().text_high - module().text_low;
    if (module().text_high <= module().text_low)
      return;
    num_bins = (size + bin_bytes() - 1) / bin_bytes();
    bins = static_cast<uint32_t *>(map_zeros(num_bins * sizeof(uint32_t)));
    pages_hit =
        static_cast<uint64_t *>(map_zeros(page_words() * sizeof(uint64_t)));
    if (!bins || !pages_hit) {
      num_bins = 0;
      return;
    }
  }
  __atomic_store_n(&sampling, true, __ATOMIC_RELEASE);
}

void stop_samples() { __atomic_store_n(&sampling, false, __ATOMIC_RELEASE); }

bool wants_samples() { return sampling || user.buffer; }

void limit_samples(uintptr_t low, uintptr_t high) {
  sample_low = low;
  sample_high = high;
}

void clear_samples() {
  num_late = 0;
  if (!num_bins)
    return;
  zero(bins, num_bins * sizeof(uint32_t));
  zero(pages_hit, page_words() * sizeof(uint64_t));
}

void release_samples() {
  unmap(bins, num_bins * sizeof(uint32_t));
  unmap(pages_hit, page_words() * sizeof(uint64_t));
  bins = nullptr;
  pages_hit = nullptr;
  num_bins = 0;
  num_late = 0;
}

void set_user_bins(unsigned short *buffer, size_t size, size_t offset,
                   unsigned scale) {
  // The handler must not see a mixture of the old and the new.
  __atomic_store_n(&user.buffer, nullptr, __ATOMIC_RELEASE);
  if (!buffer)
    return;
  user.num_bins = size / sizeof(*buffer);
  user.offset = offset;
  user.scale = scale;
  __atomic_store_n(&user.buffer, buffer, __ATOMIC_RELEASE);
}

uint32_t late_samples() { return num_late; }

sample_bins samples() { return {bins, num_bins}; }

/// The first of the bins [at, end) that was hit, or end.
static size_t next_in_page(const uint32_t *counts, size_t at, size_t end) {
  // Pages are mostly empty: several bins at a time.
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
