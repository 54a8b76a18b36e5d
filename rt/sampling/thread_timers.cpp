//===-- thread_timers.cpp - A timer for each thread -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel looks at timers of CPU time at its clock's ticks only. A thread
// that is over before its timer has expired, or before the next tick, would
// have no samples, however many of its kind there are. So the first tick that
// meets a thread counts as part of a sample, as much as lies between two ticks,
// and by a sequence that all threads share it is made a whole one or none. The
// timer goes on from there. Expected samples are then CPU time times rate,
// however short the threads are.
//
//===----------------------------------------------------------------------===//

#include "sampling/thread_timers.h"
#include "base/memory.h"
#include "base/signal_set.h"
#include "base/system.h"
#include "base/time.h"
#include "interpose/masks.h"
#include "sampling/rate.h"

#include <errno.h>
#include <time.h>

namespace gmon {

namespace {

struct timer_slot {
  /// Thread id, and above it the timer's id + 1, or 0 while it is being made.
  /// 0 where there is none.
  uint64_t owner;
  uint64_t due; ///< of one that is held: the thread's CPU time when it expires
  bool is_new;  ///< has not sent a signal yet
  bool is_held; ///< the thread blocks SIGPROF, and the timer stands still
};

/// A thread has a slot in its window of one of the blocks.
constexpr unsigned window_slots = 8;
constexpr unsigned num_windows = 64;

struct timer_block {
  timer_block *next;
  timer_slot slots[num_windows * window_slots];

