//===-- cost.cpp - What an entry hook costs -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times calls of a function that does what a hook's inline code does, and calls
// of a function without that code. The minimum of several runs is the
// processor's time: other runs were disturbed.
//
//===----------------------------------------------------------------------===//

#include "output/cost.h"
#include "base/time.h"
#include "counting/regions.h"

#include <errno.h>
#include <sys/prctl.h>
#include <time.h>

namespace gmon {

static constexpr int num_runs = 8;
static constexpr int num_calls = 256;

/// The data that a thread has for a function with one caller.
static struct {
  gmon_record record;
  gmon_slot slot;
} counted;

/// The address that `counted` would have in the template.
static char *in_template;

/// Ordinary work of a function. It keeps the processor's units busy: otherwise
/// the hook's instructions would run in parallel to the call at no cost.
static inline __attribute__((always_inline)) void work() {
  uintptr_t a = 1, b = 2, c = 3, d = 4;
#pragma clang loop unroll(full)
  for (int i = 0; i != 8; ++i) {
    ++a, ++b, ++c, ++d;
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
  }
}

static __attribute__((noinline)) void hooked() {
  work();
  auto caller = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  auto *record = reinterpret_cast<gmon_record *>(in_template + __gmon_rt_bias);
  uintptr_t index = caller & __atomic_load_n(&record->mask, __ATOMIC_RELAXED);
  auto *slot =
      reinterpret_cast<gmon_slot *>(reinterpret_cast<char *>(record) +
                                    record->table + index * GMON_INDEX_SCALE);
  if (slot->from == caller)
    ++slot->count;
  else
    slot->from = caller;
}

static __attribute__((noinline)) void bare() { work(); }

/// Whether the program has disabled the instruction by which clock_gettime(3)
/// reads the time without a system call.
static bool is_clock_forbidden() {
#ifdef PR_GET_TSC
  int allowed = PR_TSC_ENABLE;
  return raw_syscall(SYS_prctl, PR_GET_TSC, reinterpret_cast<long>(&allowed)) ==
             0 &&
         allowed != PR_TSC_ENABLE;
#else
  return false;
#endif
}

static int64_t now() {
  uint64_t time;
  read_clock(CLOCK_MONOTONIC, time);
  return int64_t(time);
}

/// Makes `num_calls` calls. Returns the time afterwards.
static int64_t call_until(void (*called)()) {
  for (int i = 0; i != num_calls; ++i)
    called();
  return now();
}

/// Returns the difference for one call, in picoseconds; 0 if the time cannot be
/// measured.
static uint32_t cost_of(void (*called)(), void (*without)()) {
  if (is_clock_forbidden())
    return 0;
  int saved = errno;
  int64_t least = INT64_MAX, least_without = INT64_MAX;
  // Alternates, because the processor's speed changes.
  int64_t start = now();
  for (int run = 0; run != num_runs; ++run) {
    int64_t middle = call_until(called), end = call_until(without);
    int64_t taken = middle - start, taken_without = end - middle;
    start = end;
    least = taken < least ? taken : least;
    least_without =
        taken_without < least_without ? taken_without : least_without;
  }
  errno = saved;
  int64_t difference = least - least_without;
  return difference > 0 ? uint32_t(difference * 1000 / num_calls) : 0;
}

uint32_t hook_cost() {
  static uint32_t cost;
  static bool is_known;
  if (!is_known) {
    counted.record.table = sizeof(gmon_record);
    in_template = reinterpret_cast<char *>(&counted) - __gmon_rt_bias;
    cost = cost_of(hooked, bare);
    is_known = true;
  }
  return cost;
}

static __attribute__((noinline)) void nothing() { __asm__ volatile(""); }

/// Calls a function several times; each call has a counter.
static __attribute__((noinline)) void counting() {
  static uint64_t counters[4];
  for (uint64_t &counter : counters) {
    count_up(&counter);
    nothing();
  }
}

static __attribute__((noinline)) void not_counting() {
  for (int i = 0; i != 4; ++i)
    nothing();
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
