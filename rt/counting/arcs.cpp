//===-- arcs.cpp - A table of arcs and their counts -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hash table with open addressing and linear probing. A thread claims an
// empty slot by compare-and-swap of its key. No slot is ever released, so all
// later searches of a segment for the key stop at the same slot.
//
// A table grows as functions' tables do: a large segment copies the keys of the
// segments before it, but not their counts. So nothing is lost that a thread or
// a handler counts there meanwhile.
//
//===----------------------------------------------------------------------===//

#include "counting/arcs.h"
#include "base/arch.h"

namespace gmon {

static constexpr uint64_t first_size = 64;

/// Smaller segments have different keys, which saves memory. From this size on,
/// a segment has the keys of all older ones, too: one search is enough.
static constexpr uint64_t complete_size = 1024;

/// Fibonacci hashing, which distributes the high bits best.
static uint64_t hash(uint64_t key) { return (key * 0x9e3779b97f4a7c15u) >> 32; }

/// Returns the arc of `key`, and claims a slot for a new one. Returns null if a
/// new arc would fill more than `limit` slots of the segment.
static arc *find(arc_segment *segment, uint64_t key, uint64_t limit) {
  arc *arcs = segment->arcs();
  uint64_t index = hash(key) & segment->mask;
  for (uint64_t probes = 0; probes <= segment->mask; ++probes) {
    arc *place = &arcs[index];
    uint64_t found = __atomic_load_n(&place->key, __ATOMIC_RELAXED);
    if (found == 0) {
      if (__atomic_load_n(&segment->used, __ATOMIC_RELAXED) >= limit)
        return nullptr;
      if (__atomic_compare_exchange_n(&place->key, &found, key, false,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        __atomic_fetch_add(&segment->used, 1, __ATOMIC_RELAXED);
        return place;
      }
    }
    if (found == key)
      return place;
    index = (index + 1) & segment->mask;
  }
  return nullptr;
}

/// Returns the segment to search after `segment`, or null.
static arc_segment *next_to_search(const arc_segment *segment) {
  return segment->mask + 1 < complete_size ? segment->older : nullptr;
}

/// Returns the arc of `key` in this or an older segment, or null.
static arc *find_known(arc_segment *segment, uint64_t key) {
  for (; segment; segment = next_to_search(segment))
    if (arc *place = find(segment, key, 0))
      return place;
  return nullptr;
}

bool arc_table::grow(arena &memory, arc_segment *full) {
  uint64_t size = full ? (full->mask + 1) * 2 : first_size;
  auto *bigger = static_cast<arc_segment *>(
      memory.allocate(sizeof(arc_segment) + size * sizeof(arc)));
  if (!bigger)
    return false;
  bigger->older = full;
  bigger->mask = size - 1;
  if (size >= complete_size)
    for (const arc_segment *segment = full; segment;
         segment = next_to_search(segment))
      for (uint64_t i = 0; i <= segment->mask; ++i)
        if (uint64_t key =
                __atomic_load_n(&segment->arcs()[i].key, __ATOMIC_RELAXED))
          find(bigger, key, size);
  // If another thread added a segment first, that one is used, and this one is
  // lost.
  __atomic_compare_exchange_n(&head, &full, bigger, false, __ATOMIC_ACQ_REL,
                              __ATOMIC_RELAXED);
  return true;
}

arc *arc_table::arc_of(arena &memory, uint64_t key) {
  for (;;) {
    arc_segment *segment = __atomic_load_n(&head, __ATOMIC_ACQUIRE);
    arc *place = find_known(segment, key);
    if (!place && segment)
      place = find(segment, key, (segment->mask + 1) / 4 * 3);
    if (place)
      return place;
    if (!grow(memory, segment))
      // Without memory, the segment is filled completely.
      return segment ? find(segment, key, segment->mask + 1) : nullptr;
  }
}

bool arc_table::add(arena &memory, uint64_t key, uint64_t amount, bool shared) {
  arc *place = arc_of(memory, key);
  if (!place)
    return false;
  if (shared || amount != 1)
    __atomic_fetch_add(&place->count, amount, __ATOMIC_RELAXED);
  else
    count_up(&place->count);
  return true;
}

void arc_table::forget() { head = nullptr; }

} // namespace gmon
