//===-- heap_sort.cpp - Sorting without memory ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for all types of items: it is in every program.
//
//===----------------------------------------------------------------------===//

#include "base/heap_sort.h"

namespace gmon {

namespace {

class item_array {
public:
  item_array(void *items, size_t words, item_order *is_less)
      : items(static_cast<uint64_t *>(items)), words(words), is_less(is_less) {}

  /// Whether item `a` belongs in front of item `b`.
  bool less(size_t a, size_t b) const { return is_less(at(a), at(b)); }

  void swap(size_t a, size_t b) const {
    uint64_t *first = at(a), *second = at(b);
    for (size_t i = 0; i != words; ++i) {
      uint64_t word = first[i];
      first[i] = second[i];
      second[i] = word;
    }
  }

  /// Moves an item down until the first `count` items are a heap.
  void sift_down(size_t root, size_t count) const {
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
      if (child + 1 < count && less(child, child + 1))
        ++child;
      if (!less(root, child))
        break;
      swap(root, child);
    }
  }

private:
  uint64_t *at(size_t index) const { return items + index * words; }

  uint64_t *const items;
  const size_t words;
  item_order *const is_less;
};

} // namespace

void heap_sort(void *items, size_t count, size_t words, item_order *is_less) {
  const item_array array(items, words, is_less);
  size_t sorted = 1;
  while (sorted < count && !array.less(sorted, sorted - 1))
    ++sorted;
  if (sorted >= count)
    return;
  for (size_t i = count / 2; i-- > 0;)
    array.sift_down(i, count);
  for (size_t last = count; last-- > 1;) {
    array.swap(0, last);
    array.sift_down(0, last);
  }
}

} // namespace gmon
