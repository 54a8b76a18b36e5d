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

/// Sorts `size` items by key in time O(size * log(size)).
template <typename Item, typename Key>
void heap_sort(Item *items, size_t size, Key key_of) {
  for (size_t i = size / 2; i-- > 0;)
    sift_down(items, i, size, key_of);
  for (size_t last = size; last-- > 1;) {
    Item largest = items[0];
    items[0] = items[last];
    items[last] = largest;
    sift_down(items, 0, last, key_of);
  }
}

} // namespace gmon

#endif // GMON_RT_BASE_HEAP_SORT_H
