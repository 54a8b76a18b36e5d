//===-- gmon_control.cpp - Starting and stopping --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of the profiler as a whole: started by the constructor, by gcrt1.o
// or by the program, stopped and resumed by the program, ended by the
// destructor or by the program.
//
// A profile can be written more than once; the last one is complete. The C
// library's gcrt1.o has exit() call _mcleanup before destructors run. That call
// writes a profile, but what ends profiling is the destructor, which runs last
// and writes it again, with the calls that destructors made.
//
//===----------------------------------------------------------------------===//

#include "gmon_control.h"
#include "gmon/gmon.h"
#include "gmon_file.h"
#include "gmon_module.h"
#include "gmon_regions.h"
#include "gmon_samples.h"
#include "gmon_totals.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

namespace gmon {

static bool started;
static bool stopped;        ///< by moncontrol
static bool ended;          ///< written for good
static pid_t first_process; ///< that started
static bool exiting;        ///< exit() was called
static bool by_gcrt1;       ///< exit() will call _mcleanup

namespace {

/// The lock of this file; there is no other in the runtime. All signals are
/// blocked while it is held, so that no handler waits for the code that it
/// interrupted.
class control_lock {
public:
  static void acquire() {
    sigset_t all, previous;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &previous);
    while (__atomic_exchange_n(&held, true, __ATOMIC_ACQUIRE))
      sched_yield();
    mask = previous;
  }

  static void release() {
    sigset_t previous = mask;
    __atomic_store_n(&held, false, __ATOMIC_RELEASE);
    sigprocmask(SIG_SETMASK, &previous, nullptr);
  }

  control_lock() { acquire(); }
  ~control_lock() { release(); }

private:
  static bool held;
  static sigset_t mask; ///< of the holder, before
};

bool control_lock::held;
sigset_t control_lock::mask;

} // namespace

/// A child of a fork starts from zero.
static void begin_child() {
  totals counts;
  if (counts.gather(stopped))
    exclude(counts);
  adopt_region();
  restart_samples_after_fork();
  control_lock::release();
}

/// Starts what has not been started. The lock is held.
static void start_once() {
  if (started)
    return;
  started = true;
  first_process = getpid();
  find_module_facts();
  adopt_region();
  note_start_directory();
  pthread_atfork(control_lock::acquire, control_lock::release, begin_child);
}

static void resume() {
  ended = false;
  if (!stopped)
    start_samples();
}

void start() {
  control_lock lock;
  if (started)
    return;
  start_once();
  resume();
}

/// Runs before the _mcleanup of gcrt1.o, because it was registered after it.
static void note_exit() { exiting = true; }

void start_at_load() {
  start();
  if (by_gcrt1)
    atexit(note_exit);
}

static void write_and_end(bool for_good) {
  control_lock lock;
  if (!started || ended)
    return;
  stop_samples();
  write_profile_file(stopped, getpid() != first_process);
  if (for_good)
    ended = true;
  else if (!stopped)
    start_samples();
}

void end_at_unload() {
  write_and_end(true);
  if (module().is_library)
    remove_sample_handler();
}

} // namespace gmon

using namespace gmon;

extern "C" {

void monstartup(unsigned long low, unsigned long high) noexcept {
  control_lock lock;
  start_once();
  limit_samples(low, high);
  resume();
}

/// What gcrt1.o calls, before it has exit() call _mcleanup.
void __monstartup(unsigned long, unsigned long) {
  by_gcrt1 = true;
  start();
}

int moncontrol(int mode) noexcept {
  int saved = errno;
  start();
  control_lock lock;
  bool stop = mode == 0;
  if (stop == stopped) {
    errno = saved;
    return 0;
  }
  totals counts;
  bool gathered = counts.gather_all();
  // While it is stopped the profile is what is excluded, with the sign changed:
  // see totals::gather().
  if (stop) {
    stop_samples();
    if (gathered)
      include(counts);
  } else {
    if (gathered)
      exclude(counts);
    if (!ended)
      start_samples();
  }
  stopped = stop;
  errno = saved;
  return 0;
}

void _mcleanup(void) noexcept { write_and_end(!exiting); }

void mcleanup(void) noexcept { _mcleanup(); }
}
