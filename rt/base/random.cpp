//===-- random.cpp - Random numbers for sampling --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sequence of fractions of 2^64, each of which is the one before plus the
// golden ratio. The process id and the time choose where it begins.
//
//===----------------------------------------------------------------------===//

#include "base/random.h"
#include "base/system.h"
#include "base/time.h"

namespace gmon {

/// The last number as a fraction of 2^64, or 0 if there was none.
static uint64_t last;

/// Distributes the differences of numbers over all bits.
static uint64_t mixed(uint64_t number) {
  for (int i = 0; i != 3; ++i) {
    number ^= number >> 32;
    number *= 0x9e3779b97f4a7c15;
  }
  return number ^ number >> 32;
}

uint64_t random_up_to(uint64_t limit) {
  if (!__atomic_load_n(&last, __ATOMIC_RELAXED)) {
    uint64_t now, nothing = 0;
    read_clock(CLOCK_MONOTONIC, now);
    __atomic_compare_exchange_n(
        &last, &nothing, mixed(now ^ uint64_t(kernel::getpid()) << 40) | 1,
        false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
  // Multiples of the golden ratio are the most evenly distributed.
  uint64_t fraction =
      __atomic_add_fetch(&last, 0x9e3779b97f4a7c15, __ATOMIC_RELAXED);
  return ((fraction >> 32) * limit >> 32) + 1;
}

void reseed_random() { __atomic_store_n(&last, 0, __ATOMIC_RELAXED); }

} // namespace gmon
