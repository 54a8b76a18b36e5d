//===-- seal.cpp - The end of system calls --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the profiles and stops what makes system calls: the thread of
// checkpoints, timers and handlers. From then on the id of the process is 0, so
// that all other code does nothing.
//
//===----------------------------------------------------------------------===//

#include "base/system.h"
#include "control/remote.h"
#include "interpose/signals.h"
#include "interpose/upcalls.h"
#include "settings/options.h"

namespace gmon {

static signal_handler *tick_handler_before_seal;

bool seal() {
  if (!is_this_process())
    return false;
  stop_checkpoints();
  write_profiles(false);
  {
    process_lock lock;
    process().sealing = true;
    if (options().control)
      allow_remote(false);
    update_timer();
    tick_handler_before_seal = give_back_sampling_signals();
    if (shared_signals().handler)
      set_signal_handler(nullptr);
  }
  __atomic_store_n(&process().this_process, 0, __ATOMIC_SEQ_CST);
  // Waits until other threads have left the handlers, but not forever: this
  // thread may be in a handler of the program that interrupted a handler of the
  // runtime.
  for (int i = 0; i != 1000; ++i) {
    if (!__atomic_load_n(&process().num_visitors, __ATOMIC_SEQ_CST))
      break;
    raw_syscall(SYS_sched_yield);
  }
  return true;
}

void unseal() {
  __atomic_store_n(&process().this_process, kernel::getpid(), __ATOMIC_RELEASE);
  process_lock lock;
  process().sealing = false;
  if (options().signals && process().host)
    set_signal_handler(process().host->handle_fatal_signal);
  if (tick_handler_before_seal)
    set_tick_handler(tick_handler_before_seal, sampling_signals(),
                     /*is_process_locked=*/true);
  if (options().control)
    allow_remote(true);
  update_timer();
}

} // namespace gmon
