//===-- gmon_arcs.cpp - A table of arcs and their counts ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Open addressing with linear probing. A thread claims an empty place by
// compare-and-swap of its key; places are never given up, so all that look for
// the key afterwards stop at the same place.
//
//===----------------------------------------------------------------------===//

#include "gmon_arcs.h"
#include "gmon_arch.h"

namespace gmon {

static constexpr uint64_t first_size = 64;

/// Spreads keys over a segment: Fibonacci hashing, of which the high bits are
/// the good ones.
static uint64_t hash(uint64_t key) { return (key * 0x9e3779b97f4a7c15u) >> 32; }

/// The arc of `key`, claimed if need be, or null if a new one would make the
/// segment fuller than `limit`.
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

bool arc_table::grow(arena &memory, arc_segment *full) {
  uint64_t size = full ? (full->mask + 1) * 4 : first_size;
  auto *bigger = static_cast<arc_segment *>(
      memory.allocate(sizeof(arc_segment) + size * sizeof(arc)));
  if (!bigger)
    return false;
  bigger->older = full;
  bigger->mask = size - 1;
  // If somebody else was faster, theirs is used and this one is lost.
  __atomic_compare_exchange_n(&head, &full, bigger, false, __ATOMIC_ACQ_REL,
                              __ATOMIC_RELAXED);
  return true;
}

bool arc_table::add(arena &memory, uint64_t key, uint64_t amount, bool shared) {
  for (;;) {
    arc_segment *segment = __atomic_load_n(&head, __ATOMIC_ACQUIRE);
    arc *place =
        segment ? find(segment, key, (segment->mask + 1) / 2) : nullptr;
    if (!place) {
      if (grow(memory, segment))
        continue;
      // Without memory the segment is filled to the brim.
      place = segment ? find(segment, key, segment->mask + 1) : nullptr;
      if (!place)
        return false;
    }
    if (shared || amount != 1)
      __atomic_fetch_add(&place->count, amount, __ATOMIC_RELAXED);
    else
      count_up(&place->count);
    return true;
  }
}

} // namespace gmon
