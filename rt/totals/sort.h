//===-- sort.h - Sorting arcs -----------------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By key, in no order among equal ones. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_SORT_H
#define GMON_RT_TOTALS_SORT_H

#include "counting/arcs.h"

namespace gmon {

inline constexpr unsigned digit_bits = 11;
inline constexpr size_t num_digits = size_t(1) << digit_bits;

/// From so many items on, sort_between() takes less time than sort_in_place(),
/// memory for it included.
inline constexpr size_t worth_a_mapping = 1024;

/// Sorts `size` items in time proportional to size * log(size), and without
/// memory.
void sort_in_place(arc *items, size_t size);

/// Sorts `size` items, fewer than 2^32, in time proportional to size, by the
/// digits in which halves of keys differ. `other` has room for as many,
/// `places` for num_digits. Returns where the sorted items are: `items` or
/// `other`.
arc *sort_between(arc *items, arc *other, size_t size, uint32_t *places);

} // namespace gmon

#endif // GMON_RT_TOTALS_SORT_H
