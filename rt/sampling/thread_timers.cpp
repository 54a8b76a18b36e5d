//===-- thread_timers.cpp - A timer for each thread -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel checks timers of CPU time only at its clock's ticks. A thread that
// ends before its timer expires, or before the next tick, would have no sample,
// however many such threads there are. So the first tick that meets a thread
// counts as a fraction of a sample: the time between two ticks. The fraction is
// rounded up or down at random, and the timer continues from there. So the
// expected number of samples is CPU time times rate, however short the threads
// are.
//
//===----------------------------------------------------------------------===//

#include "sampling/thread_timers.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/signal_set.h"
#include "base/system.h"
#include "base/time.h"
#include "sampling/rate.h"

#include <errno.h>
#include <time.h>

namespace gmon {

namespace {

struct timer_slot {
  /// Thread id in the low half, the timer's id + 1 in the high half, or 0 while
  /// the timer is being created. All zeros: a free slot.
  uint64_t owner;
  bool is_new; ///< the timer has not sent a signal yet
};

/// A thread's slot is in the thread's window of one of the blocks.
constexpr unsigned window_slots = 8;
constexpr unsigned num_windows = 64; // bits of a word

/// The first thread with a timer. Its window is the first, which is on the same
/// page as the beginning of the block.
uint32_t first_thread;

unsigned window_of(uint32_t thread) {
  return (thread - first_thread) % num_windows;
}

struct timer_block {
  timer_block *next;
  uint64_t used_windows; ///< bits of the windows that had a timer
  timer_slot slots[num_windows * window_slots];

