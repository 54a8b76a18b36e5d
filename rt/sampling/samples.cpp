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

namespace gmon {

static constinit sample_bins bins = {};
static uint32_t num_late, num_elsewhere;
static uintptr_t sample_low, sample_high = UINTPTR_MAX;
static bool sampling;

/// The arguments of profil(3); `buffer` is null while it is off.
static struct {
  unsigned short *buffer;
  size_t num_bins;
  size_t offset;
  unsigned scale;
} user;

static bool has_bin(uintptr_t pc) {
  return pc >= sample_low && pc < sample_high &&
         pc - module().text_low < bins.num_bins * bin_bytes();
}

/// Counts samples in the profile. Async-signal-safe.
static void count_own(uintptr_t pc, uint32_t amount) {
  if (!has_bin(pc)) {
    __atomic_fetch_add(&num_elsewhere, amount, __ATOMIC_RELAXED);
    return;
  }
  bins.add((pc - module().text_low) / bin_bytes(), amount);
  if (amount > 1)
    __atomic_fetch_add(&num_late, amount - 1, __ATOMIC_RELAXED);
}

/// Counts samples in the buffer of profil(3). Async-signal-safe.
static void count_for_user(uintptr_t pc, uint32_t amount) {
  unsigned short *buffer = __atomic_load_n(&user.buffer, __ATOMIC_ACQUIRE);
  if (!buffer || pc < user.offset)
    return;
  // The scale is a fixed-point number with 16 fractional bits.
  size_t at = (pc - user.offset) / 2;
  size_t bin = (at / 65536) * user.scale + (at % 65536) * user.scale / 65536;
  if (bin < user.num_bins)
    __atomic_fetch_add(&buffer[bin], (unsigned short)amount, __ATOMIC_RELAXED);
}

bool count_sample(uintptr_t pc, uint32_t amount) {
  bool counted = __atomic_load_n(&sampling, __ATOMIC_RELAXED);
  if (counted)
    count_own(pc, amount);
  count_for_user(pc, amount);
  return counted;
}

void start_samples() {
  if (!bins.counts) {
    uintptr_t size = module().text_high - module().text_low;
    if (module().text_high <= module().text_low)
      return;
    sample_bins made = {};
    made.num_bins = (size + bin_bytes() - 1) / bin_bytes();
    made.counts =
        static_cast<uint32_t *>(map_zeros(made.num_bins * sizeof(uint32_t)));
    made.pages_hit = static_cast<uint64_t *>(
        map_zeros(made.page_words() * sizeof(uint64_t)));
    if (!made.counts || !made.pages_hit)
      return;
    bins = made;
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
  num_late = num_elsewhere = 0;
  if (!bins.num_bins)
    return;
  zero(bins.counts, bins.num_bins * sizeof(uint32_t));
  zero(bins.pages_hit, bins.page_words() * sizeof(uint64_t));
}

void release_samples() {
  unmap(bins.counts, bins.num_bins * sizeof(uint32_t));
  unmap(bins.pages_hit, bins.page_words() * sizeof(uint64_t));
  bins = {};
  num_late = num_elsewhere = 0;
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

uint32_t late_samples() { return num_late; }

uint32_t other_samples() { return num_elsewhere; }

sample_bins samples() { return bins; }

} // namespace gmon
