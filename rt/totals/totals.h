//===-- totals.h - The counts of all threads together -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums the regions up. The counts themselves only ever grow: what was counted
// while profiling was stopped, or before a fork, is remembered and subtracted.
//
// Everything here is async-signal-safe. gather() may run in several threads at
// a time; of the others one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_TOTALS_H
#define GMON_RT_TOTALS_TOTALS_H

#include "gmon/abi.h"
#include "counting/arcs.h"

namespace gmon {

/// A list in memory of its own; counts are taken modulo 2^64.
class arc_list {
public:
  ~arc_list() { unmap_scratch(items, capacity * sizeof(arc)); }
  arc_list() = default;
  arc_list(const arc_list &) = delete;
  arc_list &operator=(const arc_list &) = delete;

  /// Appends. Returns false where there is no memory.
  bool add(uint64_t key, uint64_t count);

  /// Sorts by key.
  void sort();

  /// Adds up neighbours of the same key and drops what amounts to 0.
  void merge();

  /// Of neighbours of the same key, keeps the largest count.
  void keep_largest();

  const arc *begin() const { return items; }
  const arc *end() const { return items + size; }

private:
  arc *items = nullptr;
  size_t size = 0;
  size_t capacity = 0;
};

/// What has been counted.
class totals {
public:
  ~totals();
  totals() = default;
  totals(const totals &) = delete;
  totals &operator=(const totals &) = delete;

  /// Keys: offset of an address inside the call, or of the marker; below it,
  /// 32 bits, offset of the called function. Only of calls that hooks counted,
  /// each maybe several times; after gather_profile() of all calls, sorted.
  arc_list arcs;

  /// How many of these calls were counted by callers, without a hook: by
  /// counters of their own, or by those of blocks, which cost nothing more.
  /// After gather_profile().
  uint64_t calls_by_counters = 0, calls_by_blocks = 0;

  /// The block counters of a function.
  uint64_t *counters_of(const gmon_descriptor *function) const;

  /// Counters, of which `first` is the first in the template.
  uint64_t *counters_at(const uint64_t *first) const;

  /// Whether there is a call or an executed block. After gather_profile().
  bool any() const;

  /// Fills this with all counts, whether they belong to the profile or not.
  /// Returns false where there is no memory.
  bool gather_all();

  /// Fills this with the counts that belong to the profile.
  bool gather(bool stopped);

  /// Likewise, and with the calls that follow from counters: of these alone, as
  /// a fork or a stop may have come between the counters of one thread.
  bool gather_profile(bool stopped);

private:
  /// Makes `data` zeros. Returns false where there is no memory.
  bool reserve();

  char *data = nullptr; ///< laid out as the template is
};

/// The counters of a function in a copy of the template section.
const uint64_t *counters_in(const char *data, const gmon_descriptor *function);

/// Sets memory aside, at the start, for what it takes to gather totals at the
/// end: the program may have used up all that there is.
void set_aside_for_totals();

/// Takes counts out of the profile, or puts them back.
void exclude(const totals &counts);
void include(const totals &counts);

/// Gives the memory of what is excluded back: the module is being unloaded.
/// Before release_regions().
void release_excluded();

/// The section of descriptors, if any function of it was ever executed: of
/// functions and, as large, of call sites. Async-signal-safe.
struct descriptor_section {
  const gmon_descriptor *first, *last;
};
descriptor_section find_descriptors();

/// Calls `see` with each instrumented function of the module.
/// Async-signal-safe.
template <typename Function> void for_each_function(Function see) {
  for (auto [at, last] = find_descriptors(); at != last; ++at)
    if (at->magic == GMON_DESCRIPTOR_MAGIC)
      see(at);
}

/// Calls `see` with every call site of the module of which the linker kept the
/// caller; sites of one caller follow each other. Async-signal-safe.
template <typename Function> void for_each_call_site(Function see) {
  for (auto [at, last] = find_descriptors(); at != last; ++at)
    if (at->magic == GMON_CALL_SITE_MAGIC)
      see(reinterpret_cast<const gmon_call_site *>(at));
}

} // namespace gmon

#endif // GMON_RT_TOTALS_TOTALS_H
