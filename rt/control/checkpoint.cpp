//===-- checkpoint.cpp - Writing while the program runs -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread wakes up four times a second: it ends the program if the program's
// own threads have ended.
//
//===----------------------------------------------------------------------===//

#include "control/checkpoint.h"
#include "base/signal_set.h"
#include "base/system.h"
#include "base/time.h"
#include "interpose/threads.h"
#include "interpose/upcalls.h"
#include "process/process.h"
#include "process/tasks.h"
#include "settings/options.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

namespace gmon {

static pthread_t thread;
static uint32_t thread_id;
static bool running;
static uint32_t stopping; ///< a futex

/// A system call: the program may have disabled the processor's time stamp
/// counter.
static int64_t now_in_ms() {
  uint64_t now;
  read_clock(CLOCK_MONOTONIC, now);
  return int64_t(now / 1000000);
}

/// Waits until `time`, but only a moment. Returns false if this thread must
/// end.
static bool wait_until(int64_t time) {
  constexpr int64_t moment = 250;
  int64_t wait = time - now_in_ms();
  if (wait > moment)
    wait = moment;
  if (wait > 0) {
    timespec timeout = {wait / 1000, wait % 1000 * 1000000};
    raw_syscall(SYS_futex, reinterpret_cast<long>(&stopping),
                FUTEX_WAIT_PRIVATE, 0, reinterpret_cast<long>(&timeout));
  }
  return !__atomic_load_n(&stopping, __ATOMIC_ACQUIRE);
}

static void write_all() {
  process_lock lock;
  bool any = false;
  for_each_member([&](member &runtime) {
    if (runtime.ended)
      return;
    runtime.dump(nullptr);
    any = true;
  });
  if (any)
    process().host->write_stacks(nullptr);
}

static void *write_again_and_again(void *) {
  __atomic_store_n(&thread_id, kernel::gettid(), __ATOMIC_RELEASE);
  int64_t interval = int64_t(options().checkpoint) * 1000;
  int64_t next = now_in_ms() + interval;
  while (wait_until(next)) {
    // The C library ends a program when its last thread ends, and would wait
    // for this thread.
    if (num_threads_of_program() == 0) {
      set_mask(0);
      return nullptr; // the C library calls exit(0)
    }
    if (now_in_ms() < next)
      continue;
    write_all();
    next = now_in_ms() + interval;
  }
  return nullptr;
}

void start_checkpoints() {
  if (running || !options().checkpoint || (is_forked() && !options().fork))
    return;
  // A new thread inherits its creator's mask: it gets no signal of the program.
  uint64_t previous = set_mask(all_signals);
  thread_id = 0;
  running = create_own_thread(&thread, write_again_and_again) == 0;
  if (running)
    add_own_threads(1);
  set_mask(previous);
}

void stop_checkpoints() {
  if (!running || thread_id == kernel::gettid())
    return;
  __atomic_store_n(&stopping, 1, __ATOMIC_RELEASE);
  raw_syscall(SYS_futex, reinterpret_cast<long>(&stopping), FUTEX_WAKE_PRIVATE,
              1);
  join_own_thread(thread, thread_id);
  add_own_threads(-1);
  running = false;
  stopping = 0;
}

void forget_checkpoints() { running = false; }

} // namespace gmon
