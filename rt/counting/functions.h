//===-- functions.h - The functions of the module ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the descriptors that the pass plugin generated, and finds each
// function's counters in a copy of the template. Everything here but
// forget_records() is async-signal-safe.
//
// The child of a fork has counted little, and would take longer to read all
// records of a large program than for all else. So the counters lead to their
// records: where a part of the template has counts, the records of that part
// are read. Compilers make records in the order of their counters, and linkers
// keep that order, so few others are among them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_COUNTING_FUNCTIONS_H
#define GMON_RT_COUNTING_FUNCTIONS_H

#include "counting/regions.h"
#include "gmon/abi.h"
#include "process/module.h"

#include <stdint.h>

namespace gmon {

template <typename Kind> Kind *in_copy(char *data, uintptr_t place) {
  return reinterpret_cast<Kind *>(in_copy(data, place));
}

/// Returns the counters in the copy `data`; `first` is the first counter in the
/// template.
inline uint64_t *counters_in(char *data, const uint64_t *first) {
  return in_copy<uint64_t>(data, reinterpret_cast<uintptr_t>(first));
}

inline const uint64_t *counters_in(const char *data, const uint64_t *first) {
  return counters_in(const_cast<char *>(data), first);
}

/// Returns the function's first counter in the template.
inline const uint64_t *first_counter(const gmon_descriptor *function) {
  return reinterpret_cast<const uint64_t *>(offset_target(function->counters));
}

/// The section of records. Empty if no function of the module was ever
/// executed. Async-signal-safe.
struct record_section {
  const uint32_t *first, *last;
};
record_section find_records();

/// Whether a record begins with `head`. Numbers in memory, in front of or
/// behind the section, must not be taken for records: the code has another
/// one.
inline bool has_magic(uint32_t head) {
  uint32_t inverted = ~GMON_RECORD_MAGIC;
  __asm__("" : "+r"(inverted));
  return (head & GMON_RECORD_MAGIC_MASK) == ~inverted;
}

/// Calls `visit` with the first word of each record whose function the linker
/// kept. Async-signal-safe.
template <typename Function> void for_each_record(Function visit) {
  for (auto [record, last] = find_records(); record != last;
       record += gmon_record_words(*record))
    visit(record);
}

/// Calls `visit` with each instrumented function of the module.
/// Async-signal-safe.
template <typename Function> void for_each_function(Function visit) {
  for_each_record([&](const uint32_t *record) {
    if (GMON_RECORD_KIND(*record) == GMON_FUNCTION)
      visit(reinterpret_cast<const gmon_descriptor *>(record));
  });
}

/// Calls `visit` with each group of the kind, and its first entry.
/// Async-signal-safe.
template <typename Entry, typename Function>
void for_each_group(gmon_record_kind kind, Function visit) {
  for_each_record([&](const uint32_t *record) {
    if (GMON_RECORD_KIND(*record) != uint32_t(kind))
      return;
    auto *group = reinterpret_cast<const gmon_group *>(record);
    visit(group, reinterpret_cast<const Entry *>(group + 1));
  });
}

/// Returns the number of the group's entries.
inline uint32_t size_of(const gmon_group *group) {
  return GMON_RECORD_NUMBER(group->head);
}

/// Returns the counter of the group's first entry in the template.
inline const uint64_t *first_counter(const gmon_group *group) {
  return reinterpret_cast<const uint64_t *>(offset_target(group->base));
}

/// Returns the first counter in the template that belongs to a record, and sets
/// the number of counters. Those of a call by a block are its caller's.
const uint64_t *counters_of_record(const uint32_t *record, uint32_t &number);

/// The size of a part of the template.
inline constexpr size_t part_size = 64;

/// Number of words with a bit for each part of the template.
inline size_t num_part_words() { return template_size() / part_size / 64 + 1; }

/// A range of the section of records, as positions in it.
struct record_range {
  uint32_t first, last;
};

/// Finds the records of each part of the template, and returns them by number
/// of the part: all its records from `first` on are in front of `last`, with
/// others among them. The numbers `first` never fall. Returns null if that is
/// not known, for lack of memory or as no function was executed.
const record_range *find_ranges();

/// Frees the memory of find_ranges(), because the module is being unloaded.
void forget_records();

/// Whether a function has blocks to list. Valid after find_ranges().
bool has_blocks();

/// A copy of the template.
struct template_copy {
  const char *data;
  /// A bit for each part that may have words other than 0; null: each may.
  const uint64_t *touched;
};

/// Calls `visit` with the first word of each record that may have counts.
void for_each_counting_record(const template_copy &copy,
                              void (*visit)(const uint32_t *, void *argument),
                              void *argument);

template <typename Function>
void for_each_counting_record(const template_copy &copy, Function visit) {
  for_each_counting_record(
      copy,
      [](const uint32_t *record, void *argument) {
        (*static_cast<Function *>(argument))(record);
      },
      &visit);
}

} // namespace gmon

#endif // GMON_RT_COUNTING_FUNCTIONS_H
