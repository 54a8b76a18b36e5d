//===-- timer.cpp - The timer that samples are taken by -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the timers that the kernel and the settings allow, and handles their
// signals.
//
//===----------------------------------------------------------------------===//

#include "sampling/timer.h"
#include "base/random.h"
#include "base/system.h"
#include "base/thread_words.h"
#include "interpose/signal_chaining.h"
#include "interpose/signals.h"
#include "process/report.h"
#include "process/tasks.h"
#include "sampling/rate.h"
#include "sampling/stacks.h"
#include "sampling/thread_events.h"
#include "sampling/thread_timers.h"
#include "sampling/ticker.h"
#include "settings/series.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

extern "C" {
/// The handler of the signals of sampling.
void __gmon_enter_tick(int signal, siginfo_t *info,
                       void *context) __asm__("__gmon$enter_tick")
    __attribute__((visibility("hidden")));
gmon::handler_start __gmon_handle_tick(int signal, siginfo_t *info,
                                       void *context,
                                       char *sp) __asm__("__gmon$handle_tick")
    __attribute__((visibility("hidden")));
}

GMON_SIGNAL_ENTRY("__gmon$enter_tick", "__gmon$handle_tick");

namespace gmon {

enum timer_kind : uint8_t {
  no_timer,
  process_timer,  ///< one timer of the process
  interval_timer, ///< ITIMER_PROF
  thread_timers,  ///< one timer for each thread
  ticker,         ///< no timer: a thread takes the samples
};

enum conflict_kind : uint8_t {
  no_conflict,
  handler_replaced,
  interval_timer_taken,
};

static uint8_t kind;
static bool ran_out;
static int process_timer_id;
/// The sampling thread could not start.
static bool ticker_failed;
/// The runtime set the interval timer, and the program has not set it since.
static bool interval_timer_is_ours;
/// What the program did that ended sampling; reported once.
static conflict_kind conflict;
static bool conflict_said;
static bool (*handle_message)(const siginfo_t *info, const void *context);

static uint8_t current_kind() {
  return __atomic_load_n(&kind, __ATOMIC_ACQUIRE);
}

static bool change_kind(uint8_t expected, uint8_t desired) {
  return __atomic_compare_exchange_n(&kind, &expected, desired, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/// Whether timers, a thread or events take samples.
static bool is_sampling() {
  return current_kind() != no_timer || has_thread_events();
}

static bool wants_time() { return series_of_time() != num_series(); }

/// Whether a timer of the runtime sent the signal.
static bool is_own(int signal, const siginfo_t *info, uint32_t &amount) {
  if (signal == SIGTRAP)
    return false;
  if (is_thread_tick(info, amount) || is_tick(info, amount))
    return true;
  amount = 1;
  if (info->si_code == SI_TIMER &&
      info->si_value.sival_ptr == &process_timer_id) {
    // A late signal also counts the periods that passed meanwhile.
    amount += info->si_overrun > 0 ? uint32_t(info->si_overrun) : 0;
    return true;
  }
  // A stopped timer's signal may arrive later.
  return info->si_code == SI_KERNEL &&
         __atomic_load_n(&interval_timer_is_ours, __ATOMIC_RELAXED);
}

/// A pending signal of a timer suppresses that of an event, so events are
/// counted here, too. What the handler causes is no event of the program.
static void count_tick(int signal, const siginfo_t *info, const void *context,
                       uint32_t amount) {
  if (!drops_samples()) {
    count_thread_events(signal, info, context);
    if (amount)
      count_interrupted(context, amount);
  }
  drop_thread_events();
}

} // namespace gmon

using namespace gmon;

handler_start __gmon_handle_tick(int signal, siginfo_t *info, void *context,
                                 char *sp) {
  uint32_t amount;
  if (is_event_signal(signal, info)) {
    count_thread_events(signal, info, context);
  } else if (is_own(signal, info, amount)) {
    count_tick(signal, info, context, amount);
  } else if (signal != tick_signal || !handle_message ||
             !handle_message(info, context)) {
    return chain_signal(signal, info, context, sp);
  }
  return {};
}

namespace gmon {

void set_message_handler(bool (*handler)(const siginfo_t *info,
                                         const void *context)) {
  handle_message = handler;
}

static void install_handler(uint64_t signals, bool is_process_locked) {
  if (signals & ~sampling_signals())
    set_tick_handler(__gmon_enter_tick, signals, is_process_locked);
}

/// Starts the timer that all threads share.
static void start_process_timer() {
  const uint64_t first = random_up_to(sample_period());
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = tick_signal;
  event.sigev_value.sival_ptr = &process_timer_id;
  // exec deletes this timer. A timer of setitimer would survive and end the
  // next program, which has no handler; and threads may block its signal. A raw
  // call, because old C libraries have timer_create in librt.
  if (raw_syscall(SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID,
                  reinterpret_cast<long>(&event),
                  reinterpret_cast<long>(&process_timer_id)) == 0) {
    __atomic_store_n(&kind, process_timer, __ATOMIC_RELEASE);
    itimerspec interval = {timespec_of(sample_period()), timespec_of(first)};
    raw_syscall(SYS_timer_settime, process_timer_id, 0,
                reinterpret_cast<long>(&interval), 0);
    return;
  }
  itimerval interval = {};
  raw_syscall(SYS_getitimer, ITIMER_PROF, reinterpret_cast<long>(&interval));
  if (interval.it_value.tv_sec || interval.it_value.tv_usec) {
    conflict = interval_timer_taken;
    return;
  }
  install_handler(bit_of(SIGPROF), locking_thread() == kernel::gettid());
  __atomic_store_n(&interval_timer_is_ours, true, __ATOMIC_RELAXED);
  __atomic_store_n(&kind, interval_timer, __ATOMIC_RELEASE);
  interval = {timeval_of(sample_period()), timeval_of(first)};
  raw_syscall(SYS_setitimer, ITIMER_PROF, reinterpret_cast<long>(&interval), 0);
}

/// Gives a thread its timer. If the kernel creates no more timers, all threads
/// share one again. Signals are blocked.
static void add_thread(uint32_t thread) {
  if (current_kind() != thread_timers ||
      add_thread_timer(thread) != timer_result::refused ||
      !change_kind(thread_timers, no_timer))
    return;
  remove_thread_timers();
  __atomic_store_n(&ran_out, true, __ATOMIC_RELAXED);
  start_process_timer();
}

/// Whether this thread has been added.
static __thread bool is_added __attribute__((tls_model(GMON_TLS_MODEL)));

/// `self` is the calling thread.
static void start_thread_timers(uint32_t self) {
  __atomic_store_n(&kind, thread_timers, __ATOMIC_RELEASE);
  is_added = true;
  add_thread(self);
  for_each_member_unlocked(
      [](member &runtime) { runtime.for_each_thread(add_thread); });
}

/// Adds the threads that began before sampling; `self` was added already.
static void add_old_threads(int tasks, uint32_t self) {
  alignas(uint64_t) char entries[1024];
  for_each_task(tasks, entries, [=](uint32_t thread) {
    if (thread != self)
      add_thread(thread);
  });
}

/// Samples the events of all threads.
static void start_events() {
  if (!prepare_thread_events())
    return;
  install_handler(bit_of(SIGPROF) | (events_trap() ? bit_of(SIGTRAP) : 0),
                  /*is_process_locked=*/true);
  start_thread_events();
  if (!has_thread_events())
    return;
  for_each_member_unlocked(
      [](member &runtime) { runtime.for_each_thread(add_thread_events); });
  int tasks = open_tasks();
  if (tasks < 0)
    return;
  alignas(uint64_t) char entries[1024];
  for_each_task(tasks, entries, [](uint32_t thread) {
    if (thread != kernel::gettid())
      add_thread_events(thread);
  });
  raw_syscall(SYS_close, tasks);
}

/// Replaces the timer of the process by one of each thread; `self` is the
/// calling one. Returns whether that timer was in use.
static bool replace_process_timer(uint32_t self) {
  // The timer of the process is for programs with one thread.
  if (__atomic_load_n(&ran_out, __ATOMIC_RELAXED) ||
      !change_kind(process_timer, no_timer))
    return false;
  raw_syscall(SYS_timer_delete, process_timer_id);
  start_thread_timers(self);
  return true;
}

/// Whether timers of CPU time take samples.
static bool has_timers() {
  uint8_t used = current_kind();
  return used == process_timer || used == thread_timers;
}

void expect_threads() {
  if (current_kind() != process_timer)
    return;
  signals_blocked blocked;
  replace_process_timer(kernel::gettid());
}

void add_current_thread() {
  if (is_added || !is_this_process())
    return;
  is_added = true;
  uint32_t thread = kernel::gettid();
  if (thread != uint32_t(process().this_process))
    renew_tick_handler();
  begin_thread_events();
  if (!has_timers())
    return;
  signals_blocked blocked;
  if (!replace_process_timer(thread) && current_kind() == thread_timers) {
    add_thread(thread);
    // Another thread may have deleted all timers meanwhile.
    if (current_kind() != thread_timers)
      remove_thread_timers();
  }
}

void begin_current_thread() {
  // A signal that came first may have added it in a handler.
  is_added = false;
  add_current_thread();
}

static bool wants_ticker() {
  return options().sampler == sampler_choice::thread ||
         options().clock == clock_choice::wall;
}

/// Takes samples of time.
static void start_time() {
  if (wants_ticker()) {
    if (start_ticker()) {
      __atomic_store_n(&kind, ticker, __ATOMIC_RELEASE);
      return;
    }
    ticker_failed = true;
    report() << "cannot start the sampling thread; timers of CPU time take the "
                "samples";
  }
  int tasks = process_lock::is_alone() ? -1 : open_tasks();
  bool each_thread = tasks >= 0;
  const uint32_t self = locking_thread();
  for_each_member([&](member &runtime) { each_thread |= runtime.has_hooks(); });
  if (each_thread)
    start_thread_timers(self);
  else
    start_process_timer();
  if (tasks >= 0) {
    if (each_thread)
      add_old_threads(tasks, self);
    raw_syscall(SYS_close, tasks);
  }
}

static void start_timer() {
  if (is_sampling() || options().sampler == sampler_choice::off)
    return;
  install_handler(bit_of(tick_signal), /*is_process_locked=*/true);
  start_events();
  if (wants_time())
    start_time();
}

/// Reports once that the program took away what sampling needs.
static void say_conflict() {
  if (is_sampling() && !has_tick_handler())
    conflict = handler_replaced;
  if (conflict == no_conflict || conflict_said)
    return;
  conflict_said = true;
  report() << (conflict == handler_replaced
                   ? "sampling ended: the profiler's handler of a signal was "
                     "replaced by a system call"
                   : "sampling ended: the program uses ITIMER_PROF, and there "
                     "is no other timer");
}

static void stop_timer() {
  if (__atomic_exchange_n(&ran_out, false, __ATOMIC_RELAXED) &&
      options().verbose)
    report() << "RLIMIT_SIGPENDING is too low for a timer of each thread; one "
                "timer sampled all threads";
  say_conflict();
  if (has_thread_events())
    remove_thread_events();
  uint8_t stopped = __atomic_exchange_n(&kind, no_timer, __ATOMIC_ACQ_REL);
  itimerval none = {};
  if (stopped == thread_timers)
    remove_thread_timers();
  else if (stopped == ticker)
    stop_ticker();
  else if (stopped == process_timer)
    raw_syscall(SYS_timer_delete, process_timer_id);
  else if (stopped == interval_timer)
    raw_syscall(SYS_setitimer, ITIMER_PROF, reinterpret_cast<long>(&none), 0);
}

void set_timer(bool enable) {
  if (options().control)
    install_handler(bit_of(tick_signal), /*is_process_locked=*/true);
  enable ? start_timer() : stop_timer();
}

/// Removes the runtime's signals that this thread blocks and that wait. Signals
/// of the program remain.
static void drop_waiting_signals() {
  constexpr unsigned most = 6; // three signals, to thread and process
  constexpr timespec at_once = {};
  siginfo_t kept[most];
  unsigned num_kept = 0;
  const uint64_t signals = sampling_signals();
  for (unsigned i = 0; i != most; ++i) {
    siginfo_t &info = kept[num_kept];
    uint32_t amount;
    long signal = raw_syscall(SYS_rt_sigtimedwait, kernel::address(&signals),
                              kernel::address(&info), kernel::address(&at_once),
                              sizeof(signals));
    if (signal <= 0)
      break;
    if (!is_event_signal(int(signal), &info) &&
        !is_own(int(signal), &info, amount))
      ++num_kept;
  }
  for (unsigned i = 0; i != num_kept; ++i)
    raw_syscall(SYS_rt_tgsigqueueinfo, kernel::getpid(), kernel::gettid(),
                kept[i].si_signo, kernel::address(&kept[i]));
}

void stop_timer_for_exec() {
  if (current_kind() == interval_timer || has_thread_events())
    stop_timer();
  drop_waiting_signals();
}

bool has_interval_timer(bool give_up) {
  bool has = current_kind() == interval_timer;
  if (give_up) {
    __atomic_store_n(&interval_timer_is_ours, false, __ATOMIC_RELAXED);
    if (change_kind(interval_timer, no_timer))
      conflict = interval_timer_taken;
  }
  return has;
}

void count_pending_samples() {
  if (has_thread_events())
    count_waiting_events();
}

bool samples_elapsed_time() {
  return options().clock == clock_choice::wall && !ticker_failed &&
         options().sampler != sampler_choice::off;
}

void forget_timer(uint32_t forker) {
  kind = no_timer;
  ran_out = false;
  forget_thread_timers();
  forget_thread_events(forker);
  forget_ticker();
  reseed_random();
}

} // namespace gmon
