//===-- counted_calls.cpp - Calls counted by callers ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The call sites of a caller are adjacent, so the caller's counts are derived
// once. What a call enters is read from its code: see gmon_outgoing_call.
//
//===----------------------------------------------------------------------===//

#include "totals/counted_calls.h"
#include "counting/functions.h"
#include "process/module.h"
#include "totals/derived_counts.h"

#include <string.h>

namespace gmon {

namespace {

#ifdef __x86_64__
/// The instruction of a breakpoint, with which debuggers replace a first byte.
constexpr uint8_t breakpoint = 0xcc;

/// Returns the descriptor of the function at `address`, if it has a hook in
/// front of its prologue; else null.
const gmon_descriptor *early_hook(uintptr_t address) {
  constexpr uint8_t head[] = GMON_EARLY_HOOK_HEAD;
  if (!in_text(address) || !in_text(address + GMON_EARLY_HOOK_SIZE - 1))
    return nullptr;
  auto *code = reinterpret_cast<const uint8_t *>(address);
  if (memcmp(code + 1, head + 1, sizeof head - 1) != 0 ||
      code[sizeof head + sizeof(int32_t)] != GMON_EARLY_HOOK_CALL)
    return nullptr;
  int32_t distance;
  memcpy(&distance, code + sizeof head, sizeof distance);
  return reinterpret_cast<const gmon_descriptor *>(
      address + sizeof head + sizeof distance + intptr_t(distance));
}

/// Returns where the instruction at `code` leads to if it has the opcode, and a
/// distance behind that; else 0.
uintptr_t target_of(uintptr_t code, uint8_t opcode) {
  auto *bytes = reinterpret_cast<const uint8_t *>(code);
  int32_t distance;
  if (!in_text(code) || (*bytes != opcode && *bytes != breakpoint))
    return 0;
  memcpy(&distance, bytes + 1, sizeof distance);
  return code + 1 + sizeof distance + intptr_t(distance);
}
#endif

/// Returns the function whose hook the call, or jump, with the label `from`
/// passes by; 0 if there is none.
uintptr_t passed_function([[maybe_unused]] uintptr_t from) {
#ifdef __x86_64__
  // The label of a call is its last byte, that of a jump its first. In front of
  // a jump there may be what looks like a call, but hardly like one of these.
  const uintptr_t targets[] = {target_of(from - 4, 0xe8),
                               target_of(from, 0xe9)};
  for (uintptr_t target : targets) {
    uintptr_t function = target - GMON_EARLY_HOOK_SIZE;
    if (const gmon_descriptor *passed = early_hook(function);
        passed && offset_target(passed->function) == function)
      return function;
  }
#endif
  return 0;
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

  static bool has_counts(const uint64_t *counters, uint32_t number) {
    for (uint32_t i = 0; i != number; ++i)
      if (__atomic_load_n(&counters[i], __ATOMIC_RELAXED))
        return true;
    return false;
  }

  /// Derives the counts of the function with the descriptor `function`. Most
  /// functions of a large program have none.
  bool begin(const gmon_descriptor *function) {
    caller = function;
    values = nullptr;
    const uint64_t *counters = counters_in(data, first_counter(function));
    if (!has_counts(counters, function->num_counters))
      return true;
    size_t num_sites = function->sites & ~GMON_PASSABLE_HOOK;
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
      values = counts.derive(function, counters);
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

/// Returns the count of `call` in the totals `data`. Other threads change
/// counters while this thread reads them, so a count may be negative.
uint64_t count_of(const gmon_outgoing_call *call, const char *data) {
  auto value = int64_t(*counters_in(data, counter_of(call)));
  return value > 0 ? uint64_t(value) : 0;
}

} // namespace

bool for_each_counted_call(const char *data,
                           void (*visit)(const counted_call &, void *argument),
                           void *argument) {
  site_reader reader = {data};
  for_each_call_site([&](const gmon_call_site *site) {
    uint64_t count =
        reader.read(offset_target(site->caller), site->count, site->number);
    if (count)
      visit({offset_target(site->from), offset_target(site->self), count,
             reader.caller->blocks != 0},
            argument);
  });
  for_each_outgoing_site([&](const gmon_outgoing_call *call) {
    uint64_t count = count_of(call, data);
    if (!count)
      return;
    uintptr_t from = offset_target(call->from);
    if (uintptr_t function = passed_function(from))
      visit({from, function, count, false}, argument);
  });
  return reader.complete;
}

void for_each_outgoing_call(const char *data,
                            void (*visit)(const outgoing_call &,
                                          void *argument),
                            void *argument) {
  for_each_outgoing_site([&](const gmon_outgoing_call *call) {
    uint64_t count = count_of(call, data);
    uintptr_t from = offset_target(call->from);
    if (count && !(call->flags & GMON_CALL_OF_HOOKED) && !passed_function(from))
      visit({from, reinterpret_cast<const char *>(offset_target(call->name)),
             count},
            argument);
  });
}

} // namespace gmon
