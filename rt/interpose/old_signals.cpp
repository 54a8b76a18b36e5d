//===-- old_signals.cpp - signal() and its like ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the older functions that set a signal's action by sigaction(),
// which hides the runtime's handlers. The C library's versions would show those
// handlers. All are async-signal-safe.
//
//===----------------------------------------------------------------------===//

#include "base/signal_set.h"
#include "interpose/interposition.h"
#include "interpose/masks.h"
#include "interpose/signals.h"

#include <errno.h>
#include <string.h>

using simple_handler = void(int);

extern "C" {
simple_handler *__gmon_signal(int, simple_handler *) GMON_INSTEAD_OF("signal");
simple_handler *__gmon_bsd_signal(int, simple_handler *)
    GMON_INSTEAD_OF("bsd_signal");
simple_handler *__gmon_ssignal(int, simple_handler *)
    GMON_INSTEAD_OF("ssignal");
simple_handler *__gmon_sysv_signal(int, simple_handler *)
    GMON_INSTEAD_OF("sysv_signal");
simple_handler *__gmon___sysv_signal(int, simple_handler *)
    GMON_INSTEAD_OF("__sysv_signal");
simple_handler *__gmon_sigset(int, simple_handler *) GMON_INSTEAD_OF("sigset");
int __gmon_siginterrupt(int, int) GMON_INSTEAD_OF("siginterrupt");
}

namespace gmon {

/// The signals for which siginterrupt() was called.
static uint64_t interrupting;

static simple_handler *set_handler(int signal, simple_handler *handler,
                                   int flags, bool block_itself) {
  struct sigaction action = {}, previous;
  if (handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  action.sa_handler = handler;
  action.sa_flags = flags;
  if (block_itself) {
    uint64_t mask = bit_of(signal);
    memcpy(&action.sa_mask, &mask, sizeof(mask));
  }
  if (change_action_for_program(signal, &action, &previous) != 0)
    return SIG_ERR;
  return previous.sa_handler;
}

static simple_handler *set_bsd_handler(int signal, simple_handler *handler) {
  bool interrupts =
      __atomic_load_n(&interrupting, __ATOMIC_RELAXED) & bit_of(signal);
  return set_handler(signal, handler, interrupts ? 0 : SA_RESTART, true);
}

static simple_handler *set_sysv_handler(int signal, simple_handler *handler) {
  return set_handler(signal, handler, int(SA_RESETHAND | SA_NODEFER), false);
}

} // namespace gmon

using namespace gmon;

simple_handler *__gmon_signal(int signal, simple_handler *handler) {
  return set_bsd_handler(signal, handler);
}

simple_handler *__gmon_bsd_signal(int signal, simple_handler *handler) {
  return set_bsd_handler(signal, handler);
}

simple_handler *__gmon_ssignal(int signal, simple_handler *handler) {
  return set_bsd_handler(signal, handler);
}

simple_handler *__gmon_sysv_signal(int signal, simple_handler *handler) {
  return set_sysv_handler(signal, handler);
}

simple_handler *__gmon___sysv_signal(int signal, simple_handler *handler) {
  return set_sysv_handler(signal, handler);
}

simple_handler *__gmon_sigset(int signal, simple_handler *handler) {
  const uint64_t mask = bit_of(signal);
  uint64_t before;
  struct sigaction previous;
  if (!mask) {
    errno = EINVAL;
    return SIG_ERR;
  }
  if (handler == SIG_HOLD) {
    change_mask_for_program(SIG_BLOCK, mask, before);
    if (change_action_for_program(signal, nullptr, &previous) != 0)
      return SIG_ERR;
  } else {
    previous.sa_handler = set_handler(signal, handler, 0, false);
    if (previous.sa_handler == SIG_ERR)
      return SIG_ERR;
    change_mask_for_program(SIG_UNBLOCK, mask, before);
  }
  return before & mask ? SIG_HOLD : previous.sa_handler;
}

int __gmon_siginterrupt(int signal, int interrupts) {
  struct sigaction action;
  if (change_action_for_program(signal, nullptr, &action) != 0)
    return -1;
  if (interrupts) {
    __atomic_fetch_or(&interrupting, bit_of(signal), __ATOMIC_RELAXED);
    action.sa_flags &= ~SA_RESTART;
  } else {
    __atomic_fetch_and(&interrupting, ~bit_of(signal), __ATOMIC_RELAXED);
    action.sa_flags |= SA_RESTART;
  }
  return change_action_for_program(signal, &action, nullptr);
}
