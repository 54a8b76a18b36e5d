//===-- heap_sort.h - Sorting without memory --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A heap sort: it needs neither other memory nor a deep stack. The order of
// equal keys is undefined. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_HEAP_SORT_H
#define GMON_RT_BASE_HEAP_SORT_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Whether the first item belongs in front of the second one.
using item_order = bool(const void *, const void *);

/// Sorts `count` items of `words` words in time O(count * log(count)), or
/// O(count) if they are sorted.
void heap_sort(void *items, size_t count, size_t words, item_order *is_less);

/// Sorts `size` items by key.
template <typename Item, typename Key>
void heap_sort(Item *items, size_t size, Key) {
  static_assert(sizeof(Item) % sizeof(uint64_t) == 0);
  heap_sort(items, size, sizeof(Item) / sizeof(uint64_t),
            [](const void *a, const void *b) {
              const Key key_of;
              return key_of(*static_cast<const Item *>(a)) <
                     key_of(*static_cast<const Item *>(b));
            });
}

/// Sorts `size` items by key, makes one of those with equal keys, whose count
/// is the sum of theirs modulo 2^64, and drops it if that is 0. Returns the
/// number of items that are left in front.
template <typename Item, typename Key>
size_t sort_and_sum(Item *items, size_t size, Key key_of) {
  heap_sort(items, size, key_of);
  size_t left = 0;
  for (size_t i = 0; i != size;) {
    Item sum = items[i];
    while (++i != size && key_of(items[i]) == key_of(sum))
      sum.count += items[i].count;
    if (sum.count)
      items[left++] = sum;
  }
  return left;
}

} // namespace gmon

#endif // GMON_RT_BASE_HEAP_SORT_H
