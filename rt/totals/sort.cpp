//===-- sort.cpp - Sorting arcs -------------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The radix sort begins with the lowest digit. The halves of a key are offsets
// in a module. Most modules are small, so few digits differ.
//
//===----------------------------------------------------------------------===//

#include "totals/sort.h"
#include "base/heap_sort.h"

namespace gmon {

void sort_in_place(arc *items, size_t size) {
  heap_sort(items, size, [](const arc &a) { return a.key; });
}

namespace {

/// A digit of one half of a key. The smallest value of that half is subtracted
/// first, so a constant offset adds no digits.
struct digit {
  unsigned half; ///< number of bits to shift the key by
  uint32_t smallest;
  unsigned shift;

  size_t operator()(uint64_t key) const {
    return (uint32_t(key >> half) - smallest) >> shift & (num_digits - 1);
  }
};

} // namespace

/// Copies `size` items, sorted by one digit; the sort is stable.
static void sort_by_digit(const arc *source, arc *target, size_t size,
                          digit digit_of, uint32_t *places) {
  for (size_t i = 0; i != num_digits; ++i)
    places[i] = 0;
  for (size_t i = 0; i != size; ++i)
    ++places[digit_of(source[i].key)];
  uint32_t sum = 0;
  for (size_t i = 0; i != num_digits; ++i) {
    uint32_t count = places[i];
    places[i] = sum;
    sum += count;
  }
  for (size_t i = 0; i != size; ++i)
    target[places[digit_of(source[i].key)]++] = source[i];
}

arc *sort_between(arc *items, arc *other, size_t size, uint32_t *places) {
  for (unsigned half = 0; half != 64; half += 32) {
    uint32_t smallest = UINT32_MAX, largest = 0;
    for (size_t i = 0; i != size; ++i) {
      auto value = uint32_t(items[i].key >> half);
      smallest = value < smallest ? value : smallest;
      largest = value > largest ? value : largest;
    }
    uint64_t range = size ? largest - smallest : 0;
    for (unsigned shift = 0; range >> shift; shift += digit_bits) {
      sort_by_digit(items, other, size, {half, smallest, shift}, places);
      arc *source = items;
      items = other;
      other = source;
    }
  }
  return items;
}

} // namespace gmon
