//===-- arcs.h - A table of arcs and their counts ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the calls for which a function's own table has no room: calls of `gcc
// -pg` code, calls from signal handlers that interrupt the runtime, and callers
// that collide.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_ARCS_H
#define GMON_RT_COUNTING_ARCS_H

#include "base/memory.h"

namespace gmon {

/// A key, which is never 0, and its count.
struct arc {
  uint64_t key;
  uint64_t count;
};

/// The header of a segment; its arcs follow it. A segment is a hash table
/// without deletion.
struct arc_segment {
  arc_segment *older;
  uint64_t mask; ///< number of slots - 1
  uint64_t used; ///< number of slots with a key
  uint64_t reserved;

  arc *arcs() { return reinterpret_cast<arc *>(this + 1); }
  const arc *arcs() const { return reinterpret_cast<const arc *>(this + 1); }
};

/// A table that grows by adding segments. Several segments may contain the same
/// key. The count of the key is their sum.
///
/// All members are async-signal-safe and take no lock. All zeros is an empty
/// table.
class arc_table {
public:
  /// Adds `amount` to the count of `key`. If `shared` is false, only one thread
  /// and its signal handlers add to this table. Returns false and adds nothing
  /// if there is no memory.
  bool add(arena &memory, uint64_t key, uint64_t amount, bool shared);

  /// Returns an arc of `key`, made if there is none, or null if there is no
  /// memory. It is another one, with a count of 0, after the table has grown.
  arc *arc_of(arena &memory, uint64_t key);

  /// Empties the table when the caller frees its memory. No other thread may
  /// use the table.
  void forget();

  /// Returns the newest segment, or null. Its `older` leads to all others.
  const arc_segment *newest() const {
    return __atomic_load_n(&head, __ATOMIC_ACQUIRE);
  }

private:
  bool grow(arena &memory, arc_segment *full);

  arc_segment *head = nullptr;
};

/// Calls `visit` with the keys of `table` and their counts; each count is a
/// part of its key's. Async-signal-safe.
template <typename Function>
void for_each_arc(const arc_table &table, Function visit) {
  for (const arc_segment *segment = table.newest(); segment;
       segment = segment->older)
    for (uint64_t i = 0; i <= segment->mask; ++i)
      if (uint64_t key = segment->arcs()[i].key)
        visit(key, segment->arcs()[i].count);
}

} // namespace gmon

#endif // GMON_RT_COUNTING_ARCS_H
