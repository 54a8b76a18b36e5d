//===-- leases.h - What one thread at a time has ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread leases something and gives nothing back: its owner is gone when the
// kernel no longer knows its thread id, and then another thread takes it over.
//
// A signal handler may interrupt a lease and take one itself, so each step is
// one atomic instruction and can be found already done.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_LEASES_H
#define GMON_RT_BASE_LEASES_H

#include "base/system.h"

#include <stdint.h>

namespace gmon {

/// The owner after `previous`. An owner is a thread id, and above it the number
/// of leases, so that of two threads which both find the owner gone only one
/// succeeds it.
inline uint64_t next_owner(uint64_t previous, uint32_t thread) {
  return ((previous >> 32) + 1) << 32 | thread;
}

/// Things that have the members `next` and `owner`. They stay in the list. All
/// zeros is an empty list. Async-signal-safe, and takes no lock.
template <typename Thing> class lease_list {
public:
  Thing *first() const { return __atomic_load_n(&all, __ATOMIC_ACQUIRE); }

  uint32_t count() const { return __atomic_load_n(&size, __ATOMIC_RELAXED); }

  /// Adds what this thread has made, and owns.
  void add(Thing *made) {
    made->next = first();
    while (!__atomic_compare_exchange_n(&all, &made->next, made, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    __atomic_fetch_add(&size, 1, __ATOMIC_RELAXED);
  }

  /// Finds one whose owner is gone, for `thread`, or returns null. Looks at a
  /// few only, each time at others: the more there are, the more likely one of
  /// them is unused.
  Thing *take_over(int process, uint32_t thread) {
    uint32_t probes = count();
    if (probes > 4)
      probes = 4 + probes / 16;
    Thing *at = __atomic_load_n(&search_from, __ATOMIC_RELAXED);
    for (; probes; --probes) {
      if (!at && !(at = first()))
        return nullptr;
      uint64_t owner = __atomic_load_n(&at->owner, __ATOMIC_ACQUIRE);
      // One that was mine belonged to a thread before me that had my id, or is
      // being leased by the code that this handler interrupts. It may have
      // both.
      if (uint32_t(owner) == thread || is_gone(process, uint32_t(owner)))
        if (__atomic_compare_exchange_n(&at->owner, &owner,
                                        next_owner(owner, thread), false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
          __atomic_store_n(&search_from, at->next, __ATOMIC_RELAXED);
          return at;
        }
      at = at->next;
    }
    __atomic_store_n(&search_from, at, __ATOMIC_RELAXED);
    return nullptr;
  }

  /// Lets the thread `to` have what `from` has, whose child it is by a fork.
  void hand_over(uint32_t from, uint32_t to) {
    for (Thing *each = first(); each; each = each->next)
      if (uint32_t(each->owner) == from)
        each->owner = next_owner(each->owner, to);
  }

private:
  static bool is_gone(int process, uint32_t owner) {
    return owner == 0 || kernel::is_thread_gone(process, owner);
  }

  Thing *all = nullptr;
  Thing *search_from = nullptr; ///< where the last search ended
  uint32_t size = 0;
};

} // namespace gmon

#endif // GMON_RT_BASE_LEASES_H
