//===-- cost.cpp - What an entry hook costs -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times calls of a function that does what the inline part of a hook does, and
// of one that does nothing. The least of several runs of each is what the
// processor needs; the others were disturbed.
//
//===----------------------------------------------------------------------===//

#include "output/cost.h"
#include "base/time.h"
#include "counting/regions.h"

#include <errno.h>
#include <time.h>

namespace gmon {

static constexpr int num_runs = 8;
static constexpr int num_calls = 1024;

/// What a thread has of a function with one caller.
static struct {
  gmon_record record;
  gmon_slot slot;
} counted;

/// Where `counted` would be in the template.
static char *in_template;

static __attribute__((noinline)) void hooked() {
  auto from = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  auto *record = reinterpret_cast<gmon_record *>(in_template + __gmon_bias);
  uintptr_t index = from & __atomic_load_n(&record->mask, __ATOMIC_RELAXED);
  auto *slot =
      reinterpret_cast<gmon_slot *>(reinterpret_cast<char *>(record) +
                                    record->table + index * GMON_INDEX_SCALE);
  if (slot->from == from)
    ++slot->count;
  else
    slot->from = from;
}

static __attribute__((noinline)) void bare() { __asm__ volatile(""); }

static int64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return int64_t(nanoseconds(time));
}

/// Nanoseconds that `num_calls` calls take.
static int64_t time_calls(void (*called)()) {
  int64_t least = INT64_MAX;
  for (int run = 0; run != num_runs; ++run) {
    int64_t start = now();
    for (int i = 0; i != num_calls; ++i)
      called();
    int64_t taken = now() - start;
    least = taken < least ? taken : least;
  }
  return least;
}

/// The difference for each call.
static uint32_t cost_of(void (*called)(), void (*without)()) {
  int saved = errno;
  int64_t nanoseconds = time_calls(called) - time_calls(without);
  errno = saved;
  return nanoseconds > 0 ? uint32_t(nanoseconds * 1000 / num_calls) : 0;
}

uint32_t hook_cost() {
  static uint32_t cost;
  static bool is_known;
  if (!is_known) {
    counted.record.table = sizeof(gmon_record);
    in_template = reinterpret_cast<char *>(&counted) - __gmon_bias;
    cost = cost_of(hooked, bare);
    is_known = true;
  }
  return cost;
}

/// A function calls several others in turn: each has its counter.
static __attribute__((noinline)) void counting() {
  static uint64_t counters[4];
  for (uint64_t &counter : counters) {
    count_up(&counter);
    bare();
  }
}

static __attribute__((noinline)) void not_counting() {
  for (int i = 0; i != 4; ++i)
    bare();
}

uint32_t counter_cost() {
  static uint32_t cost;
  static bool is_known;
  if (!is_known) {
    cost = cost_of(counting, not_counting) / 4;
    is_known = true;
  }
  return cost;
}

} // namespace gmon
