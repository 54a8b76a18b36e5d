//===-- numbering.h - Different items, numbered -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hash table in scratch memory. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SUMS_NUMBERING_H
#define GMON_RT_SUMS_NUMBERING_H

#include "base/scratch_list.h"
#include "encoding/stacks_snapshot.h"

namespace gmon {

/// Returns a hash value of `value` and of what `hash` was computed from.
inline uint64_t add_to_hash(uint64_t hash, uint64_t value) {
  // The constant is 2^64 divided by the golden ratio.
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 32;
}

inline uint64_t add_to_hash(uint64_t hash, const char *text, size_t size) {
  for (size_t i = 0; i != size; ++i)
    hash = add_to_hash(hash, static_cast<unsigned char>(text[i]));
  return hash;
}

template <typename Item> uint64_t hash_of(const Item &item) {
  return item.hash();
}

inline uint64_t hash_of(const stacks_snapshot::context &of) {
  return add_to_hash(uint64_t(of.caller) << 32 | of.module, of.address);
}

/// A list of different items, which have hash_of() and operator==.
template <typename Item> class numbering {
public:
  static constexpr uint32_t none = UINT32_MAX;

  /// Returns the number of an item that equals `item`, from 0; adds the item if
  /// there is none. Returns `none` if there is no memory.
  uint32_t find_or_add(const Item &item) {
    if (4 * items.count() >= 3 * slots.count() && !grow())
      return none;
    uint32_t *slot = find_slot(item);
    if (!*slot) {
      if (items.count() >= none - 1 || !items.add(item))
        return none;
      *slot = uint32_t(items.count());
    }
    return *slot - 1;
  }

  /// Releases what only find_or_add() needs, which may not be called again.
  void freeze() {
    scratch_list<uint32_t> none_left;
    slots.swap(none_left);
  }

  scratch_list<Item> items;

private:
  uint32_t *find_slot(const Item &item) {
    size_t mask = slots.count() - 1;
    size_t at = hash_of(item) & mask;
    while (slots[at] && !(items[slots[at] - 1] == item))
      at = (at + 1) & mask;
    return &slots[at];
  }

  bool grow() {
    scratch_list<uint32_t> larger;
    if (!larger.fill(slots.count() ? 2 * slots.count() : 1024))
      return false;
    slots.swap(larger);
    for (size_t i = 0; i != items.count(); ++i)
      *find_slot(items[i]) = uint32_t(i + 1);
    return true;
  }

  scratch_list<uint32_t> slots; ///< numbers plus 1; 0: empty
};

} // namespace gmon

#endif // GMON_RT_SUMS_NUMBERING_H
