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
// later searches for the key stop at the same slot.
//
//===----------------------------------------------------------------------===//

#include "counting/arcs.h"
#include "base/arch.h"

namespace gmon {

static constexpr uint64_t first_size = 64;

/// Fibonacci hashing, which distributes the high bits best.
static uint64_t hash(uint64_t key) { return (key * 0x9e3779b97f4a7c15u) >> 32; }

/// Returns the arc of `key`, and claims a slot for a new one. Returns null if a
/// new arc would fill more than `limit` slots of the segment.
static arc *find(arc_segment *segment, uint64_t key, uint64_t limit) {
  arc *arcs = segment->arcs();
  uint64_t at = hash(key) & segment->mask;
  for (uint64_t probes = 0; probes <= segment->mask; ++probes) {
    arc *place = &arcs[at];
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
    at = (at + 1) & segment->mask;
  }
  return nullptr;
}

/// Returns the arc of `key` in this or an older segment, or null.
static arc *find_old(arc_segment *segment, uint64_t key) {
  for (; segment; segment = segment->older)
    if (arc *place = find(segment, key, 0))
      return place;
  return nullptr;
}

/// Returns the number of slots of the segment after `full`. Eight segments have
/// the same size, so at most about an eighth of the slots is unused.
static uint64_t next_size(const arc_segment *full) {
  const arc_segment *older = full;
  for (int i = 0; i != 7 && older; ++i)
    older = older->older;
  if (older && older->mask == full->mask)
    return (full->mask + 1) * 2;
  return full ? full->mask + 1 : first_size;
}

bool arc_table::grow(arena &memory, arc_segment *full) {
  uint64_t size = next_size(full);
  auto *bigger = static_cast<arc_segment *>(
      memory.allocate(sizeof(arc_segment) + size * sizeof(arc)));
  if (!bigger)
    return false;
  bigger->older = full;
  bigger->mask = size - 1;
  // If another thread added a segment first, that one is used, and this one is
  // lost.
  __atomic_compare_exchange_n(&head, &full, bigger, false, __ATOMIC_ACQ_REL,
                              __ATOMIC_RELAXED);
  return true;
}

arc *arc_table::find_or_add(arena &memory, uint64_t key) {
  for (;;) {
    arc_segment *segment = __atomic_load_n(&head, __ATOMIC_ACQUIRE);
    arc *place = find_old(segment, key);
    if (!place && segment)
      place = find(segment, key, (segment->mask + 1) / 5 * 4);
    if (place)
      return place;
    if (!grow(memory, segment))
      // Without memory, the segment is filled completely.
      return segment ? find(segment, key, segment->mask + 1) : nullptr;
  }
}

arc *arc_table::arc_of(arena &memory, uint64_t key) {
  arc **last = &recent[hash(key) % num_recent];
  arc *place = __atomic_load_n(last, __ATOMIC_RELAXED);
  if (!place || place->key != key) {
    place = find_or_add(memory, key);
    if (place)
      __atomic_store_n(last, place, __ATOMIC_RELAXED);
  }
  return place;
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

void arc_table::forget() {
  head = nullptr;
  // Atomic, so that the compiler generates no call of memset.
  for (arc *&place : recent)
    __atomic_store_n(&place, nullptr, __ATOMIC_RELAXED);
}

} // namespace gmon
