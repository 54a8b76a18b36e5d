//===-- counted_calls.cpp - Calls counted by callers ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a call enters is read from its code: see gmon_outgoing_call.
//
//===----------------------------------------------------------------------===//

#include "totals/counted_calls.h"
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

/// Other threads change counters while this thread reads them, so a count may
/// be negative: then it is 0.
uint64_t not_negative(uint64_t count) { return int64_t(count) > 0 ? count : 0; }

/// Most functions of a large program have no counts.
bool has_counts(const uint64_t *counters, uint32_t number) {
  for (uint32_t i = 0; i != number; ++i)
    if (__atomic_load_n(&counters[i], __ATOMIC_RELAXED))
      return true;
  return false;
}

/// Lists the calls of a GMON_CALLS_OF_BLOCKS. Adjacent ones have one caller.
struct calls_of_blocks {
  const char *data;
  function_counts counts = {};
  const gmon_descriptor *caller = nullptr;
  const uint64_t *values = nullptr;
  bool complete = true;

  /// Finds the counts of the function. Most functions of a large program have
  /// none.
  void begin(const gmon_descriptor *function) {
    caller = function;
    values = nullptr;
    const uint64_t *counters = counters_in(data, first_counter(caller));
    if (!has_counts(counters, caller->num_counters))
      return;
    values = counts.derive(caller, counters);
    complete &= values != nullptr;
  }

  template <typename Function>
  void visit(const gmon_group *group, Function visit) {
    auto *its =
        reinterpret_cast<const gmon_descriptor *>(offset_target(group->base));
    if (its != caller)
      begin(its);
    auto *calls = reinterpret_cast<const gmon_call_of_block *>(group + 1);
    for (uint32_t i = 0; values && i != size_of(group); ++i)
      if (uint64_t count = not_negative(values[calls[i].count]))
        visit(calls[i], count);
  }
};

/// Calls `visit` with each call of the group, whose calls have counters of
/// their own, and with its count if that is not 0.
template <typename Call, typename Function>
void for_each_own_count(const gmon_group *group, const char *data,
                        Function visit) {
  auto *calls = reinterpret_cast<const Call *>(group + 1);
  const uint64_t *counters = counters_in(data, first_counter(group));
  for (uint32_t i = 0; i != size_of(group); ++i)
    if (uint64_t count = not_negative(counters[i]))
      visit(calls[i], count);
}

} // namespace

bool for_each_counted_call(const template_copy &counters,
                           void (*visit)(const counted_call &, void *argument),
                           void *argument) {
  const char *data = counters.data;
  calls_of_blocks by_blocks = {data};
  for_each_counting_record(counters, [&](const uint32_t *at) {
    auto *group = reinterpret_cast<const gmon_group *>(at);
    switch (GMON_RECORD_KIND(*at)) {
    case GMON_COUNTED_CALLS:
      return for_each_own_count<gmon_counted_call>(
          group, data, [&](const gmon_counted_call &call, uint64_t count) {
            visit({offset_target(call.from), offset_target(call.self), count,
                   false, nullptr},
                  argument);
          });
    case GMON_CALLS_OF_BLOCKS:
      return by_blocks.visit(
          group, [&](const gmon_call_of_block &call, uint64_t count) {
            visit({offset_target(call.from), offset_target(call.self), count,
                   true, nullptr},
                  argument);
          });
    case GMON_OUTGOING_CALLS:
      return for_each_own_count<gmon_outgoing_call>(
          group, data, [&](const gmon_outgoing_call &call, uint64_t count) {
            uintptr_t from = offset_target(call.from);
            visit({from, passed_function(from), count, false,
                   reinterpret_cast<const char *>(offset_target(call.name))},
                  argument);
          });
    case GMON_CALLS_OF_HOOKED:
      return for_each_own_count<
          int32_t>(group, data, [&](const int32_t &label, uint64_t count) {
        uintptr_t from = offset_target(label);
        visit({from, passed_function(from), count, false, nullptr}, argument);
      });
    }
  });
  return by_blocks.complete;
}

} // namespace gmon
