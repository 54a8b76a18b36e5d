//===-- thread_lock.h - A lock that a thread holds --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lock is a word that contains the id of the thread that holds it, or 0, and
// a mark if other threads may sleep until it is free. A thread blocks all
// signals before it takes a lock: otherwise a handler could wait for the code
// that it interrupted. Everything here is async-signal-safe.
//
// A thread that waits sleeps: it must not take processor time from the holder,
// and an event that counts context switches would count each turn of a loop.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_THREAD_LOCK_H
#define GMON_RT_BASE_THREAD_LOCK_H

#include "base/system.h"

#include <linux/futex.h>
#include <stdint.h>

namespace gmon {

/// Larger than each thread id of the kernel.
inline constexpr uint32_t sleeper_mark = uint32_t(1) << 31;

/// Puts `value` into a lock that is free.
inline bool try_lock(uint32_t &word, uint32_t value) {
  uint32_t nobody = 0;
  return __atomic_compare_exchange_n(&word, &nobody, value, false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

inline void lock(uint32_t &word, uint32_t thread) {
  constexpr int tries_awake = 100; // most locks are held for less
  for (int i = 0; i != tries_awake; ++i)
    if (try_lock(word, thread))
      return;
  // Others may sleep, too, so the mark stays when this thread takes the lock.
  while (!try_lock(word, thread | sleeper_mark)) {
    uint32_t marked = __atomic_load_n(&word, __ATOMIC_RELAXED) | sleeper_mark;
    uint32_t unmarked = marked & ~sleeper_mark;
    if (!unmarked)
      continue;
    __atomic_compare_exchange_n(&word, &unmarked, marked, false,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    raw_syscall(SYS_futex, kernel::address(&word), FUTEX_WAIT_PRIVATE, marked,
                0);
  }
}

inline void unlock(uint32_t &word) {
  if (__atomic_exchange_n(&word, 0, __ATOMIC_RELEASE) & sleeper_mark)
    raw_syscall(SYS_futex, kernel::address(&word), FUTEX_WAKE_PRIVATE, 1);
}

/// Returns the id of the thread that holds the lock, or 0.
inline uint32_t holder_of(const uint32_t &word) {
  return __atomic_load_n(&word, __ATOMIC_RELAXED) & ~sleeper_mark;
}

} // namespace gmon

#endif // GMON_RT_BASE_THREAD_LOCK_H
