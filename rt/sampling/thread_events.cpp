//===-- thread_events.cpp - Samples by events -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slot belongs to a thread, and has rings for all events. Slots are in lists
// by thread id, and are never freed. A slot is used by one thread at a time:
// its owner, or a thread that ends all events or counts what is left.
//
//===----------------------------------------------------------------------===//

#include "sampling/thread_events.h"
#include "base/errors.h"
#include "base/memory.h"
#include "base/signal_set.h"
#include "base/system.h"
#include "interpose/masks.h"
#include "interpose/signals.h"
#include "process/process.h"
#include "process/report.h"
#include "sampling/event_ring.h"
#include "sampling/stacks.h"
#include "sampling/tasks.h"
#include "settings/series.h"

#include <errno.h>
#include <string.h>

namespace gmon {

static bool has_traps; ///< an event sends SIGTRAP

namespace {

struct event_slot {
  event_slot *next;
  uint32_t owner;       ///< id of the thread, or 0
  bool is_busy;         ///< a thread uses the rings
  uintptr_t last_trap;  ///< the program counter of the last SIGTRAP
  uint32_t traps_there; ///< the number of the latest traps, all there
  uint32_t refused;     ///< a bit for each series that the kernel refused
  event_ring *rings[most_series][event_choice::most_configs];
};

/// Which events of a thread send signals.
struct signal_choice {
  bool profs, traps; ///< SIGPROF, and SIGTRAP for events in the kernel