  timer_slot *window(unsigned number) { return slots + number * window_slots; }
  void note_use(uint32_t thread) {
    __atomic_fetch_or(&used_windows, uint64_t(1) << window_of(thread),
                      __ATOMIC_RELEASE);
  }
};

} // namespace

static stored<timer_block> first_block;

static uint64_t owned_by(uint32_t thread, long timer) {
  return uint64_t(uint32_t(timer + 1)) << 32 | thread;
}

static uint32_t thread_of(uint64_t owner) { return uint32_t(owner); }

static void delete_timer(uint64_t owner) {
  if (auto id_and_one = uint32_t(owner >> 32))
    raw_syscall(SYS_timer_delete, long(id_and_one) - 1);
}

static bool change(timer_slot &slot, uint64_t expected, uint64_t desired) {
  return __atomic_compare_exchange_n(&slot.owner, &expected, desired, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static uint64_t owner_of(const timer_slot &slot) {
  return __atomic_load_n(&slot.owner, __ATOMIC_ACQUIRE);
}

static timer_block *after(const timer_block *block) {
  return __atomic_load_n(&block->next, __ATOMIC_ACQUIRE);
}

/// Returns the nanoseconds between two ticks of the kernel's clock.
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

/// Whether the timer's thread still exists: a new thread may have the id of an
/// ended one.
static bool is_running(uint64_t owner) {
  itimerspec left = {};
  return raw_syscall(SYS_timer_gettime, long(owner >> 32) - 1,
                     reinterpret_cast<long>(&left)) == 0 &&
         (left.it_value.tv_sec || left.it_value.tv_nsec);
}

/// Claims a slot for the thread. Returns null if the thread has a slot with a
/// running timer, or if there is no memory; in the second case sets `full`.
static timer_slot *claim_slot(uint32_t thread, bool &full) {
  full = false;
  uint64_t claimed = owned_by(thread, -1);
  // The kernel maps a page twice that is read before it is written.
  first_block->note_use(thread);
  for (timer_block *block = &*first_block; block; block = after(block))
    for (unsigned i = 0; i != window_slots; ++i) {
      timer_slot &slot = block->window(window_of(thread))[i];
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
  // If there are many blocks, slots of some gone threads may stay unused.
  constexpr unsigned most_probes = 4 * window_slots;
  unsigned probes = 0;
  for (timer_block *block = &*first_block;;) {
    for (unsigned i = 0; i != window_slots; ++i) {
      timer_slot &slot = block->window(window_of(thread))[i];
      uint64_t owner = owner_of(slot);
      if (owner && (++probes > most_probes || !is_gone(thread_of(owner))))
        continue;
      block->note_use(thread);
      if (change(slot, owner, claimed)) {
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

/// Calls `visit` with the slots that may have a timer.
template <typename Function> static void for_each_slot(Function visit) {
  for (timer_block *block = &*first_block; block; block = after(block))
    for (uint64_t used =
             __atomic_load_n(&block->used_windows, __ATOMIC_ACQUIRE);
         used; used &= used - 1)
      for (unsigned i = 0; i != window_slots; ++i)
        visit(block->window(unsigned(__builtin_ctzll(used)))[i]);
}

/// Deletes all timers, or those of threads that are gone. Returns whether there
/// were any.
static bool remove_timers(bool all) {
  bool removed = false;
  for_each_slot([&](timer_slot &slot) {
    uint64_t owner = owner_of(slot);
    if (owner && (all || is_gone(thread_of(owner))) && change(slot, owner, 0)) {
      delete_timer(owner);
      removed = true;
    }
  });
  return removed;
}

long create_thread_timer(uint32_t thread, void *value) {
  kernel::timer_event event = {};
  event.value = value;
  event.signal = tick_signal;
  event.notify = SIGEV_THREAD_ID;
  event.thread = int32_t(thread);
  int id = 0;
  long error =
      raw_syscall(SYS_timer_create, cpu_clock(thread),
                  reinterpret_cast<long>(&event), reinterpret_cast<long>(&id));
  return error ? error : id;
}

timer_result add_thread_timer(uint32_t thread) {
  uint32_t nobody = 0;
  __atomic_compare_exchange_n(&first_thread, &nobody, thread, false,
                              __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  bool full;
  timer_slot *slot = claim_slot(thread, full);
  if (!slot)
    return full ? timer_result::refused : timer_result::made;
  slot->is_new = true;
  long timer = create_thread_timer(thread, slot);
  if (timer == -EAGAIN && remove_timers(false))
    timer = create_thread_timer(thread, slot);
  if (timer < 0) {
    change(*slot, owned_by(thread, -1), 0);
    return is_gone(thread) ? timer_result::gone : timer_result::refused;
  }
  // A thread that deletes all timers at this moment does not see this one. A
  // handler may have created another timer.
  if (!change(*slot, owned_by(thread, -1), owned_by(thread, timer)))
    delete_timer(owned_by(thread, timer));
  else
    set_thread_timer(timer, 1, sample_period()); // expires at the next tick
  return timer_result::made;
}

void remove_thread_timers() { remove_timers(true); }

void forget_thread_timers() {
  for_each_slot([](timer_slot &slot) { slot = {}; });
}

/// Returns the number of samples for the first tick of a thread, and sets its
/// timer for the next one.
static uint32_t begin_sampling(timer_slot &slot) {
  long length = long(sample_period()), tick = tick_length();
  long next = long(random_up_to(uint64_t(length))) - tick;
  long amount = next > 0 ? 0 : -next / length + 1;
  next += amount * length;
  set_thread_timer(long(owner_of(slot) >> 32) - 1, uint64_t(next),
                   uint64_t(length));
  return uint32_t(amount);
}

bool is_thread_tick(const siginfo_t *info, uint32_t &amount) {
  if (info->si_code != SI_TIMER)
    return false;
  auto address = reinterpret_cast<uintptr_t>(info->si_value.sival_ptr);
  for (timer_block *block = &*first_block; block; block = after(block)) {
    uintptr_t offset = address - reinterpret_cast<uintptr_t>(block->slots);
    if (offset >= sizeof(block->slots) || offset % sizeof(timer_slot))
      continue;
    amount = 0;
    timer_slot &slot = block->slots[offset / sizeof(timer_slot)];
    uint64_t owner = owner_of(slot);
    // A deleted timer's signal may arrive later.
    if (thread_of(owner) != kernel::gettid() || !(owner >> 32))
      return true;
    // A late signal also counts the periods that passed meanwhile.
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
