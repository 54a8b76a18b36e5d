//===-- call_times.cpp - Time in a library's functions --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function has a list of counts, one for each size of communicators. A
// program has few sizes, so a call walks a short list. Lists only grow, at
// their head. Two threads that add one size at the same time add it twice, and
// readers add the two up. The function's own counts are those of calls without
// a communicator, and of further sizes after `most_sizes`.
//
//===----------------------------------------------------------------------===//

#include "counting/call_times.h"
#include "base/memory.h"
#include "gmon/job.h"

#include <stddef.h>

namespace gmon {

namespace {

/// The counts of one size.
struct size_counts {
  gmon_call_counts counts;
  uint32_t communicator;
  size_counts *next;
};

} // namespace

static constexpr size_t most_sizes = 512;
static stored<size_counts[most_sizes]> pool;
static constinit size_t num_used = 0;

static constinit gmon_call *first_call = nullptr;

template <typename Item> static void push(Item *&list, Item &item) {
  item.next = __atomic_load_n(&list, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&list, &item.next, &item, false,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
}

static size_counts *&sizes_of(gmon_call &call) {
  return reinterpret_cast<size_counts *&>(call.sizes);
}

/// Returns the counts of calls with communicators of this size.
static gmon_call_counts &counts_of(gmon_call &call, uint32_t communicator) {
  if (!communicator)
    return call.others;
  size_counts *s = __atomic_load_n(&sizes_of(call), __ATOMIC_ACQUIRE);
  for (; s; s = s->next)
    if (s->communicator == communicator)
      return s->counts;
  if (__atomic_load_n(&num_used, __ATOMIC_RELAXED) >= most_sizes)
    return call.others;
  size_t free = __atomic_fetch_add(&num_used, 1, __ATOMIC_RELAXED);
  if (free >= most_sizes)
    return call.others;
  size_counts &made = (*pool)[free];
  made.communicator = communicator;
  push(sizes_of(call), made);
  return made.counts;
}

static void add(uint64_t &sum, uint64_t value) {
  __atomic_fetch_add(&sum, value, __ATOMIC_RELAXED);
}

void add_call(gmon_call &call, uint32_t communicator, uint64_t nanoseconds,
              uint64_t bytes) {
  if (!__atomic_load_n(&call.is_listed, __ATOMIC_RELAXED) &&
      !__atomic_exchange_n(&call.is_listed, 1, __ATOMIC_RELAXED))
    push(first_call, call);
  gmon_call_counts &counts = counts_of(call, communicator);
  add(counts.calls, 1);
  add(counts.nanoseconds, nanoseconds);
  add(counts.bytes, bytes);
}

/// Calls `take` with each function's counts, and the size of communicators.
template <typename Function> static void for_each_counts(Function take) {
  gmon_call *call = __atomic_load_n(&first_call, __ATOMIC_ACQUIRE);
  for (; call; call = call->next) {
    take(*call, call->others, 0u);
    size_counts *s = __atomic_load_n(&sizes_of(*call), __ATOMIC_ACQUIRE);
    for (; s; s = s->next)
      take(*call, s->counts, s->communicator);
  }
}

static uint64_t read(const uint64_t &count) {
  return __atomic_load_n(&count, __ATOMIC_RELAXED);
}

void for_each_call_times(call_times_visitor *visit, void *argument) {
  for_each_counts([&](const gmon_call &call, const gmon_call_counts &counts,
                      uint32_t communicator) {
    call_times times = {call.name, communicator, read(counts.calls),
                        read(counts.nanoseconds), read(counts.bytes)};
    if (times.calls)
      visit(times, argument);
  });
}

void clear_call_times() {
  for_each_counts([](const gmon_call &, gmon_call_counts &counts, uint32_t) {
    __atomic_store_n(&counts.calls, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&counts.nanoseconds, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&counts.bytes, 0, __ATOMIC_RELAXED);
  });
}

} // namespace gmon
