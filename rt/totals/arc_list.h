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

#include "base/memory.h"
#include "counting/arcs.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// A list in its own scratch memory. Counts are modulo 2^64.
class arc_list {
public:
  ~arc_list() { unmap_scratch(items, capacity * sizeof(arc)); }
  arc_list() = default;
  arc_list(const arc_list &) = delete;
  arc_list &operator=(const arc_list &) = delete;

  /// Exchanges the contents of this list and `from`.
  void swap(arc_list &from) {
    arc *other_items = from.items;
    size_t other_size = from.size, other_capacity = from.capacity;
    from.items = items;
    from.size = size;
    from.capacity = capacity;
    items = other_items;
    size = other_size;
    capacity = other_capacity;
  }

  size_t count() const { return size; }

  /// Appends an item. Returns false if there is no memory.
  bool add(uint64_t key, uint64_t count);

  /// Sorts by key.
  void sort();

  /// Adds the counts of adjacent items with the same key, and drops sums of 0.
  void merge();

  /// Of adjacent items with the same key, keeps the one with the largest count.
  void keep_largest();

  const arc *begin() const { return items; }
  const arc *end() const { return items + size; }

private:
  arc *items = nullptr;
  size_t size = 0;
  size_t capacity = 0;
};

} // namespace gmon

#endif // GMON_RT_TOTALS_ARC_LIST_H
