//===-- samples.cpp - Sampling the program counter ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bins have 32 bits. Only pages of bins with samples cost memory; a bitmap
// records which pages those are. The same timer serves profil(3).
//
//===----------------------------------------------------------------------===//

#include "sampling/samples.h"
#include "base/memory.h"
#include "process/module.h"
#include "process/process.h"
#include "settings/series.h"

namespace gmon {

namespace {

/// The samples of a series.
struct histogram {
  sample_bins bins;
  uint32_t num_late, num_elsewhere;
};

} // namespace

static constinit histogram histograms[most_series] = {};
static uintptr_t sample_low, sample_high = UINTPTR_MAX;
static bool sampling;

/// The arguments of profil(3); `buffer` is null while it is off.
static struct {
  unsigned short *buffer;
  size_t num_bins;
  size_t offset;
  unsigned scale;
} user;

static bool has_bin(const histogram &h, uintptr_t pc) {
  return pc >= sample_low && pc < sample_high &&
         pc - module().text_low < h.bins.num_bins * bin_bytes();
}

/// Counts samples in the profile. Async-signal-safe.
static void count_own(histogram &h, uintptr_t pc, uint32_t amount) {
  if (!has_bin(h, pc)) {
    __atomic_fetch_add(&h.num_elsewhere, amount, __ATOMIC_RELAXED);
    return;
  }
  h.bins.add((pc - module().text_low) / bin_bytes(), amount);
  if (amount > 1)
    __atomic_fetch_add(&h.num_late, amount - 1, __ATOMIC_RELAXED);
}

/// Counts samples in the buffer of profil(3). Async-signal-safe.
static void count_for_user(uintptr_t pc, uint32_t amount) {
  unsigned short *buffer = __atomic_load_n(&user.buffer, __ATOMIC_ACQUIRE);
  if (!buffer || pc < user.offset)
    return;
  // The scale is a fixed-point number with 16 fractional bits.
  size_t index = (pc - user.offset) / 2;
  size_t bin =
      (index / 65536) * user.scale + (index % 65536) * user.scale / 65536;
  if (bin < user.num_bins)
    __atomic_fetch_add(&buffer[bin], (unsigned short)amount, __ATOMIC_RELAXED);
}

bool count_sample(unsigned series, uintptr_t pc, uint32_t amount) {
  bool counted = __atomic_load_n(&sampling, __ATOMIC_RELAXED);
  if (counted)
    count_own(histograms[series], pc, amount);
  if (series == 0)
    count_for_user(pc, amount);
  return counted;
}

/// Maps the bins, unless they are there. Returns false if there is no memory.
static bool make_bins(sample_bins &bins) {
  if (bins.counts)
    return true;
  uintptr_t size = module().text_high - module().text_low;
  if (module().text_high <= module().text_low)
    return false;
  sample_bins made = {};
  made.num_bins = (size + bin_bytes() - 1) / bin_bytes();
  made.counts =
      static_cast<uint32_t *>(map_zeros(made.num_bins * sizeof(uint32_t)));
  made.pages_hit =
      static_cast<uint64_t *>(map_zeros(made.page_words() * sizeof(uint64_t)));
  if (!made.counts || !made.pages_hit)
    return false;
  bins = made;
  return true;
}

void start_samples() {
  bool complete = true;
  for_each_series(
      [&](unsigned series) { complete &= make_bins(histograms[series].bins); });
  if (complete)
    __atomic_store_n(&sampling, true, __ATOMIC_RELEASE);
}

void stop_samples() { __atomic_store_n(&sampling, false, __ATOMIC_RELEASE); }

bool wants_samples() { return sampling || user.buffer; }

void limit_samples(uintptr_t low, uintptr_t high) {
  sample_low = low;
  sample_high = high;
}

void clear_samples() {
  for (histogram &h : histograms) {
    h.num_late = h.num_elsewhere = 0;
    if (!h.bins.num_bins)
      continue;
    zero(h.bins.counts, h.bins.num_bins * sizeof(uint32_t));
    zero(h.bins.pages_hit, h.bins.page_words() * sizeof(uint64_t));
  }
}

void release_samples() {
  for (histogram &h : histograms) {
    unmap(h.bins.counts, h.bins.num_bins * sizeof(uint32_t));
    unmap(h.bins.pages_hit, h.bins.page_words() * sizeof(uint64_t));
    h = {};
  }
}

void set_user_bins(unsigned short *buffer, size_t size, size_t offset,
                   unsigned scale) {
  // Prevents that the handler uses a mixture of old and new arguments.
  __atomic_store_n(&user.buffer, nullptr, __ATOMIC_RELEASE);
  if (!buffer)
    return;
  user.num_bins = size / sizeof(*buffer);
  user.offset = offset;
  user.scale = scale;
  __atomic_store_n(&user.buffer, buffer, __ATOMIC_RELEASE);
}

uint64_t total_samples() {
  uint64_t total = 0;
  for_each_series([&](unsigned series) { total += samples(series).total(); });
  return total;
}

bool has_samples() {
  bool has = false;
  for_each_series([&](unsigned series) {
    sample_bins bins = samples(series);
    has |= bins.next(0) != bins.num_bins;
  });
  return has;
}

uint32_t late_samples(unsigned series) { return histograms[series].num_late; }

uint32_t other_samples(unsigned series) {
  return histograms[series].num_elsewhere;
}

sample_bins samples(unsigned series) { return histograms[series].bins; }

} // namespace gmon
