//===-- thread_events.cpp - Samples by events -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slots (sampling/event_ring.h) are in lists by thread id, and are never freed.
//
//===----------------------------------------------------------------------===//

#include "sampling/thread_events.h"
#include "base/errors.h"
#include "base/memory.h"
#include "base/system.h"
#include "interpose/masks.h"
#include "interpose/signals.h"
#include "libc/environment.h"
#include "process/process.h"
#include "process/report.h"
#include "process/tasks.h"
#include "sampling/event_ring.h"
#include "sampling/stacks.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "settings/series.h"

#include <errno.h>
#include <string.h>

namespace gmon {

static bool has_traps; ///< an event sends SIGTRAP

namespace {

/// Which signals events of a thread send.
struct signal_choice {
  bool profs, traps;

  event_signal signal_of(const event_choice &event) const {
    if (event.traps)
      return traps ? event_signal::trap : event_signal::none;
    return profs ? event_signal::prof : event_signal::none;
  }
};

/// An error number of each series, or 0.
struct series_errors {
  int numbers[most_series];
};

} // namespace

static constexpr size_t num_lists = 256;

static event_slot *lists[num_lists];
static bool is_running;
/// Threads that lack samples, as a line has told, and the last error number.
static uint32_t num_reported[most_series];
static int refusal[most_series];
/// How long the events of ended rings existed and were counted, in nanoseconds.
static uint64_t time_enabled[most_series], time_running[most_series];

static event_slot *find_slot(uint32_t thread) {
  for (event_slot *slot =
           __atomic_load_n(&lists[thread % num_lists], __ATOMIC_ACQUIRE);
       slot; slot = slot->next)
    if (__atomic_load_n(&slot->owner, __ATOMIC_ACQUIRE) == thread)
      return slot;
  return nullptr;
}

template <typename Function> static void for_each_event(Function visit) {
  for_each_series([&](unsigned series) {
    if (!series_at(series).is_time)
      visit(series, series_at(series).event);
  });
}

/// The data of the runtime's signals SIGTRAP for a series.
static uint64_t mark_of_traps(unsigned series) {
  return reinterpret_cast<uintptr_t>(&lists) + series;
}

/// Notes that the owner of a slot lacks samples of a series: the kernel refused
/// an event, or had no memory for a sample.
static void note_lack(event_slot &slot, unsigned series) {
  const uint32_t bit = uint32_t(1) << series;
  if (slot.unsampled & bit)
    return;
  slot.unsampled |= bit;
  add_unsampled(series);
}

/// Counts the samples that are in the rings of a slot, which this thread uses.
/// `context` is that of a signal of the owner, or null. If this thread is the
/// owner, the samples that it causes here are dropped.
static void count_samples(event_slot &slot, const void *context, bool is_own) {
  uint64_t ends[most_series * event_choice::most_configs];
  uint64_t *end = ends;
  for_each_ring(slot,
                [&](unsigned, event_ring *ring) { *end++ = end_of(ring); });
  end = ends;
  for_each_ring(slot, [&](unsigned series, event_ring *ring) {
    bool in_kernel = series_at(series).event.in_kernel;
    if (is_full(ring, *end, in_kernel))
      note_lack(slot, series);
    drain(ring, *end++, in_kernel, [&](uintptr_t pc, uint32_t amount) {
      count_event(context, {series, slot.owner, is_own, pc, amount});
    });
  });
  if (is_own)
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

/// Whether one signal is for many samples of an event.
static bool is_batched(const event_choice &event) {
  return event.traps && !event.in_kernel && !options().stacks;
}

/// Starts an event of a slot's owner. Returns 0 or an error number.
static int open_event(event_slot &slot, unsigned series, event_signal signal) {
  constexpr uint64_t samples_of_batch = 128; // of a ring with one page
  const event_choice &event = series_at(series).event;
  event_ring **rings = slot.rings[series];
  bool is_batch = is_batched(event) && signal == event_signal::trap;
  ring_request request = {slot.owner,
                          event,
                          0,
                          event.every,
                          is_batch ? event_signal::none : signal,
                          mark_of_traps(series),
                          true};
  int error = 0;
  for (unsigned i = 0; i != event.num_configs && !error; ++i) {
    request.config = event.configs[i];
    rings[i] = open_ring(request, error);
  }
  if (is_batch && !error) {
    request.every *= samples_of_batch;
    request.signal = signal;
    request.has_records = false;
    rings[1] = open_ring(request, error);
  }
  for (unsigned i = 0; i != event_choice::most_configs && error; ++i)
    close_ring(rings[i]);
  return error;
}

/// Starts the events of a slot's owner. Those that cannot be started have no
/// ring.
static series_errors open_rings(event_slot &slot, signal_choice signals) {
  series_errors errors = {};
  for_each_event([&](unsigned series, const event_choice &event) {
    errors.numbers[series] = open_event(slot, series, signals.signal_of(event));
  });
  return errors;
}

/// Whether a thread of this process blocks a signal of sampling, or is gone.
static bool blocks_signals(uint32_t thread) {
  if (thread == kernel::gettid())
    return mask_of_program() & sampling_signals();
  int tasks = open_tasks();
  bool blocks = task_blocks(tasks, thread, sampling_signals());
  raw_syscall(SYS_close, tasks);
  return blocks;
}

/// Returns a slot of the thread, or null if there is no memory.
static event_slot *claim_slot(uint32_t thread) {
  event_slot *&list = lists[thread % num_lists];
  if (event_slot *found = find_slot(thread))
    return found;
  for (event_slot *slot = __atomic_load_n(&list, __ATOMIC_ACQUIRE); slot;
       slot = slot->next) {
    uint32_t owner = __atomic_load_n(&slot->owner, __ATOMIC_ACQUIRE);
    if (owner && !kernel::is_thread_gone(kernel::getpid(), owner))
      continue;
    using_slot use(*slot);
    if (!use || __atomic_load_n(&slot->owner, __ATOMIC_ACQUIRE) != owner)
      continue;
    count_samples(*slot, nullptr, /*is_own=*/false);
    close_rings(*slot);
    slot->unsampled = 0;
    slot->is_silent = false;
    slot->is_blocking = blocks_signals(thread);
    __atomic_store_n(&slot->owner, thread, __ATOMIC_RELEASE);
    return slot;
  }
  auto *made = static_cast<event_slot *>(map_zeros(sizeof(event_slot)));
  if (!made)
    return nullptr;
  made->owner = thread;
  made->is_blocking = blocks_signals(thread);
  made->next = __atomic_load_n(&list, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n(&list, &made->next, made, false,
                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
  }
  return made;
}

/// Notes that the kernel refused an event of the owner of a slot. A thread that
/// has ended needs none.
static void note_refusal(event_slot &slot, unsigned series, int error) {
  if (!error || error == ESRCH)
    return;
  __atomic_store_n(&refusal[series], error, __ATOMIC_RELAXED);
  note_lack(slot, series);
}

static constexpr signal_choice all_signals_of_events = {true, true};
static constexpr signal_choice no_signals = {false, false};

/// Ends the events of a thread and starts them again.
static series_errors restart(uint32_t thread, signal_choice signals) {
  series_errors errors = {};
  event_slot *slot = claim_slot(thread);
  if (!slot) {
    for (int &error : errors.numbers)
      error = ENOMEM;
    return errors;
  }
  using_slot use(*slot);
  if (!use)
    return errors; // another thread is about to end all events
  count_samples(*slot, nullptr, thread == kernel::gettid());
  close_rings(*slot);
  errors = open_rings(*slot, slot->is_silent ? no_signals : signals);
  for_each_event([&](unsigned series, const event_choice &) {
    note_refusal(*slot, series, errors.numbers[series]);
  });
  return errors;
}

/// Starts the events of a thread.
static series_errors start(uint32_t thread) {
  event_slot *slot = claim_slot(thread);
  return restart(thread, slot && slot->is_blocking ? no_signals
                                                   : all_signals_of_events);
}

bool prepare_thread_events() {
  bool has_events = false;
  has_traps = false;
  for_each_event([&](unsigned series, const event_choice &event) {
    if (!event.in_kernel && event.traps &&
        (is_under_valgrind() || is_traced() || !kernel_traps()))
      avoid_traps(series);
    if (event.in_kernel && (is_under_valgrind() || !kernel_traps())) {
      // Valgrind ends the program at a SIGTRAP that it does not know.
      report() << "event=" << event.name
               << (is_under_valgrind() ? ": not under Valgrind; "
                                       : ": needs Linux 5.18; ")
               << instead_of_event(series);
      drop_event(series);
      return;
    }
    has_events = true;
    has_traps |= event.traps;
  });
  return has_events;
}

bool events_trap() { return has_traps; }

/// Names the file of a series that an earlier run has left, if there is one.
static bool find_old_file(unsigned series, path &name) {
  struct stat status;
  if (series == 0 || discards_profiles())
    return false;
  name_profile(name, false, series);
  return kernel::stat(name.c_str(), &status) == 0;
}

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
  if (path old; find_old_file(series, old))
    line << ": " << old.c_str() << " is of an earlier run";
}

void start_thread_events() {
  series_errors errors = start(kernel::gettid());
  bool any = false;
  for_each_event([&](unsigned series, const event_choice &event) {
    int error = errors.numbers[series];
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
  event_slot *slot = find_slot(thread);
  if ((!slot || !has_rings(*slot)) &&
      !kernel::is_thread_gone(kernel::getpid(), thread))
    start(thread);
}

void begin_thread_events() {
  uint32_t thread = kernel::gettid();
  // A slot of an ended thread may have the id of this one.
  if (event_slot *slot = find_slot(thread))
    slot->is_blocking = blocks_signals(thread);
  if (has_thread_events())
    start(thread);
}

static void set_blocking(bool blocks) {
  if (event_slot *slot = find_slot(kernel::gettid()))
    slot->is_blocking = blocks;
  if (has_thread_events())
    restart(kernel::gettid(), blocks ? no_signals : all_signals_of_events);
}

void hold_thread_events() { set_blocking(true); }

void release_thread_events() { set_blocking(false); }

void silence_thread_events() {
  if (!has_thread_events())
    return;
  hold_thread_events();
  if (event_slot *slot = find_slot(kernel::gettid()))
    slot->is_silent = true;
}

// C libraries do not name what SIGTRAP tells.
static uint64_t data_of_trap(const siginfo_t *info) {
  constexpr size_t offset_of_data = 24;
  uint64_t data;
  memcpy(&data, reinterpret_cast<const char *>(info) + offset_of_data,
         sizeof(data));
  return data;
}

/// Returns the series of a signal SIGTRAP that an event of the runtime sent, or
/// num_series().
static unsigned series_of_trap(const siginfo_t *info) {
  constexpr int trap_by_event = 6; // TRAP_PERF
  uint64_t series = data_of_trap(info) - mark_of_traps(0);
  return info->si_code == trap_by_event && series < num_series()
             ? unsigned(series)
             : num_series();
}

bool is_event_signal(int signal, const siginfo_t *info) {
  if (signal == SIGPROF)
    return info->si_code == POLL_IN && find_slot(kernel::gettid());
  return signal == SIGTRAP && series_of_trap(info) != num_series();
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

void count_thread_events(int signal, const siginfo_t *info,
                         const void *context) {
  if (!has_thread_events())
    return;
  event_slot *slot = find_slot(kernel::gettid());
  if (!slot)
    return;
  bool trapped = false;
  if (using_slot use(*slot, true); use) {
    unsigned series = signal == SIGTRAP ? series_of_trap(info) : num_series();
    count_samples(*slot, context, true);
    trapped = series != num_series() && series_at(series).event.in_kernel &&
              is_trapped(*slot, context);
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
  if (using_slot use(*slot, true); use)
    drop_samples(*slot);
}

template <typename Function> static void for_each_slot(Function visit) {
  for (event_slot *&list : lists)
    for (event_slot *slot = __atomic_load_n(&list, __ATOMIC_ACQUIRE); slot;
         slot = slot->next) {
      using_slot use(*slot);
      if (use)
        visit(*slot);
    }
}

void count_waiting_events() {
  uint32_t self = kernel::gettid();
  for_each_slot([=](event_slot &slot) {
    count_samples(slot, nullptr, slot.owner == self);
  });
}

/// Says whose events the profiles lack.
static void report_lack(unsigned series, const event_choice &event) {
  uint32_t all = unsampled_threads(series);
  uint32_t number = all - num_reported[series];
  num_reported[series] = all;
  if (!number)
    return;
  text<32> buffer;
  report line;
  line << "event=" << event.name << ": samples of " << uint64_t(number)
       << (number == 1 ? " thread are" : " threads are") << " missing: ";
  if (refusal[series])
    line << error_text(refusal[series], buffer);
  else
    line << "they blocked signals for too many events";
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
  for_each_event(report_lack);
  __atomic_store_n(&is_running, false, __ATOMIC_RELEASE);
  uint32_t self = kernel::gettid();
  for_each_slot([=](event_slot &slot) {
    count_samples(slot, nullptr, slot.owner == self);
    close_rings(slot);
  });
  for_each_event(report_turns);
}

void forget_thread_events(uint32_t forker) {
  event_slot *forkers = forker ? find_slot(forker) : nullptr;
  is_running = false;
  forget_unsampled();
  for (unsigned series = 0; series != most_series; ++series) {
    num_reported[series] = 0;
    time_enabled[series] = time_running[series] = 0;
  }
  for (event_slot *&list : lists)
    for (event_slot *slot = list; slot; slot = slot->next) {
      slot->owner = 0;
      slot->is_busy = slot->is_silent = false;
      // The kernel does not copy these mappings.
      for (auto &rings : slot->rings)
        for (event_ring *&ring : rings)
          ring = nullptr;
    }
  if (forkers && !forkers->is_blocking)
    if (event_slot *own = claim_slot(kernel::gettid()))
      own->is_blocking = false;
}

} // namespace gmon
