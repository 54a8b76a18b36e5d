//===-- ticker.cpp - A thread that samples the others ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread of sampler=thread and clock=wall. /proc shows where the code and
// the stack of a waiting thread are.
//
// A thread may end before it is met, or before its signal comes. What it lacks
// is the CPU time of the process that no other thread has used. New threads
// that run represent those: a program that makes short threads makes more of
// them.
//
// The thread shares the thread-local storage of the thread that started it. So
// it uses only its own system calls and async-signal-safe functions.
//
//===----------------------------------------------------------------------===//

#include "sampling/ticker.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/signal_set.h"
#include "base/system.h"
#include "base/text.h"
#include "base/time.h"
#include "libc/loader.h"
#include "process/process.h"
#include "process/tasks.h"
#include "sampling/rate.h"
#include "sampling/stacks.h"
#include "sampling/thread_timers.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>

#ifndef CLOSE_RANGE_UNSHARE
#define CLOSE_RANGE_UNSHARE 2
#endif

namespace gmon {

namespace {

/// The sampling thread's record of another thread. Found by its id; never
/// freed.
struct ticked_thread {
  ticked_thread *next;      ///< the next with the same hash
  ticked_thread *next_live; ///< the next of the last list
  uint32_t thread;
  uint32_t amount;   ///< samples that its next signal counts for
  uint64_t cpu_time; ///< at the last look
  uint64_t owed;     ///< time that is no whole sample yet
  uint64_t list;     ///< number of the last list that contains it
  uint64_t sampled;  ///< tick of the last look
  bool is_new;       ///< there was no look yet
  int timer_and_one; ///< 1 + id of its timer
  int wait_and_one;  ///< 1 + descriptor of its /proc file `syscall`
  uintptr_t wait;    ///< identifies where it last waited
};

enum ticker_state : uint32_t { starting, ticking, failed };

} // namespace

static constexpr size_t stack_size = size_t(64) << 10;
static constexpr unsigned num_buckets = 1024;

static stored<ticked_thread *[num_buckets]> threads;
static arena memory;
static ticked_thread *live_threads;
static uint64_t current_list; ///< number of lists so far
static uint64_t num_ticks;
static uint64_t first_tick;   ///< of this sampling thread
static uint64_t first_wait;   ///< nanoseconds from the first tick to the second
static uint64_t process_time; ///< CPU time of the process at the last look
static uint64_t own_time;     ///< CPU time of this thread at the last look
/// CPU time that ended threads have no samples for. May be negative, because
/// the clocks are not read at once.
static int64_t time_of_ended;

static char *stack;
static uint32_t state;     ///< a futex
static uint32_t stopping;  ///< a futex
static uint32_t ticker_id; ///< a futex that the kernel clears at the end
static int tasks;          ///< descriptor of /proc/self/task

static uint64_t now() {
  uint64_t time;
  read_clock(CLOCK_MONOTONIC, time);
  return time;
}

static ticked_thread *find_thread(uint32_t thread) {
  ticked_thread *found =
      __atomic_load_n(&(*threads)[thread % num_buckets], __ATOMIC_ACQUIRE);
  while (found && found->thread != thread)
    found = found->next;
  return found;
}

/// Adds a thread to the list, or keeps it there.
static void see_thread(uint32_t thread) {
  ticked_thread *seen = find_thread(thread);
  if (!seen) {
    ticked_thread **bucket = &(*threads)[thread % num_buckets];
    for (seen = *bucket; seen && seen->thread; seen = seen->next) {
    }
    if (!seen) {
      seen = static_cast<ticked_thread *>(memory.allocate(sizeof(*seen)));
      if (!seen)
        return;
      seen->next = *bucket;
      __atomic_store_n(bucket, seen, __ATOMIC_RELEASE);
    }
    seen->amount = 0;
    seen->owed = 0;
    seen->cpu_time = 0;
    seen->wait = 0;
    seen->is_new = true;
    seen->next_live = live_threads;
    live_threads = seen;
    __atomic_store_n(&seen->thread, thread, __ATOMIC_RELEASE);
  }
  seen->list = current_list;
}

static void close_wait(ticked_thread *thread) {
  if (thread->wait_and_one)
    raw_syscall(SYS_close, thread->wait_and_one - 1);
  thread->wait_and_one = 0;
}

static void delete_timer(ticked_thread *thread) {
  if (thread->timer_and_one)
    raw_syscall(SYS_timer_delete, thread->timer_and_one - 1);
  thread->timer_and_one = 0;
}

/// Reads where the thread waits. Returns false if it runs or is gone.
static bool find_wait(ticked_thread *thread, uintptr_t &sp, uintptr_t &pc) {
  if (!thread->wait_and_one) {
    text<64> name;
    name << uint64_t(thread->thread) << "/syscall";
    long fd =
        raw_syscall(SYS_openat, tasks, reinterpret_cast<long>(name.c_str()),
                    O_RDONLY | O_CLOEXEC);
    if (fd < 0)
      return false;
    thread->wait_and_one = int(fd) + 1;
  }
  char line[256];
  long size = raw_syscall(SYS_pread64, thread->wait_and_one - 1,
                          reinterpret_cast<long>(line), sizeof(line), 0);
  // The file contains "running", or numbers; the last two are sp and pc.
  if (size <= 0 || line[0] == 'r')
    return false;
  sp = pc = 0;
  for (long i = 0; i != size; ++i) {
    char c = line[i];
    if (c == ' ') {
      sp = pc;
      pc = 0;
    } else if (c >= '0' && c <= '9') {
      pc = pc * 16 + uintptr_t(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      pc = pc * 16 + uintptr_t(c - 'a' + 10);
    }
  }
  return true;
}

static constexpr char marker = 0;

/// Returns the samples of ended threads that a new one represents.
static uint32_t take_samples_of_ended() {
  auto period = int64_t(sample_period());
  if (time_of_ended < period)
    return 0;
  auto amount = uint32_t(time_of_ended / period);
  time_of_ended %= period;
  return amount;
}

static void sample_thread(ticked_thread *thread, uint32_t amount, bool is_new) {
  uintptr_t sp, pc;
  if (find_wait(thread, sp, pc)) {
    if (amount) {
      count_waiting(pc, sp, amount, thread->thread);
      // Threads name themselves before they wait, rarely between two waits.
      if (thread->wait != (pc ^ sp))
        note_name_of(thread->thread);
      thread->wait = pc ^ sp;
    }
    return;
  }
  if (is_new)
    amount += take_samples_of_ended();
  if (!amount)
    return;
  // A signal sent directly could interrupt a system call that the thread has
  // entered meanwhile, and make it fail. A timer of the thread's CPU time
  // cannot.
  if (!thread->timer_and_one) {
    long timer =
        create_thread_timer(thread->thread, const_cast<char *>(&marker));
    if (timer < 0)
      return;
    thread->timer_and_one = int(timer) + 1;
  }
  __atomic_fetch_add(&thread->amount, amount, __ATOMIC_RELAXED);
  set_thread_timer(thread->timer_and_one - 1, 1, 0);
}

bool is_tick(const siginfo_t *info, uint32_t &amount) {
  if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &marker)
    return false;
  ticked_thread *own = find_thread(kernel::gettid());
  amount = own ? __atomic_exchange_n(&own->amount, 0, __ATOMIC_RELAXED) : 0;
  return true;
}

/// Returns the number of samples due for a thread, `passed` ticks after the
/// last look, and whether it has run for the first time. Returns false if the
/// thread is gone.
static bool find_due(ticked_thread *thread, uint32_t passed, uint32_t &due,
                     bool &is_new) {
  uint64_t total;
  if (read_clock(cpu_clock(thread->thread), total) != 0)
    return false;
  if (total < thread->cpu_time) { // a new thread with the same id
    close_wait(thread);
    delete_timer(thread);
    thread->cpu_time = 0;
    thread->wait = 0;
    thread->is_new = true;
  }
  uint64_t used = total - thread->cpu_time;
  uint64_t period = sample_period();
  is_new = thread->is_new && used && options().clock != clock_choice::wall;
  time_of_ended -= int64_t(used);
  thread->cpu_time = total;
  thread->is_new &= !used;
  // CPU time before the first tick is not part of the profile.
  if (num_ticks == first_tick) {
    due = 0;
    is_new = false;
  } else if (options().clock == clock_choice::wall) {
    due = passed;
  } else if (num_ticks == first_tick + 1 && !is_new) {
    // A short run meets this tick with the probability run / period, and the
    // thread may have run for a part of it only.
    due = uint32_t(used / period) + (random_up_to(first_wait) <= used % period);
    thread->owed = random_up_to(period) - 1;
  } else {
    thread->owed += used;
    due = uint32_t(thread->owed / period);
    thread->owed %= period;
  }
  return true;
}

/// Updates the list of threads from /proc/self/task.
static void list_threads() {
  ++current_list;
  uint32_t self = kernel::gettid();
  alignas(uint64_t) char entries[8192];
  for_each_task(tasks, entries, [=](uint32_t thread) {
    if (thread != self)
      see_thread(thread);
  });
  for (ticked_thread **link = &live_threads; ticked_thread *thread = *link;)
    if (thread->list == current_list) {
      link = &thread->next_live;
    } else {
      *link = thread->next_live;
      close_wait(thread);
      delete_timer(thread);
      time_of_ended += int64_t(thread->owed + thread->amount * sample_period());
      __atomic_store_n(&thread->thread, 0, __ATOMIC_RELEASE);
    }
}

/// Returns how far a clock has gone since the last look.
static int64_t advance(clockid_t clock, uint64_t &last) {
  uint64_t before = last;
  read_clock(clock, last);
  return int64_t(last - before);
}

/// Adds the CPU time of all threads but this one; find_due() subtracts that of
/// each.
static void add_time_of_process() {
  time_of_ended += advance(CLOCK_PROCESS_CPUTIME_ID, process_time) -
                   advance(CLOCK_THREAD_CPUTIME_ID, own_time);
}

/// Whether threads may have started or ended since the last list.
static bool list_is_old() {
  constexpr unsigned longest = 8;
  static unsigned age;
  static nlink_t known;
  struct stat status = {};
  raw_syscall(SYS_fstat, tasks, reinterpret_cast<long>(&status));
  if (status.st_nlink == known && ++age < longest)
    return false;
  known = status.st_nlink;
  age = 0;
  return true;
}

static void sample_all(uint32_t passed) {
  ++num_ticks;
  add_time_of_process();
  bool is_listed = list_is_old();
  if (is_listed)
    list_threads();
  for (;;) {
    bool any_gone = false;
    for (ticked_thread *thread = live_threads; thread;
         thread = thread->next_live) {
      uint32_t due;
      bool is_new;
      // The first pass has sampled these already.
      if (thread->sampled == num_ticks)
        continue;
      thread->sampled = num_ticks;
      if (!find_due(thread, passed, due, is_new))
        any_gone = true;
      else if (due || is_new)
        sample_thread(thread, due, is_new);
    }
    if (!any_gone || is_listed)
      break;
    // Another thread may run instead of the one that is gone.
    list_threads();
    is_listed = true;
  }
  if (num_ticks == first_tick)
    time_of_ended = 0;
}

static void wait_on(uint32_t *word, uint32_t value, const timespec *until) {
  raw_syscall(SYS_futex, reinterpret_cast<long>(word), FUTEX_WAIT_BITSET, value,
              reinterpret_cast<long>(until), 0, FUTEX_BITSET_MATCH_ANY);
}

static void change_state(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
  raw_syscall(SYS_futex, reinterpret_cast<long>(word), FUTEX_WAKE, INT32_MAX);
}

/// Unshares the file descriptors: the program does not see those of this
/// thread, and this thread keeps none open that the program closes.
static bool prepare() {
  set_mask(all_signals);
  raw_syscall(SYS_prctl, PR_SET_NAME, reinterpret_cast<long>("gmon"));
  raw_syscall(SYS_prctl, PR_SET_TIMERSLACK, 1);
  if (raw_syscall(SYS_close_range, 0, UINT32_MAX, CLOSE_RANGE_UNSHARE) != 0)
    return false;
  tasks = open_tasks();
  return tasks >= 0;
}

static int tick(void *) {
  if (!prepare()) {
    change_state(&state, failed);
    return 0;
  }
  change_state(&state, ticking);
  const uint64_t period = sample_period();
  first_wait = random_up_to(period);
  uint64_t next = now();
  uint64_t wait = first_wait;
  sample_all(0);
  // A signal waits for the kernel's clock to meet its thread. Each tick may
  // make the kernel choose another thread: ticks in step with that clock would
  // let it meet the same threads again and again.
  for (;; next += period, wait = random_up_to(period)) {
    timespec until = timespec_of(next + wait);
    while (!__atomic_load_n(&stopping, __ATOMIC_ACQUIRE) && now() < next + wait)
      wait_on(&stopping, 0, &until);
    if (__atomic_load_n(&stopping, __ATOMIC_ACQUIRE))
      return 0;
    // A late tick also counts the periods that passed meanwhile.
    uint64_t late = (now() - next) / period;
    next += late * period;
    sample_all(uint32_t(1 + late));
  }
}

/// Empties the list. The descriptors were closed with the thread that had them.
static void forget_threads() {
  while (ticked_thread *thread = live_threads) {
    live_threads = thread->next_live;
    thread->wait_and_one = 0;
    delete_timer(thread);
    __atomic_store_n(&thread->thread, 0, __ATOMIC_RELEASE);
  }
}

bool start_ticker() {
  if (!stack)
    stack = static_cast<char *>(map_zeros(stack_size));
  if (!stack)
    return false;
  first_tick = num_ticks + 1;
  state = starting;
  stopping = 0;
  int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
              CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
  add_own_threads(1);
  // The thread sanitizer replaces clone(), and takes the new thread for a
  // process.
  auto *make_thread = next_function<decltype(clone)>("clone");
  if (!make_thread || make_thread(tick, stack + stack_size, flags, nullptr,
                                  &ticker_id, nullptr, &ticker_id) < 0) {
    add_own_threads(-1);
    return false;
  }
  while (__atomic_load_n(&state, __ATOMIC_ACQUIRE) == starting)
    wait_on(&state, starting, nullptr);
  if (state == ticking)
    return true;
  stop_ticker();
  return false;
}

void stop_ticker() {
  change_state(&stopping, 1);
  while (uint32_t id = __atomic_load_n(&ticker_id, __ATOMIC_ACQUIRE))
    wait_on(&ticker_id, id, nullptr);
  add_own_threads(-1);
  forget_threads();
}

void forget_ticker() {
  ticker_id = 0;
  for (ticked_thread *thread = live_threads; thread; thread = thread->next_live)
    thread->timer_and_one = 0;
  forget_threads();
}

} // namespace gmon