  bool of(const event_choice &event) const {
    return event.in_kernel ? traps : profs;
  }
};

/// An error number of each series, or 0.
struct series_errors {
  int of[most_series];
};

/// Uses the rings of a slot, if no other thread does. Blocks signals, whose
/// handlers could use them; SIGTRAP if events send it. Does not block faults: a
/// blocked fault would end the program.
class using_slot {
public:
  explicit using_slot(event_slot &slot) : slot(slot) {
    constexpr uint64_t faults = bit_of(SIGSEGV) | bit_of(SIGBUS) |
                                bit_of(SIGILL) | bit_of(SIGFPE) |
                                bit_of(SIGSYS);
    uint64_t blocked =
        all_signals & ~faults & ~(has_traps ? 0 : bit_of(SIGTRAP));
    change_mask(SIG_BLOCK, &blocked, &previous);
    owns = !__atomic_exchange_n(&slot.is_busy, true, __ATOMIC_ACQUIRE);
  }
  using_slot(const using_slot &) = delete;
  ~using_slot() {
    if (owns)
      __atomic_store_n(&slot.is_busy, false, __ATOMIC_RELEASE);
    set_mask(previous);
  }
  explicit operator bool() const { return owns; }

private:
  event_slot &slot;
  uint64_t previous;
  bool owns;
};

} // namespace

static constexpr size_t num_lists = 256;

static event_slot *lists[num_lists];
static bool is_running;
/// Threads whose event the kernel refused, and the last error number.
static uint32_t num_refused[most_series];
static int refusal[most_series];
/// How long the events of ended rings existed and were counted, in nanoseconds.
static uint64_t time_enabled[most_series], time_running[most_series];

static event_slot *find_slot(uint32_t thread) {
  for (event_slot *each =
           __atomic_load_n(&lists[thread % num_lists], __ATOMIC_ACQUIRE);
       each; each = each->next)
    if (__atomic_load_n(&each->owner, __ATOMIC_ACQUIRE) == thread)
      return each;
  return nullptr;
}

template <typename Function> static void for_each_event(Function visit) {
  for_each_series([&](unsigned series) {
    if (!series_at(series).is_time)
      visit(series, series_at(series).event);
  });
}

/// The data of the runtime's signals SIGTRAP.
static uint64_t mark_of_traps() { return reinterpret_cast<uintptr_t>(&lists); }

/// Calls `visit` with each ring of a slot.
template <typename Function>
static void for_each_ring(event_slot &slot, Function visit) {
  for (unsigned series = 0; series != num_series(); ++series)
    for (event_ring *&ring : slot.rings[series])
      if (ring)
        visit(series, ring);
}

static bool has_rings(event_slot &slot) {
  bool has = false;
  for_each_ring(slot, [&](unsigned, event_ring *) { has = true; });
  return has;
}

/// Removes all samples from the rings of a slot.
static void drop_samples(event_slot &slot) {
  for_each_ring(slot, [](unsigned, event_ring *ring) {
    drop_samples(ring, end_of(ring));
  });
}

/// Counts the samples that are in the rings of a slot, which this thread uses.
/// `context` is that of a signal of the owner, or null. If this thread is the
/// owner, the samples that it causes here are dropped.
static void count_samples(event_slot &slot, const void *context) {
  uint64_t ends[most_series * event_choice::most_configs];
  uint64_t *end = ends;
  for_each_ring(slot,
                [&](unsigned, event_ring *ring) { *end++ = end_of(ring); });
  end = ends;
  for_each_ring(slot, [&](unsigned series, event_ring *ring) {
    bool in_kernel = series_at(series).event.in_kernel;
    drain(ring, *end++, in_kernel, [=, &slot](uintptr_t pc, uint32_t amount) {
      count_event(context, {series, slot.owner, pc, amount});
    });
  });
  if (slot.owner == kernel::gettid())
    drop_samples(slot);
}

static void close_rings(event_slot &slot) {
  for_each_ring(slot, [](unsigned series, event_ring *&ring) {
    __atomic_fetch_add(&time_enabled[series], ring->time_enabled,
                       __ATOMIC_RELAXED);
    __atomic_fetch_add(&time_running[series], ring->time_running,
                       __ATOMIC_RELAXED);
    close_ring(ring);
  });
}

/// Starts the events of a slot's owner. Those that cannot be started have no
/// ring.
static series_errors open_rings(event_slot &slot, signal_choice signals) {
  series_errors errors = {};
  for_each_event([&](unsigned series, const event_choice &event) {
    event_ring **rings = slot.rings[series];
    int &error = errors.of[series];
    for (unsigned i = 0; i != event.num_configs && !error; ++i)
      rings[i] = open_ring({slot.owner, event, event.configs[i],
                            signals.of(event), mark_of_traps()},
                           error);
    for (unsigned i = 0; i != event.num_configs && error; ++i)
      close_ring(rings[i]);
  });
  return errors;
}

/// Returns a slot of the thread, or null if there is no memory.
static event_slot *claim_slot(uint32_t thread) {
  event_slot *&list = lists[thread % num_lists];
  if (event_slot *found = find_slot(thread))
    return found;
  for (event_slot *each = __atomic_load_n(&list, __ATOMIC_ACQUIRE); each;
       each = each->next) {
    uint32_t owner = __atomic_load_n(&each->owner, __ATOMIC_ACQUIRE);
    if (owner && !kernel::is_thread_gone(kernel::getpid(), owner))
      continue;
    using_slot use(*each);
    if (!use || __atomic_load_n(&each->owner, __ATOMIC_ACQUIRE) != owner)
      continue;
    count_samples(*each, nullptr);
    close_rings(*each);
    each->refused = 0;
    __atomic_store_n(&each->owner, thread, __ATOMIC_RELEASE);
    return each;
  }
  auto *made = static_cast<event_slot *>(map_zeros(sizeof(event_slot)));
  if (!made)
    return nullptr;
  made->owner = thread;
  made->next = __atomic_load_n(&list, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n(&list, &made->next, made, false,
                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
  }
  return made;
}

/// Notes whether the kernel refused an event of the owner of a slot. A thread
/// that has ended needs none.
static void note_refusal(event_slot &slot, unsigned series, int error) {
  const uint32_t bit = uint32_t(1) << series;
  if (error == ESRCH || bool(slot.refused & bit) == bool(error))
    return;
  slot.refused ^= bit;
  if (error)
    __atomic_store_n(&refusal[series], error, __ATOMIC_RELAXED);
  __atomic_fetch_add(&num_refused[series], error ? 1 : -1, __ATOMIC_RELAXED);
}

/// Ends the events of a thread and starts them again.
static series_errors restart(uint32_t thread, signal_choice signals) {
  series_errors errors = {};
  event_slot *slot = claim_slot(thread);
  if (!slot) {
    for (int &error : errors.of)
      error = ENOMEM;
    return errors;
  }
  using_slot use(*slot);
  if (!use)
    return errors; // another thread is about to end all events
  count_samples(*slot, nullptr);
  close_rings(*slot);
  errors = open_rings(*slot, signals);
  for_each_event([&](unsigned series, const event_choice &) {
    note_refusal(*slot, series, errors.of[series]);
  });
  return errors;
}

static bool blocks_signals() { return mask_of_program() & sampling_signals(); }

static constexpr signal_choice all_signals_of_events = {true, true};
static constexpr signal_choice no_signals = {false, false};

bool prepare_thread_events() {
  bool has_events = false;
  has_traps = false;
  for_each_event([&](unsigned series, const event_choice &event) {
    if (event.in_kernel && is_under_valgrind()) {
      // Valgrind ends the program at a SIGTRAP that it does not know.
      report() << "event=" << event.name << ": not under Valgrind; "
               << instead_of_event(series);
      drop_event(series);
      return;
    }
    has_events = true;
    has_traps |= event.in_kernel;
  });
  return has_events;
}

bool events_trap() { return has_traps; }

/// Says why an event cannot be sampled.
static void report_error(unsigned series, const event_choice &event,
                         int error) {
  text<32> number;
  report line;
  line << "event=" << event.name << ": " << error_text(error, number);
  if (event.in_kernel && (error == EACCES || error == EPERM))
    line << " (needs CAP_PERFMON, or a kernel.perf_event_paranoid of 1)";
  if (error == ENOENT || error == EOPNOTSUPP)
    line << " (the processor, or the virtual machine, does not count it)";
  line << "; " << instead_of_event(series);
}

void start_thread_events() {
  series_errors errors = restart(
      kernel::gettid(), blocks_signals() ? no_signals : all_signals_of_events);
  bool any = false;
  for_each_event([&](unsigned series, const event_choice &event) {
    int error = errors.of[series];
    if (error) {
      report_error(series, event, error);
      drop_event(series);
    }
    any |= !error;
  });
  __atomic_store_n(&is_running, any, __ATOMIC_RELEASE);
}

bool has_thread_events() {
  return __atomic_load_n(&is_running, __ATOMIC_ACQUIRE);
}

void add_thread_events(uint32_t thread) {
  if (!has_thread_events())
    return;
  // A slot of an ended thread may have the id of a new one: its rings are those
  // of the ended thread.
  bool is_own = thread == kernel::gettid();
  event_slot *slot = find_slot(thread);
  if (slot && has_rings(*slot) && !is_own)
    return;
  if (!is_own && kernel::is_thread_gone(kernel::getpid(), thread))
    return;
  restart(thread,
          is_own && blocks_signals() ? no_signals : all_signals_of_events);
}

void hold_thread_events() {
  if (has_thread_events())
    restart(kernel::gettid(), no_signals);
}

void release_thread_events() {
  if (has_thread_events())
    restart(kernel::gettid(), all_signals_of_events);
}

bool is_event_signal(int signal, const siginfo_t *info) {
  if (signal == SIGPROF)
    return info->si_code == POLL_IN && find_slot(kernel::gettid());
  // C libraries do not name these.
  constexpr int trap_by_event = 6; // TRAP_PERF
  constexpr size_t offset_of_data = 24;
  uint64_t data;
  memcpy(&data, reinterpret_cast<const char *>(info) + offset_of_data,
         sizeof(data));
  return signal == SIGTRAP && info->si_code == trap_by_event &&
         data == mark_of_traps();
}

/// Whether the traps of a thread prevent that it goes on. A debugger stops a
/// thread at each signal and at each system call of the handler. These stops
/// are switches, so they cause the next trap.
static bool is_trapped(event_slot &slot, const void *context) {
  constexpr uint32_t most = 64; // of a thread that nobody traces, in a loop
  uintptr_t pc = interrupted_pc(context);
  slot.traps_there = slot.last_trap == pc ? slot.traps_there + 1 : 0;
  slot.last_trap = pc;
  return slot.traps_there && slot.traps_there % most == 0 && is_traced();
}

void count_thread_events(int signal, const void *context) {
  if (!has_thread_events())
    return;
  event_slot *slot = find_slot(kernel::gettid());
  if (!slot)
    return;
  bool trapped = false;
  if (using_slot use(*slot); use) {
    count_samples(*slot, context);
    trapped = signal == SIGTRAP && is_trapped(*slot, context);
  }
  if (trapped)
    restart(kernel::gettid(), {.profs = true, .traps = false});
}

void drop_thread_events() {
  if (!has_thread_events())
    return;
  event_slot *slot = find_slot(kernel::gettid());
  if (!slot)
    return;
  if (using_slot use(*slot); use)
    drop_samples(*slot);
}

template <typename Function> static void for_each_slot(Function visit) {
  for (event_slot *&list : lists)
    for (event_slot *each = __atomic_load_n(&list, __ATOMIC_ACQUIRE); each;
         each = each->next) {
      using_slot use(*each);
      if (use)
        visit(*each);
    }
}

void count_waiting_events() {
  for_each_slot([](event_slot &each) { count_samples(each, nullptr); });
}

/// Says whose events the profiles lack.
static void report_refused(unsigned series, const event_choice &event) {
  uint32_t number =
      __atomic_exchange_n(&num_refused[series], 0, __ATOMIC_RELAXED);
  if (!number)
    return;
  text<32> buffer;
  report line;
  line << "event=" << event.name << ": " << uint64_t(number)
       << (number == 1 ? " thread has" : " threads have")
       << " no samples: " << error_text(refusal[series], buffer);
  if (refusal[series] == EPERM) // of the ring; the event was permitted before
    line << " (RLIMIT_MEMLOCK, or kernel.perf_event_mlock_kb, is too low)";
}

/// Says that an event took turns with others. Events of the kernel need no
/// counters.
static void report_turns(unsigned series, const event_choice &event) {
  uint64_t percent = time_enabled[series] / 100, running = time_running[series];
  time_enabled[series] = time_running[series] = 0;
  if (event.type != PERF_TYPE_SOFTWARE && running < 99 * percent)
    report() << "event=" << event.name << ": counted for " << running / percent
             << "% of the time only: the processor has too few counters";
}

void remove_thread_events() {
  for_each_event(report_refused);
  __atomic_store_n(&is_running, false, __ATOMIC_RELEASE);
  for_each_slot([](event_slot &each) {
    count_samples(each, nullptr);
    close_rings(each);
  });
  for_each_event(report_turns);
}

void forget_thread_events() {
  is_running = false;
  for (unsigned series = 0; series != most_series; ++series) {
    num_refused[series] = 0;
    time_enabled[series] = time_running[series] = 0;
  }
  for (event_slot *&list : lists)
    for (event_slot *each = list; each; each = each->next) {
      each->owner = 0;
      each->is_busy = false;
      // The kernel does not copy these mappings.
      for (auto &rings : each->rings)
        for (event_ring *&ring : rings)
          ring = nullptr;
    }
}

} // namespace gmon
