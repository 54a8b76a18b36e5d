//===-- sum_list.h - Counts by key ------------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorted lists in scratch memory, to which others are added. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SUMS_SUM_LIST_H
#define GMON_RT_SUMS_SUM_LIST_H

#include "base/heap_sort.h"
#include "base/scratch_list.h"

namespace gmon {

/// Sorts items by key, unless they are sorted: what files contain mostly is.
template <typename Item, typename Key>
void sort_unsorted(Item *items, size_t count, Key key_of) {
  for (size_t i = 1; i < count; ++i)
    if (key_of(items[i]) < key_of(items[i - 1])) {
      heap_sort(items, count, key_of);
      return;
    }
}

/// Merges `more` into `to`. Both are sorted, and no key is in both. Returns
/// false if there is no memory. It needs none but that of the result.
template <typename Item, typename Key>
bool merge_into(scratch_list<Item> &to, const Item *more, size_t num_more,
                Key key_of) {
  size_t left = to.count();
  for (size_t i = 0; i != num_more; ++i)
    if (!to.add(more[i]))
      return false;
  for (size_t at = to.count(); num_more; --at) {
    bool is_more = !left || key_of(to[left - 1]) < key_of(more[num_more - 1]);
    to[at - 1] = is_more ? more[--num_more] : to[--left];
  }
  return true;
}

/// Counted items, with equal ones added up modulo 2^64. Order has key(), and
/// keeps_zeros if items remain whose sum is 0. The list is never more than a
/// quarter longer than that of different keys, or by a few thousand items.
template <typename Item, typename Order> class sum_list {
public:
  /// Adds a count. Returns false if there is no memory.
  bool add(const Item &item) {
    if (added.count() >= most_added() && !sum_up())
      return false;
    return added.add(item);
  }

  /// Sorts the sums: items() has all of them then. Returns false if there is no
  /// memory.
  bool sum_up() {
    sort_unsorted(added.begin(), added.count(), Order::key);
    size_t at = 0, num_new = 0;
    for (size_t i = 0; i != added.count();) {
      Item sum = added[i];
      while (++i != added.count() && Order::key(added[i]) == Order::key(sum))
        sum.count += added[i].count;
      while (at != sums.count() && Order::key(sums[at]) < Order::key(sum))
        ++at;
      if (at != sums.count() && Order::key(sums[at]) == Order::key(sum))
        sums[at].count += sum.count;
      else if (sum.count || Order::keeps_zeros)
        added[num_new++] = sum;
    }
    if (!merge_into(sums, added.begin(), num_new, Order::key))
      return false;
    added.keep_first(0);
    if (!Order::keeps_zeros)
      drop_zeros();
    return true;
  }

  scratch_list<Item> &items() { return sums; }

private:
  size_t most_added() const {
    constexpr size_t least = 65536 / sizeof(Item);
    return sums.count() / 8 > least ? sums.count() / 8 : least;
  }

  void drop_zeros() {
    size_t left = 0;
    for (const Item &each : sums)
      if (each.count)
        sums[left++] = each;
    sums.keep_first(left);
  }

  scratch_list<Item> sums;  ///< sorted, with different keys
  scratch_list<Item> added; ///< what sum_up() will add
};

} // namespace gmon

#endif // GMON_RT_SUMS_SUM_LIST_H
