//===-- leases.h - What one thread at a time has ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread leases an object and never returns it. When the kernel no longer
// knows the owner's thread id, another thread takes the object over.
//
// A signal handler may interrupt a lease and take one itself. So each step is
// one atomic instruction, and no step fails because the handler has already
// done it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_LEASES_H
#define GMON_RT_BASE_LEASES_H

#include "base/system.h"

#include <stdint.h>

namespace gmon {

/// Returns the owner after `previous`. An owner is a thread id in the low half
/// and the number of leases in the high half: if two threads find the same
/// owner gone, only one succeeds it.
inline uint64_t next_owner(uint64_t previous, uint32_t thread) {
  return ((previous >> 32) + 1) << 32 | thread;
}

/// A list of objects with the members `next` and `owner`, which never leave it.
/// All zeros is an empty list. Async-signal-safe; takes no lock.
template <typename Thing> class lease_list {
public:
  Thing *first() const { return __atomic_load_n(&all, __ATOMIC_ACQUIRE); }

  uint32_t count() const { return __atomic_load_n(&size, __ATOMIC_RELAXED); }

  /// Adds an object that this thread has made and owns.
  void add(Thing *made) {
    made->next = first();
    while (!__atomic_compare_exchange_n(&all, &made->next, made, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    __atomic_fetch_add(&size, 1, __ATOMIC_RELAXED);
  }

  /// Leases an object whose owner is gone to `thread`, or returns null. Each
  /// call looks at a few objects only, and the next call at others: the longer
  /// the list is, the more likely some object is unused.
  Thing *take_over(int process, uint32_t thread) {
    uint32_t probes = count();
    if (probes > 4)
      probes = 4 + probes / 16;
    Thing *thing = __atomic_load_n(&search_from, __ATOMIC_RELAXED);
    for (; probes; --probes) {
      if (!thing && !(thing = first()))
        return nullptr;
      uint64_t owner = __atomic_load_n(&thing->owner, __ATOMIC_ACQUIRE);
      // If the owner has this thread's id, either an ended thread had the same
      // id, or this handler interrupted the thread while it leased the object.
      // In both cases the thread may take it.
      if (uint32_t(owner) == thread || is_gone(process, uint32_t(owner)))
        if (__atomic_compare_exchange_n(&thing->owner, &owner,
                                        next_owner(owner, thread), false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
          __atomic_store_n(&search_from, thing->next, __ATOMIC_RELAXED);
          return thing;
        }
      thing = thing->next;
    }
    __atomic_store_n(&search_from, thing, __ATOMIC_RELAXED);
    return nullptr;
  }

  /// After a fork: transfers the leases of the thread `parent` to `child`.
  void hand_over(uint32_t parent, uint32_t child) {
    for (Thing *thing = first(); thing; thing = thing->next)
      if (uint32_t(thing->owner) == parent)
        thing->owner = next_owner(thing->owner, child);
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
