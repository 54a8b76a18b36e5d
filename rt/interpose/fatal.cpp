//===-- fatal.cpp - Dying of a signal, with a profile ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles the signals that end the program. The handler passes the same signal,
// with all its data, on to the default action: the parent process sees the same
// status, and a core dump shows the same instruction.
//
//===----------------------------------------------------------------------===//

#include "interpose/fatal.h"
#include "base/memory.h"
#include "base/system.h"
#include "base/time.h"
#include "interpose/signals.h"
#include "libc/environment.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

namespace gmon {

/// How often the watch checks the thread that writes, and how many checks
/// without progress it allows: the disk may be gone, or a dead thread may hold
/// the lock.
static constexpr long nanoseconds_between_looks = 100000000;
static constexpr unsigned most_idle_looks = 20;
static constexpr unsigned seconds_of_patience = 2;
/// The number of checks when another fatal signal waits.
static constexpr unsigned idle_looks_if_asked = 2;

/// The size of the stack on which the dying thread writes the profiles.
static constexpr size_t last_stack_size = size_t(64) << 10;

namespace {

/// Checks whether the dying thread makes progress.
class progress_watch {
public:
  /// Returns the number of checks since the thread last wrote anything, or used
  /// CPU time for more than a tenth of the interval.
  unsigned look() {
    const signal_state &state = shared_signals();
    uint32_t written = __atomic_load_n(&process().progress, __ATOMIC_RELAXED);
    uint64_t time =
        cpu_time(__atomic_load_n(&state.dying_thread, __ATOMIC_RELAXED));
    bool goes_on = written != last_written ||
                   time - last_time > uint64_t(nanoseconds_between_looks / 10);
    last_written = written;
    last_time = time;
    return idle = goes_on ? 0 : idle + 1;
  }

private:
  uint32_t last_written = 0;
  uint64_t last_time = 0;
  unsigned idle = 0;
};

/// The signal of which the dying thread dies, while it writes.
struct last_signal_of_process {
  int signal;
  siginfo_t info;
  progress_watch watch;
  int timer;
};

} // namespace

static last_signal_of_process last;

/// Returns whether this thread is the one that writes and dies; others wait for
/// the end.
static bool is_first_to_die(signal_state &state) {
  uint32_t thread = kernel::gettid();
  uint32_t nobody = 0;
  if (__atomic_compare_exchange_n(&state.dying_thread, &nobody, thread, false,
                                  __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
    return true;
  progress_watch watch;
  timespec pause = {0, nanoseconds_between_looks};
  while (watch.look() < most_idle_looks)
    raw_syscall(SYS_nanosleep, kernel::address(&pause));
  return false;
}

/// Whether the interrupted instruction will raise the signal again.
static bool comes_again(const siginfo_t *info) {
  switch (info->si_signo) {
  case SIGSEGV:
  case SIGILL:
  case SIGFPE:
    return info->si_code > 0;
  case SIGBUS:
    return info->si_code > 0 && info->si_code != BUS_MCEERR_AO;
  default:
    return false;
  }
}

static void write_last() {
  write_profiles(false);
  __atomic_store_n(&shared_signals().has_written_last, true, __ATOMIC_RELEASE);
}

void wait_for_death() {
  const signal_state &state = shared_signals();
  constexpr timespec pause = {0, nanoseconds_between_looks};
  for (unsigned i = 0; i != most_idle_looks; ++i) {
    if (!__atomic_load_n(&state.has_written_last, __ATOMIC_ACQUIRE) ||
        state.dying_thread == kernel::gettid())
      return;
    raw_syscall(SYS_nanosleep, kernel::address(&pause), 0);
  }
}

void prepare_to_die() {
  if (!shared_signals().last_stack && !is_under_valgrind())
    shared_signals().last_stack =
        static_cast<char *>(map_stack(last_stack_size));
}

/// Gives `signal` its default action, and unblocks it alone for the time when
/// the handler with `context` returns.
static void leave_to_default(int signal, void *context) {
  struct sigaction by_default = {}; // zeros; larger than the kernel's structure
  raw_syscall(SYS_rt_sigaction, signal, reinterpret_cast<long>(&by_default), 0,
              sizeof(uint64_t));
  // The signal is blocked in this handler, and arrives when the handler
  // returns. The interrupted code may have unblocked it for one call only, so
  // the mask must change here; and no other handler may come first. The
  // kernel's mask has 64 bits; other fields follow it.
  uint64_t all_others = ~(uint64_t(1) << (signal - 1));
  memcpy(&static_cast<ucontext_t *>(context)->uc_sigmask, &all_others,
         sizeof(all_others));
}

/// Makes `signal` end the program when the handler with `context` returns.
static void send_again(int signal, siginfo_t *info, void *context) {
  leave_to_default(signal, context);
  int process_id = kernel::getpid();
  if (raw_syscall(SYS_rt_tgsigqueueinfo, process_id, kernel::gettid(), signal,
                  reinterpret_cast<long>(info)) != 0)
    raw_syscall(SYS_kill, process_id, signal);
  // A signal of one of the runtime's timers may be pending for this thread. The
  // kernel drops this one then, and it drops the timer's signal, too, if the
  // timer is set or deleted before the signal arrives.
  if (signal == SIGPROF || signal == SIGALRM)
    raw_syscall(SYS_kill, process_id, signal);
}

void die_of(int signal, siginfo_t *info, void *context) {
  // Not sent if the instruction raises it again: the kernel then records the
  // address.
  if (comes_again(info))
    leave_to_default(signal, context);
  else
    send_again(signal, info, context);
}

/// The handler of the watch's timer, in the dying thread.
static void watch_writer(int, siginfo_t *, void *context) {
  unsigned idle = last.watch.look();
  uint64_t pending = 0;
  raw_syscall(SYS_rt_sigpending, kernel::address(&pending), sizeof(pending));
  // On a busy machine the timer may expire again before this check.
  bool asked = pending & shared_signals().concerned & ~bit_of(SIGALRM);
  if (idle >= most_idle_looks || (asked && idle >= idle_looks_if_asked))
    send_again(last.signal, &last.info, context);
}

/// Starts a timer that checks this thread while it writes. Without a timer,
/// nothing checks it.
static void start_watch(int signal, const siginfo_t *info) {
  last.signal = signal;
  last.info = *info;
  last.watch = {};
  kernel::timer_event event = {};
  event.notify = SIGEV_THREAD_ID;
  event.signal = SIGALRM;
  event.thread = int32_t(kernel::gettid());
  last.timer = -1;
  if (raw_syscall(SYS_timer_create, CLOCK_MONOTONIC, kernel::address(&event),
                  kernel::address(&last.timer)) != 0) {
    last.timer = -1;
    return;
  }
  // From here on, the program's own handler of SIGALRM is not called.
  set_watch_handler(watch_writer);
  timespec interval = {0, nanoseconds_between_looks};
  itimerspec times = {interval, interval};
  raw_syscall(SYS_timer_settime, last.timer, 0, kernel::address(&times), 0);
  set_mask(all_signals & ~bit_of(SIGALRM));
}

static void stop_watch() {
  set_mask(all_signals);
  if (last.timer >= 0)
    raw_syscall(SYS_timer_delete, last.timer);
}

void handle_fatal_signal(int signal, siginfo_t *info, void *context) {
  int saved = errno;
  if (is_this_process() && is_first_to_die(shared_signals())) {
    shared_signals().dying_signal = signal;
    start_watch(signal, info);
    if (process_lock::acquire_within(seconds_of_patience)) {
      // The thread's own stack may be almost full.
      if (char *stack = shared_signals().last_stack) {
        guard_stack(stack); // not at the start of each program
        call_on_stack(stack + last_stack_size, write_last);
      } else {
        write_last();
      }
      process_lock::release();
    }
    stop_watch();
  }
  errno = saved;
  die_of(signal, info, context);
}

} // namespace gmon