  timer_slot *window(uint32_t thread) {
    return slots + thread % num_windows * window_slots;
  }
};

/// Keeps handlers from coming in between, which may add the same thread, but
/// for those of what an instruction does: blocked, such a signal would end the
/// program.
class signals_blocked {
public:
  signals_blocked() {
    uint64_t blocked = all_signals;
    constexpr int synchronous[] = {SIGTRAP, SIGSEGV, SIGBUS,
                                   SIGILL,  SIGFPE,  SIGSYS};
    for (int each : synchronous)
      blocked &= ~bit_of(each);
    previous = set_mask(blocked);
  }
  ~signals_blocked() { set_mask(previous); }

private:
  uint64_t previous;
};

} // namespace

static constinit timer_block first_block = {};

/// Where threads are between samples, as a fraction of 2^64.
static uint64_t phase;

static uint64_t owned_by(uint32_t thread, long timer) {
  return uint64_t(uint32_t(timer + 1)) << 32 | thread;
}

static uint32_t thread_of(uint64_t owner) { return uint32_t(owner); }

static void delete_timer(uint64_t owner) {
  if (auto id_and_one = uint32_t(owner >> 32))
    raw_syscall(SYS_timer_delete, long(id_and_one) - 1);
}

static bool change(timer_slot &slot, uint64_t from, uint64_t to) {
  return __atomic_compare_exchange_n(&slot.owner, &from, to, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static uint64_t owner_of(const timer_slot &slot) {
  return __atomic_load_n(&slot.owner, __ATOMIC_ACQUIRE);
}

static timer_block *after(const timer_block *block) {
  return __atomic_load_n(&block->next, __ATOMIC_ACQUIRE);
}

/// Nanoseconds between the ticks of the kernel's clock.
static long tick_length() {
  timespec resolution = {};
  raw_syscall(SYS_clock_getres, CLOCK_MONOTONIC_COARSE,
              reinterpret_cast<long>(&resolution));
  return resolution.tv_sec ? long(sample_period()) : resolution.tv_nsec;
}

void set_thread_timer(long timer, uint64_t first, uint64_t period) {
  itimerspec times = {timespec_of(period), timespec_of(first)};
  raw_syscall(SYS_timer_settime, timer, 0, reinterpret_cast<long>(&times), 0);
}

static bool is_gone(uint32_t thread) {
  return kernel::is_thread_gone(kernel::getpid(), thread);
}

/// Stops it. Returns in how many nanoseconds it would have expired, or 0.
static uint64_t halt(uint64_t owner) {
  itimerspec none = {}, left = {};
  raw_syscall(SYS_timer_settime, long(owner >> 32) - 1, 0,
              reinterpret_cast<long>(&none), reinterpret_cast<long>(&left));
  return nanoseconds(left.it_value);
}

/// Lets it expire at a CPU time of the thread's.
static void go_on_at(uint64_t owner, uint64_t due) {
  itimerspec times = {timespec_of(sample_period()), timespec_of(due)};
  raw_syscall(SYS_timer_settime, long(owner >> 32) - 1, TIMER_ABSTIME,
              reinterpret_cast<long>(&times), 0);
}

/// Whether the timer still has a thread: an earlier one may have had its id.
static bool is_running(uint64_t owner) {
  itimerspec left = {};
  return raw_syscall(SYS_timer_gettime, long(owner >> 32) - 1,
                     reinterpret_cast<long>(&left)) == 0 &&
         (left.it_value.tv_sec || left.it_value.tv_nsec);
}

static timer_slot *find_slot(uint32_t thread) {
  for (timer_block *block = &first_block; block; block = after(block))
    for (unsigned i = 0; i != window_slots; ++i) {
      timer_slot &slot = block->window(thread)[i];
      if (thread_of(owner_of(slot)) == thread)
        return &slot;
    }
  return nullptr;
}

/// Takes a slot for the thread. Returns null if it has one that runs, or where
/// there is no memory; then `full` is true.
static timer_slot *claim_slot(uint32_t thread, bool &full) {
  full = false;
  uint64_t claimed = owned_by(thread, -1);
  for (timer_block *block = &first_block; block; block = after(block))
    for (unsigned i = 0; i != window_slots; ++i) {
      timer_slot &slot = block->window(thread)[i];
      uint64_t owner = owner_of(slot);
      if (thread_of(owner) != thread)
        continue;
      if (is_running(owner))
        return nullptr;
      if (change(slot, owner, claimed)) {
        delete_timer(owner);
        return &slot;
      }
    }
  // With many blocks there is enough memory for the dead of some of them.
  constexpr unsigned most_probes = 4 * window_slots;
  unsigned probes = 0;
  for (timer_block *block = &first_block;;) {
    for (unsigned i = 0; i != window_slots; ++i) {
      timer_slot &slot = block->window(thread)[i];
      uint64_t owner = owner_of(slot);
      if (owner && (++probes > most_probes || !is_gone(thread_of(owner))))
        continue;
      if (change(slot, owner, claimed)) {
        slot.is_held = false;
        delete_timer(owner);
        return &slot;
      }
    }
    timer_block *next = after(block);
    if (!next) {
      auto *made = static_cast<timer_block *>(map_zeros(sizeof(timer_block)));
      if (!made) {
        full = true;
        return nullptr;
      }
      if (!__atomic_compare_exchange_n(&block->next, &next, made, false,
                                       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        unmap(made, sizeof(timer_block));
      next = after(block);
    }
    block = next;
  }
}

/// Deletes the timers of threads that are gone, or all. Returns whether there
/// were any.
static bool remove_timers(bool all) {
  bool removed = false;
  for (timer_block *block = &first_block; block; block = after(block))
    for (timer_slot &slot : block->slots) {
      uint64_t owner = owner_of(slot);
      bool keeps = all && slot.is_held;
      if (owner && (all || is_gone(thread_of(owner))) &&
          change(slot, owner, keeps ? owned_by(thread_of(owner), -1) : 0)) {
        delete_timer(owner);
        removed = true;
      }
    }
  return removed;
}

long create_thread_timer(uint32_t thread, void *value) {
  kernel::timer_event event = {};
  event.value = value;
  event.signal = SIGPROF;
  event.notify = SIGEV_THREAD_ID;
  event.thread = int32_t(thread);
  int id = 0;
  long error =
      raw_syscall(SYS_timer_create, cpu_clock(thread),
                  reinterpret_cast<long>(&event), reinterpret_cast<long>(&id));
  return error ? error : id;
}

timer_result add_thread_timer(uint32_t thread) {
  if (thread == kernel::gettid())
    note_blocking();
  signals_blocked blocked;
  bool full;
  timer_slot *slot = claim_slot(thread, full);
  if (!slot)
    return full ? timer_result::refused : timer_result::made;
  slot->is_new = true;
  long timer = create_thread_timer(thread, slot);
  if (timer == -EAGAIN && remove_timers(false))
    timer = create_thread_timer(thread, slot);
  if (timer < 0) {
    if (!slot->is_held)
      change(*slot, owned_by(thread, -1), 0);
    return is_gone(thread) ? timer_result::gone : timer_result::refused;
  }
  // Who removes all timers meanwhile does not know this one; and a handler may
  // have made another.
  slot->due = cpu_time(thread) + 1;
  if (!change(*slot, owned_by(thread, -1), owned_by(thread, timer)))
    delete_timer(owned_by(thread, timer));
  else if (!slot->is_held)
    set_thread_timer(timer, 1, sample_period()); // soon, which is at the next tick
  return timer_result::made;
}

void hold_thread_timer() {
  uint32_t thread = kernel::gettid();
  timer_slot *slot = find_slot(thread);
  if (!slot) {
    signals_blocked blocked;
    bool full;
    slot = claim_slot(thread, full);
    if (slot)
      slot->is_held = true;
    return;
  }
  if (slot->is_held)
    return;
  slot->due = 0;
  slot->is_held = true;
  uint64_t owner = owner_of(*slot);
  if (!(owner >> 32))
    return;
  uint64_t left = halt(owner);
  // If it had expired, the signal has arrived by now, and may have set this.
  if (!slot->due)
    slot->due = cpu_time(thread) + (left ? left : sample_period());
}

uint32_t release_thread_timer() {
  uint32_t thread = kernel::gettid();
  timer_slot *slot = find_slot(thread);
  if (!slot || !slot->is_held)
    return 0;
  slot->is_held = false;
  uint64_t owner = owner_of(*slot);
  if (!(owner >> 32)) {
    change(*slot, owner, 0);
    return 0;
  }
  uint64_t now = cpu_time(thread), length = sample_period();
  uint64_t missed = now > slot->due ? (now - slot->due) / length : 0;
  if (slot->is_new) {
    set_thread_timer(long(owner >> 32) - 1, 1, sample_period());
  } else {
    missed += now >= slot->due;
    go_on_at(owner, slot->due + missed * length);
  }
  return uint32_t(missed);
}

void note_blocking() {
  if (mask_of_program() & bit_of(SIGPROF))
    hold_thread_timer();
  else if (timer_slot *left = find_slot(kernel::gettid()))
    left->is_held = false; // by an earlier thread of the same id
}

bool is_held(uint32_t thread) {
  timer_slot *slot = find_slot(thread);
  return slot && slot->is_held;
}

void remove_thread_timers() { remove_timers(true); }

void forget_thread_timers() {
  for (timer_block *block = &first_block; block; block = after(block))
    for (timer_slot &slot : block->slots)
      slot = {};
}

/// Samples of the first tick that meets a thread. Lets its timer go on.
static uint32_t begin_sampling(timer_slot &slot) {
  // Multiples of the golden ratio are spread most evenly.
  uint64_t at =
      __atomic_fetch_add(&phase, 0x9e3779b97f4a7c15, __ATOMIC_RELAXED);
  long length = long(sample_period()), tick = tick_length();
  long next = long((at >> 32) * uint64_t(length) >> 32) + 1 - tick;
  long amount = next > 0 ? 0 : -next / length + 1;
  next += amount * length;
  uint64_t owner = owner_of(slot);
  if (slot.is_held) // and this signal was sent before
    slot.due = cpu_time(thread_of(owner)) + uint64_t(next);
  else
    set_thread_timer(long(owner >> 32) - 1, uint64_t(next), uint64_t(length));
  return uint32_t(amount);
}

bool is_thread_tick(const siginfo_t *info, uint32_t &amount) {
  if (info->si_code != SI_TIMER)
    return false;
  auto address = reinterpret_cast<uintptr_t>(info->si_value.sival_ptr);
  for (timer_block *block = &first_block; block; block = after(block)) {
    uintptr_t offset = address - reinterpret_cast<uintptr_t>(block->slots);
    if (offset >= sizeof(block->slots) || offset % sizeof(timer_slot))
      continue;
    amount = 0;
    timer_slot &slot = block->slots[offset / sizeof(timer_slot)];
    uint64_t owner = owner_of(slot);
    // One that was removed may have left its signal.
    if (thread_of(owner) != kernel::gettid() || !(owner >> 32))
      return true;
    // Where a signal was late, the time that passed meanwhile counts, too.
    long missed = info->si_overrun > 0 ? info->si_overrun : 0;
    if (slot.is_new) {
      slot.is_new = false;
      long usual = tick_length() / long(sample_period());
      amount =
          begin_sampling(slot) + uint32_t(missed > usual ? missed - usual : 0);
    } else {
      amount = 1 + uint32_t(missed);
    }
    return true;
  }
  return false;
}

} // namespace gmon
