//===-- event_ring.h - The samples of the events of a thread ----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// perf_event_open(2) makes an event, whose samples the kernel writes into a
// ring in memory. The mapping keeps the event alive without a descriptor.
//
// A slot belongs to a thread, and has rings for all events. It is used by one
// thread at a time: its owner, or a thread that ends all events or counts what
// is left.
//
// Only sampling/thread_events.cpp uses this. Everything here is
// async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SAMPLING_EVENT_RING_H
#define GMON_RT_SAMPLING_EVENT_RING_H

#include "base/signal_set.h"
#include "base/system.h"
#include "interpose/signals.h"
#include "settings/event_choice.h"
#include "settings/series.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

namespace gmon {

using event_ring = perf_event_mmap_page;

/// The argument of F_SETOWN_EX: not every C library has it.
struct signal_owner {
  int type, id;
};

inline bool is_error(long result) { return result < 0 && result >= -4095; }

/// The kernel's page size, once it is known.
inline size_t kernel_page;

/// Maps the ring of an event, with `pages` of records behind the one that
/// describes the ring, and learns the kernel's page size.
inline long map_ring(long fd, size_t pages) {
  constexpr size_t least_page = 4096, greatest_page = 65536;
  long result = -EINVAL;
  for (size_t page = kernel_page ? kernel_page : least_page;
       page <= greatest_page && result == -EINVAL; page *= 4) {
    result = raw_syscall(SYS_mmap, 0, long((1 + pages) * page),
                         PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (!is_error(result))
      kernel_page = page;
  }
  return result;
}

/// The greatest number of pages of records, a power of two: 512 samples on most
/// machines.
inline constexpr size_t most_ring_pages = 2;

/// Rings that are mapped.
inline uint32_t num_rings;

/// Maps the ring of an event, without records or with as many as is sensible:
/// the kernel limits the memory of all rings.
inline long map_some_ring(long fd, bool has_records) {
  constexpr uint32_t few = 16;
  uint32_t others = __atomic_load_n(&num_rings, __ATOMIC_RELAXED);
  size_t pages = !has_records ? 0 : others < few ? most_ring_pages : 1;
  long result = map_ring(fd, pages);
  if (result == -EPERM && pages > 1)
    result = map_ring(fd, 1);
  if (!is_error(result))
    __atomic_fetch_add(&num_rings, 1, __ATOMIC_RELAXED);
  return result;
}

/// Which signal a sample sends.
enum class event_signal : uint8_t { none, prof, trap };

/// What an event of a thread is to do.
struct ring_request {
  uint32_t thread;
  const event_choice &event;
  uint64_t config; ///< one of the event's
  uint64_t every;  ///< events of a sample
  event_signal signal;
  uint64_t trap_data; ///< of the signal SIGTRAP
  bool has_records;   ///< in the ring
};

/// Starts an event of a thread. Returns its ring, or null with `error` set to
/// an error number.
inline event_ring *open_ring(const ring_request &request, int &error) {
  const event_choice &event = request.event;
  perf_event_attr attributes = {};
  attributes.size = sizeof(attributes);
  attributes.type = event.type;
  attributes.config = request.config;
  attributes.sample_period = request.every;
  attributes.sample_type = PERF_SAMPLE_IP;
  // Nothing polls the ring. Each wakeup would be an interrupt.
  attributes.watermark = 1;
  attributes.wakeup_watermark = UINT32_MAX;
  attributes.exclude_hv = 1;
  attributes.remove_on_exec = attributes.sigtrap =
      request.signal == event_signal::trap;
  attributes.sig_data = attributes.sigtrap ? request.trap_data : 0;
  if (event.in_kernel) {
    // The place in the program is the only entry of the user's call chain.
    attributes.sample_type = PERF_SAMPLE_CALLCHAIN;
    attributes.exclude_callchain_kernel = 1;
    attributes.sample_max_stack = 1;
  } else {
    attributes.exclude_kernel = 1;
  }
  long fd = raw_syscall(SYS_perf_event_open, kernel::address(&attributes),
                        long(request.thread), -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd < 0) {
    error = int(-fd);
    return nullptr;
  }
  long ring = map_some_ring(fd, request.has_records);
  if (is_error(ring))
    error = int(-ring);
  constexpr long set_owner = 15, set_signal = 10; // F_SETOWN_EX, F_SETSIG
  constexpr int of_thread = 0;                    // F_OWNER_TID
  signal_owner owner = {of_thread, int(request.thread)};
  if (!is_error(ring) && request.signal == event_signal::prof) {
    raw_syscall(SYS_fcntl, fd, set_owner, kernel::address(&owner));
    raw_syscall(SYS_fcntl, fd, set_signal, SIGPROF);
    raw_syscall(SYS_fcntl, fd, F_SETFL, O_ASYNC | O_NONBLOCK);
  }
  raw_syscall(SYS_close, fd);
  return is_error(ring) ? nullptr : reinterpret_cast<event_ring *>(ring);
}

/// Whether events may send SIGTRAP. Before Linux 5.18 that ends a program that
/// blocks the signal, even if only during one of its handlers.
inline bool kernel_traps() { return kernel::is_at_least(5, 18); }

inline void close_ring(event_ring *&ring) {
  if (!ring)
    return;
  raw_syscall(SYS_munmap, kernel::address(ring),
              long(kernel_page + ring->data_size));
  __atomic_fetch_sub(&num_rings, 1, __ATOMIC_RELAXED);
  ring = nullptr;
}

/// Where the next sample will be in a ring.
inline uint64_t end_of(const event_ring *ring) {
  return __atomic_load_n(&ring->data_head, __ATOMIC_ACQUIRE);
}

/// Whether a ring with samples in front of `end` may have had no room for
/// another: the kernel leaves a byte free.
inline bool is_full(const event_ring *ring, uint64_t end, bool in_kernel) {
  constexpr uint64_t words = sizeof(uint64_t);
  // A header and a place, or a header and a chain with a mark and a place.
  const uint64_t sample = (in_kernel ? 4 : 2) * words;
  return ring->data_size && ring->data_size - (end - ring->data_tail) <= sample;
}

/// Removes the samples in front of `end` from a ring.
inline void drop_samples(event_ring *ring, uint64_t end) {
  __atomic_store_n(&ring->data_tail, end, __ATOMIC_RELEASE);
}

/// Returns the program counter of the sample whose values begin at `body`, or
/// 0. `in_kernel` is that of the event.
template <typename Words>
uintptr_t place_of_sample(Words word, uint64_t body, bool in_kernel) {
  if (!in_kernel)
    return word(body);
  // The number of entries, and the entries. Some are marks.
  constexpr uint64_t first_mark = PERF_CONTEXT_MAX;
  uint64_t num_entries = word(body);
  for (uint64_t i = 1; i <= num_entries; ++i)
    if (uint64_t entry = word(body + i * sizeof(uint64_t)); entry < first_mark)
      return entry;
  return 0;
}

/// Calls `count` with the program counter of each sample in front of `end`, and
/// 0 for those that found the ring full, and removes these samples.
template <typename Function>
void drain(event_ring *ring, uint64_t end, bool in_kernel, Function count) {
  const char *data = reinterpret_cast<const char *>(ring) + ring->data_offset;
  uint64_t position = ring->data_tail;
  // Records consist of words, and may begin again at the ring's first word.
  auto word = [&](uint64_t offset) {
    return *reinterpret_cast<const uint64_t *>(data + offset % ring->data_size);
  };
  while (position < end) {
    uint64_t first = word(position);
    perf_event_header header;
    __builtin_memcpy(&header, &first, sizeof(header));
    if (header.size < sizeof(header))
      break;
    uint64_t body = position + sizeof(header);
    if (header.type == PERF_RECORD_SAMPLE)
      count(place_of_sample(word, body, in_kernel), 1);
    else if (header.type == PERF_RECORD_LOST) // an id, then their number
      count(0, uint32_t(word(body + sizeof(uint64_t))));
    position += header.size;
  }
  drop_samples(ring, end);
}

/// A thread's rings for all events.
struct event_slot {
  event_slot *next;
  uint32_t owner;       ///< id of the thread, or 0
  bool is_busy;         ///< a thread uses the rings
  uintptr_t last_trap;  ///< the program counter of the last SIGTRAP
  uint32_t traps_there; ///< the number of the latest traps, all there
  uint32_t unsampled;   ///< a bit for each series that lacks samples
  bool is_silent;       ///< no event sends a signal
  /// The program lets the thread block signals of sampling. Kept while events
  /// are stopped: they may start in a handler, whose mask is another.
  bool is_blocking;
  /// In a batch (see thread_events.cpp), the second sends signals for the
  /// first.
  event_ring *rings[most_series][event_choice::most_configs];
};

/// Uses the rings of a slot, if no other thread does. Blocks signals, whose
/// handlers could use them, except faults; SIGTRAP if events send it. In the
/// handler of the signals of sampling all are blocked already.
class using_slot {
public:
  explicit using_slot(event_slot &slot, bool in_handler = false)
      : slot(slot), in_handler(in_handler) {
    if (!in_handler)
      block_signals();
    owns = !__atomic_exchange_n(&slot.is_busy, true, __ATOMIC_ACQUIRE);
  }
  using_slot(const using_slot &) = delete;
  ~using_slot() {
    if (owns)
      __atomic_store_n(&slot.is_busy, false, __ATOMIC_RELEASE);
    if (!in_handler)
      set_mask(previous);
  }
  explicit operator bool() const { return owns; }

private:
  void block_signals() {
    uint64_t blocked = (all_signals & ~fault_signals) | sampling_signals();
    change_mask(SIG_BLOCK, &blocked, &previous);
  }

  event_slot &slot;
  bool in_handler;
  uint64_t previous;
  bool owns;
};

/// Calls `visit` with each ring of a slot.
template <typename Function>
inline void for_each_ring(event_slot &slot, Function visit) {
  for (unsigned series = 0; series != num_series(); ++series)
    for (event_ring *&ring : slot.rings[series])
      if (ring)
        visit(series, ring);
}

inline bool has_rings(event_slot &slot) {
  bool has = false;
  for_each_ring(slot, [&](unsigned, event_ring *) { has = true; });
  return has;
}

/// Removes all samples from the rings of a slot.
inline void drop_samples(event_slot &slot) {
  for_each_ring(slot, [](unsigned, event_ring *ring) {
    drop_samples(ring, end_of(ring));
  });
}

} // namespace gmon

#endif // GMON_RT_SAMPLING_EVENT_RING_H
