//===-- spin_lock.h - A lock that a thread holds ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lock is a word that contains the id of the thread that holds it, or 0. A
// thread blocks all signals before it takes a lock: otherwise a handler could
// wait for the code that it interrupted. Everything here is async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_SPIN_LOCK_H
#define GMON_RT_BASE_SPIN_LOCK_H

#include "base/arch.h"

#include <stdint.h>

namespace gmon {

inline bool try_lock(uint32_t &holder, uint32_t thread) {
  uint32_t nobody = 0;
  return __atomic_compare_exchange_n(&holder, &nobody, thread, false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

inline void lock(uint32_t &holder, uint32_t thread) {
  while (!try_lock(holder, thread))
    raw_syscall(SYS_sched_yield);
}

inline void unlock(uint32_t &holder) {
  __atomic_store_n(&holder, 0, __ATOMIC_RELEASE);
}

inline bool is_locked_by(const uint32_t &holder, uint32_t thread) {
  return __atomic_load_n(&holder, __ATOMIC_RELAXED) == thread;
}

} // namespace gmon

#endif // GMON_RT_BASE_SPIN_LOCK_H
