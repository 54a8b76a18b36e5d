//===-- thread_events.cpp - Samples by events -----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slot belongs to a thread. Slots are in lists by thread id, and are never
// freed. A slot is used by one thread at a time: its owner, or a thread that
// ends all events or counts what is left.
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
#include "sampling/stacks.h"
#include "sampling/tasks.h"
#include "settings/event_choice.h"
#include "settings/options.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>

namespace gmon {

static event_choice chosen; ///< all zeros if events cannot be sampled

namespace {

struct event_slot {
  event_slot *next;
  uint32_t owner;       ///< id of the thread, or 0
  bool is_busy;         ///< a thread uses the rings
  bool is_refused;      ///< the kernel refused the owner's events
  uintptr_t last_trap;  ///< the program counter of the last SIGTRAP
  uint32_t traps_there; ///< the number of the latest traps, all there
  perf_event_mmap_page *rings[event_choice::most_configs];
};

/// The argument of F_SETOWN_EX: not every C library has it.
struct signal_owner {
  int type, id;
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
        all_signals & ~faults & ~(chosen.in_kernel ? 0 : bit_of(SIGTRAP));
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
/// Pages of records of a ring, a power of two: 512 samples on most machines.
static constexpr size_t ring_pages = 2;

static event_slot *lists[num_lists];
static bool has_choice; ///< the settings were read
static bool is_running;
/// Threads whose events the kernel refused, and the last error number.
static uint32_t num_refused;
static int refusal;

static event_slot *find_slot(uint32_t thread) {
  for (event_slot *each =
           __atomic_load_n(&lists[thread % num_lists], __ATOMIC_ACQUIRE);
       each; each = each->next)
    if (__atomic_load_n(&each->owner, __ATOMIC_ACQUIRE) == thread)
      return each;
  return nullptr;
}

/// The size of a ring's mapping: one page describes the ring.
static size_t mapping_size;

/// Maps the ring of an event, and learns the kernel's page size.
static long map_ring(long fd) {
  long result = -EINVAL;
  auto map = [&](size_t size) {
    result = raw_syscall(SYS_mmap, 0, long(size), PROT_READ | PROT_WRITE,
                         MAP_SHARED, fd, 0);
  };
  if (mapping_size) {
    map(mapping_size);
    return result;
  }
  constexpr size_t least_page = 4096, greatest_page = 65536;
  for (size_t page = least_page; page <= greatest_page; page *= 4) {
    map((1 + ring_pages) * page);
    if (result == -EINVAL)
      continue;
    mapping_size = (1 + ring_pages) * page;
    break;
  }
  return result;
}

static bool is_error(long result) { return result < 0 && result >= -4095; }

/// The data of the runtime's signals SIGTRAP.
static uint64_t mark_of_traps() { return reinterpret_cast<uintptr_t>(&chosen); }

/// Starts an event of a thread. Returns its ring, or null with `error` set to
/// an error number.
static perf_event_mmap_page *open_ring(uint32_t thread, uint64_t config,
                                       bool signals, int &error) {
  perf_event_attr attributes = {};
  attributes.size = sizeof(attributes);
  attributes.type = chosen.type;
  attributes.config = config;
  attributes.sample_period = chosen.every;
  attributes.sample_type = PERF_SAMPLE_IP;
  attributes.wakeup_events = 1;
  attributes.exclude_hv = 1;
  if (chosen.in_kernel) {
    // The place in the program is the only entry of the user's call chain.
    attributes.sample_type = PERF_SAMPLE_CALLCHAIN;
    attributes.exclude_callchain_kernel = 1;
    attributes.sample_max_stack = 1;
    attributes.remove_on_exec = attributes.sigtrap = signals;
    attributes.sig_data = mark_of_traps();
  } else {
    attributes.exclude_kernel = 1;
  }
  long fd = raw_syscall(SYS_perf_event_open, kernel::address(&attributes),
                        long(thread), -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd < 0) {
    error = int(-fd);
    return nullptr;
  }
  long ring = map_ring(fd);
  if (is_error(ring))
    error = int(-ring);
  constexpr long set_owner = 15, set_signal = 10; // F_SETOWN_EX, F_SETSIG
  constexpr int of_thread = 0;                    // F_OWNER_TID
  signal_owner owner = {of_thread, int(thread)};
  if (!is_error(ring) && signals && !chosen.in_kernel) {
    raw_syscall(SYS_fcntl, fd, set_owner, kernel::address(&owner));
    raw_syscall(SYS_fcntl, fd, set_signal, SIGPROF);
    raw_syscall(SYS_fcntl, fd, F_SETFL, O_ASYNC | O_NONBLOCK);
  }
  raw_syscall(SYS_close, fd);
  return is_error(ring) ? nullptr
                        : reinterpret_cast<perf_event_mmap_page *>(ring);
}

/// Returns the program counter of the sample whose values begin at `body`, or
/// 0.
template <typename Words>
static uintptr_t place_of_sample(Words word, uint64_t body) {
  if (!chosen.in_kernel)
    return word(body);
  // The number of entries, and the entries. Some are marks.
  constexpr uint64_t first_mark = PERF_CONTEXT_MAX;
  uint64_t num_entries = word(body);
  for (uint64_t i = 1; i <= num_entries; ++i)
    if (uint64_t entry = word(body + i * sizeof(uint64_t)); entry < first_mark)
      return entry;
  return 0;
}

/// Calls `count` with the program counter of each sample, and 0 for those that
/// found the ring full. Samples that `count` causes are dropped.
template <typename Function>
static void drain(perf_event_mmap_page *ring, Function count) {
  uint64_t head = __atomic_load_n(&ring->data_head, __ATOMIC_ACQUIRE);
  const char *data = reinterpret_cast<const char *>(ring) + ring->data_offset;
  uint64_t at = ring->data_tail;
  if (at == head)
    return;
  // Records consist of words, and may begin again at the ring's first word.
  auto word = [&](uint64_t offset) {
    return *reinterpret_cast<const uint64_t *>(data + offset % ring->data_size);
  };
  while (at < head) {
    uint64_t first = word(at);
    perf_event_header header;
    __builtin_memcpy(&header, &first, sizeof(header));
    if (header.size < sizeof(header))
      break;
    uint64_t body = at + sizeof(header);
    if (header.type == PERF_RECORD_SAMPLE)
      count(place_of_sample(word, body), 1);
    else if (header.type == PERF_RECORD_LOST) // an id, then their number
      count(0, uint32_t(word(body + sizeof(uint64_t))));
    at += header.size;
  }
}

static void drop_samples(perf_event_mmap_page *ring) {
  uint64_t head = __atomic_load_n(&ring->data_head, __ATOMIC_ACQUIRE);
  __atomic_store_n(&ring->data_tail, head, __ATOMIC_RELEASE);
}

/// Counts the samples in the rings of a slot that this thread uses. `context`
/// is that of a signal of the owner, or null.
static void count_samples(event_slot &slot, const void *context) {
  for (perf_event_mmap_page *ring : slot.rings)
    if (ring)
      drain(ring, [=, &slot](uintptr_t pc, uint32_t amount) {
        count_event(context, pc, amount, slot.owner, chosen.in_kernel);
      });
  for (perf_event_mmap_page *ring : slot.rings)
    if (ring)
      drop_samples(ring);
}

static void close_rings(event_slot &slot) {
  for (perf_event_mmap_page *&ring : slot.rings) {
    if (ring)
      raw_syscall(SYS_munmap, kernel::address(ring), long(mapping_size));
    ring = nullptr;
  }
}

/// Returns 0 or an error number.
static int open_rings(event_slot &slot, bool signals) {
  int error = 0;
  for (unsigned i = 0; i != chosen.num_configs && !error; ++i)
    slot.rings[i] = open_ring(slot.owner, chosen.configs[i], signals, error);
  if (error)
    close_rings(slot);
  return error;
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
    each->is_refused = false;
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

/// Notes whether the kernel refused the events of the owner of a slot. A thread
/// that has ended needs none.
static void note_refusal(event_slot &slot, int error) {
  if (error == ESRCH || slot.is_refused == bool(error))
    return;
  slot.is_refused = error;
  if (error)
    __atomic_store_n(&refusal, error, __ATOMIC_RELAXED);
  __atomic_fetch_add(&num_refused, error ? 1 : -1, __ATOMIC_RELAXED);
}

/// Ends the events of a thread and starts them again. Returns 0 or an error
/// number.
static int restart(uint32_t thread, bool signals) {
  event_slot *slot = claim_slot(thread);
  if (!slot)
    return ENOMEM;
  using_slot use(*slot);
  if (!use)
    return 0; // another thread is about to end all events
  count_samples(*slot, nullptr);
  close_rings(*slot);
  int error = open_rings(*slot, signals);
  note_refusal(*slot, error);
  return error;
}

static bool blocks_signals() { return mask_of_program() & sampling_signals(); }

bool choose_events() {
  if (has_choice)
    return chosen.every;
  has_choice = true;
  if (!read_event(options().event, chosen)) {
    chosen = {};
  } else if (chosen.in_kernel && is_under_valgrind()) {
    // Valgrind ends the program at a SIGTRAP that it does not know.
    report() << "event=" << options().event
             << ": not under Valgrind; time is sampled";
    chosen = {};
  }
  return chosen.every;
}

bool events_trap() { return chosen.in_kernel; }

bool start_thread_events() {
  if (int error = restart(kernel::gettid(), !blocks_signals())) {
    text<32> number;
    report line;
    line << "event=" << options().event << ": " << error_text(error, number);
    if (chosen.in_kernel && (error == EACCES || error == EPERM))
      line << " (needs CAP_PERFMON, or a kernel.perf_event_paranoid of 1)";
    if (error == ENOENT || error == EOPNOTSUPP)
      line << " (the processor, or the virtual machine, does not count it)";
    line << "; time is sampled";
    chosen = {};
    unit_of_samples() = {};
    return false;
  }
  unit_of_samples() = chosen.unit;
  __atomic_store_n(&is_running, true, __ATOMIC_RELEASE);
  return true;
}

void add_thread_events(uint32_t thread) {
  if (!__atomic_load_n(&is_running, __ATOMIC_ACQUIRE))
    return;
  // A slot of an ended thread may have the id of a new one: its rings are those
  // of the ended thread.
  bool is_own = thread == kernel::gettid();
  event_slot *slot = find_slot(thread);
  if (slot && slot->rings[0] && !is_own)
    return;
  restart(thread, !is_own || !blocks_signals());
}

void hold_thread_events() {
  if (__atomic_load_n(&is_running, __ATOMIC_ACQUIRE))
    restart(kernel::gettid(), false);
}

void release_thread_events() {
  if (__atomic_load_n(&is_running, __ATOMIC_ACQUIRE))
    restart(kernel::gettid(), true);
}

bool is_event_signal(int signal, const siginfo_t *info) {
  if (signal == SIGPROF)
    return info->si_code == POLL_IN && has_choice &&
           find_slot(kernel::gettid());
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

void count_thread_events(const void *context) {
  event_slot *slot = find_slot(kernel::gettid());
  if (!slot)
    return;
  bool trapped = false;
  if (using_slot use(*slot); use) {
    count_samples(*slot, context);
    trapped = chosen.in_kernel && is_trapped(*slot, context);
  }
  if (trapped)
    restart(kernel::gettid(), false);
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
static void report_refused() {
  uint32_t number = __atomic_exchange_n(&num_refused, 0, __ATOMIC_RELAXED);
  if (!number)
    return;
  text<32> buffer;
  report line;
  line << "event=" << options().event << ": " << uint64_t(number)
       << (number == 1 ? " thread has" : " threads have")
       << " no samples: " << error_text(refusal, buffer);
  if (refusal == EPERM) // of the ring; the event itself was permitted before
    line << " (RLIMIT_MEMLOCK, or kernel.perf_event_mlock_kb, is too low)";
}

void remove_thread_events() {
  report_refused();
  __atomic_store_n(&is_running, false, __ATOMIC_RELEASE);
  for_each_slot([](event_slot &each) {
    count_samples(each, nullptr);
    close_rings(each);
  });
}

void forget_thread_events() {
  is_running = false;
  num_refused = 0;
  for (event_slot *&list : lists)
    for (event_slot *each = list; each; each = each->next) {
      each->owner = 0;
      each->is_busy = false;
      // The kernel does not copy these mappings.
      for (perf_event_mmap_page *&ring : each->rings)
        ring = nullptr;
    }
}

} // namespace gmon
