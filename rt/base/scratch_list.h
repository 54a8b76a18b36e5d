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

/// What the lists of all types share.
class scratch_memory {
protected:
  // Out of line: most functions that write a file have lists.
  [[gnu::noinline]] scratch_memory();

  /// Makes room for `larger` items of `item_size` bytes. Returns false if there
  /// is no memory.
  bool grow(size_t item_size, size_t larger);

  /// Frees the items.
  void release(size_t item_size);

  void *memory = nullptr;
  size_t size = 0;     ///< number of items
  size_t capacity = 0; ///< the same, of the mapping
};

/// `First` is the number of items that the first mapping has room for.
template <typename Item, size_t First = 4096 / sizeof(Item)>
class scratch_list : protected scratch_memory {
public:
  scratch_list() = default;
  scratch_list(const scratch_list &) = delete;
  scratch_list &operator=(const scratch_list &) = delete;
  ~scratch_list() { release(sizeof(Item)); }

  /// Appends an item. Returns false if there is no memory.
  bool add(const Item &item) {
    if (size == capacity &&
        !grow(sizeof(Item), capacity ? capacity * 2 : First))
      return false;
    begin()[size++] = item;
    return true;
  }

  /// Appends `count` items, all or none. Returns false if there is no memory.
  bool add_all(const Item *added, size_t count) {
    size_t larger = capacity ? capacity : First;
    while (larger - size < count)
      larger *= 2;
    if (larger != capacity && !grow(sizeof(Item), larger))
      return false;
    memcpy(static_cast<void *>(end()), added, count * sizeof(Item));
    size += count;
    return true;
  }

  /// Makes an empty list one of `count` items of zeros. Returns false if there
  /// is no memory.
  bool fill(size_t count) {
    if (count && !grow(sizeof(Item), count))
      return false;
    size = count;
    return true;
  }

  /// Drops all items but the first `count`.
  void keep_first(size_t count) { size = count; }

  /// Exchanges the contents of this list and `other`.
  void swap(scratch_list &other) {
    const scratch_memory others = other;
    static_cast<scratch_memory &>(other) = *this;
    static_cast<scratch_memory &>(*this) = others;
  }

  /// Empties the list, whose memory is the caller's from now on. Returns the
  /// size of that mapping.
  size_t give_up() {
    const size_t mapped = capacity * sizeof(Item);
    memory = nullptr;
    size = capacity = 0;
    return mapped;
  }

  size_t count() const { return size; }
  Item &operator[](size_t index) { return begin()[index]; }
  const Item &operator[](size_t index) const { return begin()[index]; }
  Item *begin() { return static_cast<Item *>(memory); }
  Item *end() { return begin() + size; }
  const Item *begin() const { return static_cast<const Item *>(memory); }
  const Item *end() const { return begin() + size; }
};

} // namespace gmon

#endif // GMON_RT_BASE_SCRATCH_LIST_H
