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
  void (*visit)(const counted_call &, void *);
  void *argument;
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

  void read(const gmon_call_site *site) {
    auto *function =
        reinterpret_cast<const gmon_descriptor *>(offset_target(site->caller));
    if (function != caller)
      complete &= begin(function);
    if (!values || !is_first(site->number))
      return;
    // Other threads change counters while this thread reads them, so the count
    // may be negative.
    auto count = int64_t(values[site->count]);
    uintptr_t entry = offset_target(site->self);
    if (count > 0 && !is_stub(entry))
      visit({offset_target(site->from), entry - site->offset, uint64_t(count),
           caller->blocks != 0},
          argument);
  }
};

} // namespace

bool for_each_counted_call(const char *data,
                           void (*visit)(const counted_call &, void *argument),
                           void *argument) {
  site_reader reader = {data, visit, argument};
  for_each_call_site([&](const gmon_call_site *site) { reader.read(site); });
  return reader.complete;
}

} // namespace gmon
