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

/// Returns the function whose hook the call, or jump, with the label `caller`
/// passes by; 0 if there is none.
uintptr_t passed_function([[maybe_unused]] uintptr_t caller) {
#ifdef __x86_64__
  // The label of a call is its last byte, that of a jump its first. In front of
  // a jump there may be what looks like a call, but hardly like one of these.
  const uintptr_t targets[] = {target_of(caller - 4, 0xe8),
                               target_of(caller, 0xe9)};
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

/// Lists the calls of one record after another.
struct lister {
  const char *data;
  void (*visit)(const counted_call &, void *argument);
  void *argument;
  function_counts counts = {};
  const gmon_descriptor *caller = nullptr; ///< adjacent records have the same
  const uint64_t *values = nullptr;        ///< its counts
  bool complete = true;

  /// Finds the counts of a function, if it has any: most functions of a large
  /// program have none.
  void find_values(const gmon_descriptor *function) {
    if (function == caller)
      return;
    caller = function;
    values = nullptr;
    const uint64_t *counters = counters_in(data, first_counter(caller));
    if (!has_counts(counters, caller->num_counters))
      return;
    values = counts.derive(caller, counters);
    complete &= values != nullptr;
  }

  void list(const gmon_group *group) {
    const uint32_t kind = GMON_RECORD_KIND(group->head);
    if (kind == GMON_FUNCTION || kind == GMON_PIECES)
      return;
    const bool by_block = kind == GMON_CALLS_OF_BLOCKS;
    if (by_block)
      find_values(reinterpret_cast<const gmon_descriptor *>(
          offset_target(group->base)));
    const uint64_t *counters =
        by_block ? values : counters_in(data, first_counter(group));
    // The first word of each entry is the label. The second one is the function
    // or its name, the third one the number of the count.
    auto *entry = reinterpret_cast<const int32_t *>(group + 1);
    const uint32_t words = GMON_ENTRY_WORDS >> 4 * kind & 0xfu;
    for (uint32_t i = 0; counters && i != size_of(group); ++i, entry += words) {
      uint64_t count = not_negative(counters[by_block ? entry[2] : i]);
      if (!count)
        continue;
      const uintptr_t address = offset_target(*entry);
      const bool is_known = by_block || kind == GMON_COUNTED_CALLS;
      visit({address,
             is_known ? offset_target(entry[1]) : passed_function(address),
             count, by_block,
             kind == GMON_OUTGOING_CALLS
                 ? reinterpret_cast<const char *>(offset_target(entry[1]))
                 : nullptr},
            argument);
    }
  }
};

} // namespace

bool for_each_counted_call(const template_copy &counters,
                           void (*visit)(const counted_call &, void *argument),
                           void *argument) {
  lister calls = {counters.data, visit, argument};
  for_each_counting_record(counters, [&](const uint32_t *record) {
    calls.list(reinterpret_cast<const gmon_group *>(record));
  });
  return calls.complete;
}

} // namespace gmon
