//===-- functions.cpp - The functions of the module -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches the section of records, and makes an index of it: which records have
// their counters in a part of the template.
//
//===----------------------------------------------------------------------===//

#include "counting/functions.h"
#include "base/memory.h"
#include "counting/hooks.h"

namespace gmon {

/// The result of find_records(), once it is known: the end is set last.
static record_section known;

record_section find_records() {
  if (auto *last = __atomic_load_n(&known.last, __ATOMIC_ACQUIRE))
    return {__atomic_load_n(&known.first, __ATOMIC_RELAXED), last};
  const gmon_descriptor *some = some_function();
  uintptr_t low, high;
  if (!some || !segment_of(reinterpret_cast<uintptr_t>(some), low, high))
    return {};
  // Symbols for the section's bounds would make the linker keep all functions.
  // So this searches for the bounds by the magic number.
  low = (low + 3) / 4 * 4;
  const auto *begin = reinterpret_cast<const uint32_t *>(low),
             *end = begin + (high - low) / sizeof(*begin),
             *record = reinterpret_cast<const uint32_t *>(some);
  record_section found = {record, record};
  // A record ends where the one behind it begins, which tells its head from
  // other words.
  constexpr ptrdiff_t most = 2 + 3 * GMON_GROUP_MAX;
  auto first_start = [&] {
    return found.first - begin < most ? begin : found.first - most;
  };
  for (const uint32_t *start = first_start(); record-- != start;)
    if (has_magic(*record) &&
        gmon_record_words(*record) == found.first - record) {
      found.first = record;
      start = first_start();
    }
  while (end - found.last >= 2 && has_magic(*found.last) &&
         end - found.last >= gmon_record_words(*found.last))
    found.last += gmon_record_words(*found.last);
  __atomic_store_n(&known.first, found.first, __ATOMIC_RELAXED);
  __atomic_store_n(&known.last, found.last, __ATOMIC_RELEASE);
  return found;
}

static record_range *ranges;
static bool known_has_blocks;

static size_t num_parts() { return template_size() / part_size + 1; }

const uint64_t *counters_of_record(const uint32_t *record, uint32_t &number) {
  auto *function = reinterpret_cast<const gmon_descriptor *>(record);
  auto *group = reinterpret_cast<const gmon_group *>(record);
  uint32_t kind = GMON_RECORD_KIND(*record);
  if (kind == GMON_CALLS_OF_BLOCKS)
    function =
        reinterpret_cast<const gmon_descriptor *>(offset_target(group->base));
  else if (kind != GMON_FUNCTION) {
    number = size_of(group);
    return first_counter(group);
  }
  number = function->num_counters;
  return first_counter(function);
}

static bool lists_blocks(const uint32_t *record) {
  auto *function = reinterpret_cast<const gmon_descriptor *>(record);
  return GMON_RECORD_KIND(*record) == GMON_FUNCTION && function->blocks &&
         reinterpret_cast<const gmon_block_table *>(
             offset_target(function->blocks))
             ->num_blocks;
}

const record_range *find_ranges() {
  if (auto *made = __atomic_load_n(&ranges, __ATOMIC_ACQUIRE))
    return made;
  auto [first, last] = find_records();
  void *memory =
      first ? map_zeros(num_parts() * sizeof(record_range)) : nullptr;
  auto *made = static_cast<record_range *>(memory);
  if (!made)
    return nullptr;
  bool any_blocks = false;
  for (const uint32_t *record = first; record != last;) {
    uint32_t number;
    const uint64_t *counters = counters_of_record(record, number);
    any_blocks |= lists_blocks(record);
    auto begin = uint32_t(record - first);
    record += gmon_record_words(*record);
    auto end = uint32_t(record - first);
    auto place = reinterpret_cast<uintptr_t>(counters) -
                 reinterpret_cast<uintptr_t>(__start_gmon_data);
    if (!number || place >= template_size())
      continue;
    size_t part = place / part_size;
    size_t last_part = (place + number * sizeof(*counters) - 1) / part_size;
    for (; part <= last_part && part < num_parts(); ++part) {
      if (!made[part].last)
        made[part].first = begin;
      made[part].last = end;
    }
  }
  // A part without records is an empty range.
  uint32_t least = uint32_t(last - first);
  for (size_t i = num_parts(); i--;) {
    if (made[i].last && made[i].first < least)
      least = made[i].first;
    made[i].first = least;
  }
  if (any_blocks)
    __atomic_store_n(&known_has_blocks, true, __ATOMIC_RELAXED);
  // If another thread was faster, its memory is lost.
  __atomic_store_n(&ranges, made, __ATOMIC_RELEASE);
  return made;
}

void for_each_counting_record(const template_copy &copy,
                              void (*visit)(const uint32_t *, void *argument),
                              void *argument) {
  const record_range *known = copy.touched ? find_ranges() : nullptr;
  auto [first, last] = find_records();
  const uint32_t *record = first;
  auto visit_until = [&](const uint32_t *end) {
    for (; record < end; record += gmon_record_words(*record))
      visit(record, argument);
  };
  if (!known)
    return visit_until(last);
  for (size_t word = 0; word != num_part_words(); ++word)
    for (uint64_t bits = copy.touched[word]; bits; bits &= bits - 1) {
      const record_range &range =
          known[word * 64 + size_t(__builtin_ctzll(bits))];
      if (record < first + range.first)
        record = first + range.first;
      visit_until(first + range.last);
    }
}

bool has_blocks() {
  return !find_ranges() || __atomic_load_n(&known_has_blocks, __ATOMIC_RELAXED);
}

void forget_records() {
  unmap(ranges, num_parts() * sizeof(*ranges));
  ranges = nullptr;
}

} // namespace gmon
