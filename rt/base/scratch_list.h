//===-- scratch_list.h - A list in scratch memory ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of plain data for the writing of one file. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_SCRATCH_LIST_H
#define GMON_RT_BASE_SCRATCH_LIST_H

#include "base/memory.h"

#include <string.h>

namespace gmon {

/// `First` is the number of items that the first mapping has room for.
template <typename Item, size_t First = 4096 / sizeof(Item)>
class scratch_list {
public:
  scratch_list() = default;
  scratch_list(const scratch_list &) = delete;
  scratch_list &operator=(const scratch_list &) = delete;
  ~scratch_list() { unmap_scratch(items, capacity * sizeof(Item)); }

  /// Appends an item. Returns false if there is no memory.
  bool add(const Item &item) {
    if (size == capacity && !grow(capacity ? capacity * 2 : First))
      return false;
    items[size++] = item;
    return true;
  }

  /// Appends `count` items, all or none. Returns false if there is no memory.
  bool add_all(const Item *added, size_t count) {
    size_t larger = capacity ? capacity : First;
    while (larger - size < count)
      larger *= 2;
    if (larger != capacity && !grow(larger))
      return false;
    memcpy(static_cast<void *>(items + size), added, count * sizeof(Item));
    size += count;
    return true;
  }

  /// Makes an empty list one of `count` items of zeros. Returns false if there
  /// is no memory.
  bool fill(size_t count) {
    if (!count)
      return true;
    if (!grow(count))
      return false;
    size = count;
    return true;
  }

  /// Drops all items but the first `count`.
  void keep_first(size_t count) { size = count; }

  /// Exchanges the contents of this list and `other`.
  void swap(scratch_list &other) {
    Item *other_items = other.items;
    size_t other_size = other.size, other_capacity = other.capacity;
    other.items = items;
    other.size = size;
    other.capacity = capacity;
    items = other_items;
    size = other_size;
    capacity = other_capacity;
  }

  /// Empties the list, whose memory is the caller's from now on. Returns the
  /// size of that mapping.
  size_t give_up() {
    size_t mapped = capacity * sizeof(Item);
    items = nullptr;
    size = capacity = 0;
    return mapped;
  }

  size_t count() const { return size; }
  Item &operator[](size_t index) { return items[index]; }
  const Item &operator[](size_t index) const { return items[index]; }
  Item *begin() { return items; }
  Item *end() { return items + size; }
  const Item *begin() const { return items; }
  const Item *end() const { return items + size; }

protected:
  Item *items = nullptr;
  size_t size = 0;
  size_t capacity = 0;

private:
  bool grow(size_t larger) {
    void *memory = capacity ? remap_scratch(items, capacity * sizeof(Item),
                                            larger * sizeof(Item))
                            : map_scratch(larger * sizeof(Item));
    if (!memory)
      return false;
    items = static_cast<Item *>(memory);
    capacity = larger;
    return true;
  }
};

} // namespace gmon

#endif // GMON_RT_BASE_SCRATCH_LIST_H
