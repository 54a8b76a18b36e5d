//===-- arcs.h - A table of arcs and their counts ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where calls are counted that no function's own table takes: those of
// `gcc -pg` code, those from signal handlers that interrupt the runtime, and
// callers that collide.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_ARCS_H
#define GMON_RT_COUNTING_ARCS_H

#include "base/memory.h"

namespace gmon {

/// A key, which is never 0, and how often it was counted.
struct arc {
  uint64_t key;
  uint64_t count;
};

/// A hash table without deletion. The header of a segment; its arcs follow it.
struct arc_segment {
  arc_segment *older;
  uint64_t mask; ///< number of arcs - 1
  uint64_t used; ///< number of arcs with a key
  uint64_t reserved;

  arc *arcs() { return reinterpret_cast<arc *>(this + 1); }
  const arc *arcs() const { return reinterpret_cast<const arc *>(this + 1); }
};

/// Arcs that grow by adding segments. A key may stand in several, if a thread
/// or a handler adds one while another adds the key elsewhere; its count is
/// their sum.
///
/// All members are async-signal-safe and take no lock. All zeros is an empty
/// table.
class arc_table {
public:
  /// Adds `amount` to the count of `key`. Unless `shared`, all additions are
  /// made by one thread and its signal handlers. Returns false, and adds
  /// nothing, where there is no memory.
  bool add(arena &memory, uint64_t key, uint64_t amount, bool shared);

  /// Empties the table, whose memory is given back. Nobody else uses it.
  void forget();

  /// The newest segment, whence `older` leads to all others; or null.
  const arc_segment *newest() const {
    return __atomic_load_n(&head, __ATOMIC_ACQUIRE);
  }

private:
  arc *find_or_add(arena &memory, uint64_t key);
  bool grow(arena &memory, arc_segment *full);

  static constexpr uint32_t num_recent = 128;

  arc_segment *head = nullptr;
  /// Where keys were found last, by a part of their hash. Without it, arcs that
  /// are counted here often would be searched in all segments each time.
  arc *recent[num_recent] = {};
};

/// Calls `visit` with the key and the count of everything in `table`.
/// Async-signal- safe.
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
