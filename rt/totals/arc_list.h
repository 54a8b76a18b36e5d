//===-- arc_list.h - A list of arcs -----------------------------*- C++ -*-===//
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

#ifndef GMON_RT_TOTALS_ARC_LIST_H
#define GMON_RT_TOTALS_ARC_LIST_H

#include "base/scratch_list.h"
#include "counting/arcs.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// A list in its own scratch memory. Counts are modulo 2^64.
class arc_list : public scratch_list<arc> {
public:
  /// Appends an item. Returns false if there is no memory.
  bool add(uint64_t key, uint64_t count) {
    return scratch_list::add({key, count});
  }

  /// Sorts by key.
  void sort();

  /// Adds the counts of adjacent items with the same key, and drops sums of 0.
  void merge();

  /// Of adjacent items with the same key, keeps the one with the largest count.
  void keep_largest();
};

} // namespace gmon

#endif // GMON_RT_TOTALS_ARC_LIST_H
