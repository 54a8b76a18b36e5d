//===-- counted_calls.cpp - Calls counted by callers ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The call sites of a caller are adjacent, so the caller's counts are derived
// once.
//
//===----------------------------------------------------------------------===//

#include "totals/counted_calls.h"
#include "process/module.h"
#include "totals/derived_counts.h"
#include "counting/functions.h"

extern "C" {
extern char __start_gmon_stubs[] __attribute__((weak, visibility("hidden")));
extern char __stop_gmon_stubs[] __attribute__((weak, visibility("hidden")));
}

namespace gmon {

namespace {

/// Whether a direct entry is only a stub for one: the function is not
/// instrumented, or is in a library.
bool is_stub(uintptr_t entry) {
  return entry - reinterpret_cast<uintptr_t>(__start_gmon_stubs) <
         uintptr_t(__stop_gmon_stubs - __start_gmon_stubs);
}

struct site_reader {
  const char *data;
  function_counts counts = {};
  const gmon_descriptor *caller = nullptr;
  const uint64_t *values = nullptr; ///< the caller's counts; null if there is
                                    ///< no memory
  uint64_t *seen = nullptr;         ///< a bit for each call site of the caller
  size_t seen_size = 0;
  bool complete = true;

  ~site_reader() { unmap_scratch(seen, seen_size); }

  /// Records that a call site was read. Returns false if it was read before.
  bool is_first(uint32_t number) {
    uint64_t bit = uint64_t(1) << number % 64;
    if (seen[number / 64] & bit)
      return false;
    seen[number / 64] |= bit;
    return true;
  }

  bool begin(const gmon_descriptor *function) {
    caller = function;
    values = nullptr;
    size_t num_sites = function->sites & ~GMON_DIRECT_ENTRY;
    size_t size = (num_sites / 64 + 1) * sizeof(*seen);
    if (size > seen_size) {
      unmap_scratch(seen, seen_size);
      seen_size = 2 * size;
      seen = static_cast<uint64_t *>(map_scratch(seen_size));
      if (!seen)
        seen_size = 0;
    } else
      for (size_t i = 0; i != size / sizeof(*seen); ++i)
        seen[i] = 0;
    if (seen)
      values =
          counts.derive(function, counters_in(data, first_counter(function)));
    return values;
  }

  /// Returns the count `count` of the function with the descriptor `function`
  /// for its call site `number`; 0 if that was read before.
  uint64_t read(uintptr_t function, uint32_t count, uint32_t number) {
    auto *of = reinterpret_cast<const gmon_descriptor *>(function);
    if (of != caller)
      complete &= begin(of);
    if (!values || !is_first(number))
      return 0;
    // Other threads change counters while this thread reads them, so the count
    // may be negative.
    auto value = int64_t(values[count]);
    return value > 0 ? uint64_t(value) : 0;
  }
};

} // namespace

bool for_each_counted_call(const char *data,
                           void (*visit)(const counted_call &, void *argument),
                           void *argument) {
  site_reader reader = {data};
  for_each_call_site([&](const gmon_call_site *site) {
    uint64_t count =
        reader.read(offset_target(site->caller), site->count, site->number);
    uintptr_t entry = offset_target(site->self);
    if (count && !is_stub(entry))
      visit({offset_target(site->from), entry - site->offset, count,
             reader.caller->blocks != 0},
            argument);
  });
  return reader.complete;
}

bool for_each_outgoing_call(const char *data,
                            void (*visit)(const outgoing_call &,
                                          void *argument),
                            void *argument) {
  site_reader reader = {data};
  for_each_outgoing_site([&](const gmon_outgoing_call *call) {
    uint64_t count = 0;
    if (const uint64_t *counter = counter_of(call)) {
      auto value = int64_t(*counters_in(data, counter));
      count = value > 0 ? uint64_t(value) : 0;
    } else if (is_stub(offset_target(call->entry)))
      count =
          reader.read(offset_target(call->place), call->count, call->number);
    if (count)
      visit({offset_target(call->from),
             reinterpret_cast<const char *>(offset_target(call->name)), count},
            argument);
  });
  return reader.complete;
}

} // namespace gmon
