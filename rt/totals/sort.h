//===-- sort.h - Sorting arcs -----------------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts by key; the order of equal keys is undefined. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_SORT_H
#define GMON_RT_TOTALS_SORT_H

#include "counting/arcs.h"

namespace gmon {

inline constexpr unsigned digit_bits = 11;
inline constexpr size_t num_digits = size_t(1) << digit_bits;

/// The number of items from which sort_between() is faster than
/// sort_in_place(), including the time to map memory.
inline constexpr size_t worth_a_mapping = 1024;

/// Sorts `size` items in time O(size * log(size)), without extra memory.
void sort_in_place(arc *items, size_t size);

/// Sorts `size` items, fewer than 2^32, in time O(size), by the digits in which
/// the keys differ. `other` has room for `size` items, `places` for num_digits
/// numbers. Returns the array with the sorted items: `items` or `other`.
arc *sort_between(arc *items, arc *other, size_t size, uint32_t *places);

} // namespace gmon

#endif // GMON_RT_TOTALS_SORT_H
