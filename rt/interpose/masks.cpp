//===-- masks.cpp - Signals that threads block ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All functions are async-signal-safe.
//
//===----------------------------------------------------------------------===//

#include "interpose/masks.h"
#include "base/signal_set.h"
#include "base/system.h"
#include "base/thread_lock.h"
#include "interpose/interposition.h"
#include "interpose/signals.h"
#include "process/process.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

extern "C" {
int __gmon_pthread_sigmask(int how, const sigset_t *set, sigset_t *previous)
    GMON_INSTEAD_OF("pthread_sigmask");
int __gmon_sigprocmask(int how, const sigset_t *set, sigset_t *previous)
    GMON_INSTEAD_OF("sigprocmask");
int __gmon_sigblock(int mask) GMON_INSTEAD_OF("sigblock");
int __gmon_sigsetmask(int mask) GMON_INSTEAD_OF("sigsetmask");
int __gmon_sighold(int signal) GMON_INSTEAD_OF("sighold");
int __gmon_sigrelse(int signal) GMON_INSTEAD_OF("sigrelse");
}

namespace gmon {

/// C libraries use these signals internally, and keep them unblocked.
static constexpr uint64_t internal_signals = bit_of(32) | bit_of(33);

uint64_t mask_of_program() {
  uint64_t mask = 0;
  if (has_process() && locking_thread() == kernel::gettid())
    return process().mask;
  change_mask(SIG_BLOCK, nullptr, &mask);
  return mask;
}

static void set_blocked(bool blocked) {
  // The child of a vfork has this process's memory, but threads of its own.
  if (!is_this_process())
    return;
  if (const host_services *host = process().host)
    blocked ? host->hold_events() : host->release_events();
}

int change_mask_for_program(int how, uint64_t mask, uint64_t &previous) {
  mask &= ~internal_signals;
  if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
    return EINVAL;
  const uint64_t ticks = sampling_signals();
  // Done before the signals are blocked, so that no signal of an event is
  // pending.
  if (how != SIG_UNBLOCK && mask & ticks) {
    change_mask(SIG_BLOCK, nullptr, &previous);
    if (!(previous & ticks))
      set_blocked(true);
  }
  change_mask(how, &mask, &previous);
  uint64_t current = how == SIG_BLOCK     ? previous | mask
                     : how == SIG_UNBLOCK ? previous & ~mask
                                          : mask;
  if (previous & ticks && !(current & ticks))
    set_blocked(false);
  return 0;
}

static int change_set(int how, const sigset_t *set, sigset_t *previous) {
  uint64_t mask, before;
  if (!set)
    return int(-raw_syscall(SYS_rt_sigprocmask, how, 0,
                            reinterpret_cast<long>(previous), sizeof(mask)));
  memcpy(&mask, set, sizeof(mask));
  int error = change_mask_for_program(how, mask, before);
  // The C library writes no more of the set either.
  if (!error && previous)
    memcpy(previous, &before, sizeof(before));
  return error;
}

static int change_one(int how, int signal) {
  uint64_t previous;
  if (!(bit_of(signal) & ~internal_signals)) {
    errno = EINVAL;
    return -1;
  }
  return change_mask_for_program(how, bit_of(signal), previous);
}

} // namespace gmon

using namespace gmon;

int __gmon_pthread_sigmask(int how, const sigset_t *set, sigset_t *previous) {
  return change_set(how, set, previous);
}

int __gmon_sigprocmask(int how, const sigset_t *set, sigset_t *previous) {
  int error = change_set(how, set, previous);
  if (error)
    errno = error;
  return error ? -1 : 0;
}

int __gmon_sigblock(int mask) {
  uint64_t previous;
  change_mask_for_program(SIG_BLOCK, uint32_t(mask), previous);
  return int(previous);
}

int __gmon_sigsetmask(int mask) {
  uint64_t previous;
  change_mask_for_program(SIG_SETMASK, uint32_t(mask), previous);
  return int(previous);
}

int __gmon_sighold(int signal) { return change_one(SIG_BLOCK, signal); }

int __gmon_sigrelse(int signal) { return change_one(SIG_UNBLOCK, signal); }
