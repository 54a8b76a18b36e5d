//===-- arc_list.cpp - A list of arcs -------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts lists of arcs, and adds up arcs of one key.
//
//===----------------------------------------------------------------------===//

#include "totals/arc_list.h"
#include "totals/sort.h"

namespace gmon {

void arc_list::sort() {
  constexpr size_t size_of_places = num_digits * sizeof(uint32_t);
  size_t size_of_other = capacity * sizeof(arc);
  void *other = nullptr, *places = nullptr;
  if (size >= worth_a_mapping && size <= UINT32_MAX) {
    other = map_scratch(size_of_other);
    // Not on the stack: the program may end on a small one.
    places = map_scratch(size_of_places);
  }
  if (other && places) {
    arc *sorted = sort_between(begin(), static_cast<arc *>(other), size,
                               static_cast<uint32_t *>(places));
    other = sorted == memory ? other : memory;
    memory = sorted;
  } else
    sort_in_place(begin(), size);
  unmap_scratch(other, size_of_other);
  unmap_scratch(places, size_of_places);
}

void arc_list::merge() {
  arc *items = begin();
  size_t kept = 0;
  for (size_t i = 0; i != size;) {
    arc sum = items[i];
    while (++i != size && items[i].key == sum.key)
      sum.count += items[i].count;
    if (sum.count)
      items[kept++] = sum;
  }
  size = kept;
}

void arc_list::keep_largest() {
  arc *items = begin();
  size_t kept = 0;
  for (size_t i = 0; i != size;) {
    arc largest = items[i];
    while (++i != size && items[i].key == largest.key)
      if (items[i].count > largest.count)
        largest = items[i];
    items[kept++] = largest;
  }
  size = kept;
}

} // namespace gmon
