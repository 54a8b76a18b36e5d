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

namespace gmon {

/// Moves items[root] down until the first `size` items are a heap.
template <typename Item, typename Key>
void sift_down(Item *items, size_t root, size_t size, Key key_of) {
  Item moved = items[root];
  for (;;) {
    size_t child = 2 * root + 1;
    if (child >= size)
      break;
    if (child + 1 < size && key_of(items[child]) < key_of(items[child + 1]))
      ++child;
    if (key_of(items[child]) <= key_of(moved))
      break;
    items[root] = items[child];
    root = child;
  }
  items[root] = moved;
}

/// Sorts `size` items by key in time O(size * log(size)), or O(size) if they
/// are sorted.
template <typename Item, typename Key>
void heap_sort(Item *items, size_t size, Key key_of) {
  size_t sorted = 1;
  while (sorted < size && key_of(items[sorted - 1]) <= key_of(items[sorted]))
    ++sorted;
  if (sorted >= size)
    return;
  for (size_t i = size / 2; i-- > 0;)
    sift_down(items, i, size, key_of);
  for (size_t last = size; last-- > 1;) {
    Item largest = items[0];
    items[0] = items[last];
    items[last] = largest;
    sift_down(items, 0, last, key_of);
  }
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
