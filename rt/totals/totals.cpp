//===-- totals.cpp - The counts of all threads together -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the arcs of all tables into one list, then sorts and merges it. Adds
// block counters up in a copy of the section. In that copy, a function's record
// contains the number of the region added last, because nothing else uses the
// record there. Adds counters of source lines, of outgoing calls and of pieces
// up for all regions: no record says which regions used them.
//
//===----------------------------------------------------------------------===//

#include "totals/totals.h"
#include "base/memory.h"
#include "counting/functions.h"
#include "counting/regions.h"
#include "interpose/signals.h"
#include "totals/counted_calls.h"
#include "totals/sources.h"

namespace gmon {

/// The counts that are not part of the profile.
static constinit arc_table excluded_arcs = {};
static char *excluded_data;

/// Calls `visit` for each function's counters, for its source counters, and for
/// those of outgoing calls and of pieces: with the first counter in the
/// template, and the number of counters.
template <typename Function> static void for_each_counters(Function visit) {
  for_each_function([&](const gmon_descriptor *function) {
    if (function->num_counters)
      visit(first_counter(function), function->num_counters);
  });
  for_each_source(
      [&](const source_counters &each) { visit(each.first, each.count); });
  for_each_late_counters(visit);
}

totals::~totals() { unmap_scratch(data, template_size()); }

uint64_t *totals::counters_of(const gmon_descriptor *function) const {
  return counters_in(data, first_counter(function));
}

uint64_t *totals::counters_at(const uint64_t *first) const {
  return counters_in(data, first);
}

/// Returns the offset that represents a return address in the file: an address
/// inside the call, or the marker.
static uint64_t call_offset(uint32_t offset) {
  uintptr_t call = offset_address(offset) - 1;
  return in_text(call) && !is_return_of_handler(call) ? offset - 1
                                                      : outside_offset - 1;
}

namespace {

/// Adds up one region after another.
struct gatherer {
  totals &sums;
  char *data;
  uintptr_t region_number = 0;
  bool complete = true;

  void add_arc(uint32_t from, uint32_t self, uint64_t count) {
    if (count)
      complete &= sums.arcs.add(call_offset(from) << 32 | self, count);
  }

  void add_counters(const region *from, const uint64_t *first,
                    uint32_t number) {
    const uint64_t *counters = counters_in(copy_of(from), first);
    uint64_t *sum = counters_in(data, first);
    for (uint32_t i = 0; i != number; ++i)
      sum[i] += __atomic_load_n(&counters[i], __ATOMIC_RELAXED);
  }

  void add_counters(const region *from, const gmon_descriptor *function) {
    add_counters(from, first_counter(function), function->num_counters);
  }

  /// Whether a hook records that the function was executed.
  static bool is_recorded(const gmon_descriptor *function) {
    return function->record && !(function->head & GMON_PASSABLE_HOOK);
  }

  /// Adds the counters of a function with a hook, once for each region.
  void add_recorded(const region *from, const gmon_descriptor *function) {
    auto *record = in_copy<gmon_record>(data, offset_target(function->record));
    if (!function->num_counters || !is_recorded(function) ||
        from == &shared_region || record->mask == region_number)
      return;
    record->mask = region_number;
    add_counters(from, function);
  }

  void add_sources(const region *from) {
    for_each_source([&](const source_counters &each) {
      add_counters(from, each.first, each.count);
    });
  }

  void add_late(const region *from) {
    for_each_late_counters([&](const uint64_t *first, uint32_t number) {
      add_counters(from, first, number);
    });
  }

  void add_table(const region *from, const call_table *table) {
    const gmon_descriptor *function = function_of(table);
    uint32_t self = module_offset(offset_target(function->function));
    for (uint32_t i = 0; i != table->num_slots(); ++i) {
      const gmon_slot &slot = table->slots()[i];
      if (slot.from)
        add_arc(return_offset(slot.from), self,
                __atomic_load_n(&slot.count, __ATOMIC_RELAXED));
    }
    add_recorded(from, function);
  }

  void add_arcs(const region *from) {
    for_each_arc(from->arcs, [&](uint64_t key, uint64_t count) {
      uint32_t high = key >> 32, low = uint32_t(key);
      if (high == no_offset)
        add_recorded(from, reinterpret_cast<const gmon_descriptor *>(
                               offset_address(low)));
      else
        add_arc(high, low, count);
    });
    for_each_arc(from->far_arcs, [&](uint64_t key, uint64_t count) {
      add_arc(outside_offset, uint32_t(key), count);
    });
  }

  void add_mcount_table(const mcount_table *table) {
    for (uint64_t i = 0; i != table->num_slots(); ++i) {
      const mcount_slot &slot = table->slots()[i];
      if (slot.self)
        add_arc(return_offset(slot.from), module_offset(slot.self),
                __atomic_load_n(&slot.count, __ATOMIC_RELAXED));
    }
  }

  void add_region(const region *from) {
    ++region_number;
    for_each_table(from,
                   [&](const call_table *table) { add_table(from, table); });
    for (const mcount_table *table =
             __atomic_load_n(&from->mcount_tables, __ATOMIC_ACQUIRE);
         table; table = table->next)
      add_mcount_table(table);
    add_arcs(from);
    if (from->has_counts_of_others)
      for_each_function([&](const gmon_descriptor *function) {
        if (is_recorded(function))
          add_recorded(from, function);
      });
    add_sources(from);
    add_late(from);
  }

  /// Adds the counters of functions without a hook, and those of the shared
  /// region.
  void add_not_recorded() {
    for_each_function([&](const gmon_descriptor *function) {
      if (!function->num_counters)
        return;
      if (is_recorded(function))
        add_counters(&shared_region, function);
      else
        for_each_region(
            [&](const region *each) { add_counters(each, function); });
    });
  }
};

} // namespace

void set_aside_for_totals() {
  // Enough for the counts, arcs and blocks of programs of ordinary size.
  set_aside(4 * template_size() + (size_t(1) << 20));
}

bool totals::reserve() {
  return !template_size() ||
         (data = static_cast<char *>(map_scratch(template_size()))) != nullptr;
}

bool totals::gather_all() {
  if (!reserve())
    return false;
  gatherer gather{*this, data};
  for_each_region([&](const region *each) { gather.add_region(each); });
  gather.add_not_recorded();
  return gather.complete;
}

bool totals::gather(bool stopped) {
  // While profiling is stopped, the excluded counts are the profile with the
  // sign changed.
  bool complete = stopped ? reserve() : gather_all();
  if (template_size() && !data)
    return false;
  for_each_arc(excluded_arcs, [&](uint64_t key, uint64_t count) {
    complete &= arcs.add(key, uint64_t(0) - count);
  });
  if (!excluded_data)
    return complete;
  for_each_counters([&](const uint64_t *first, uint32_t number) {
    uint64_t *sum = counters_in(data, first);
    const uint64_t *excluded = counters_in(excluded_data, first);
    for (uint32_t i = 0; i != number; ++i)
      sum[i] -= excluded[i];
  });
  return complete;
}

bool totals::gather_profile(bool stopped) {
  if (!gather(stopped))
    return false;
  struct {
    totals &sums;
    bool complete = true;
  } to = {*this};
  auto add = [](const counted_call &call, void *argument) {
    auto &[sums, complete] = *static_cast<decltype(to) *>(argument);
    uint64_t from = module_offset(call.from);
    complete &=
        sums.arcs.add(from << 32 | module_offset(call.self), call.count);
    (call.by_block ? sums.calls_by_blocks : sums.calls_by_counters) +=
        call.count;
  };
  to.complete &= for_each_counted_call(data, add, &to);
  arcs.sort();
  arcs.merge();
  return to.complete;
}

void totals::list_outgoing(bool stopped,
                           void (*visit)(const outgoing_call &, void *argument),
                           void *argument) {
  bool any = false;
  for_each_record([&](const uint32_t *at) {
    any |= GMON_RECORD_KIND(*at) == GMON_OUTGOING_CALLS;
  });
  if (any && gather(stopped))
    for_each_outgoing_call(data, visit, argument);
}

bool totals::any() const {
  bool found = arcs.begin() != arcs.end();
  for_each_counters([&](const uint64_t *first, uint32_t number) {
    const uint64_t *counters = counters_in(data, first);
    for (uint32_t i = 0; i != number && !found; ++i)
      found = counters[i] != 0;
  });
  return found;
}

/// Adds `counts` times `factor`, modulo 2^64, to the excluded counts.
static void change_excluded(const totals &counts, uint64_t factor) {
  for (const arc &each : counts.arcs)
    excluded_arcs.add(shared_region.memory, each.key, each.count * factor,
                      true);
  if (!excluded_data && template_size())
    excluded_data = static_cast<char *>(map_zeros(template_size()));
  if (!excluded_data)
    return;
  for_each_counters([&](const uint64_t *first, uint32_t number) {
    const uint64_t *counters = counts.counters_at(first);
    uint64_t *excluded = counters_in(excluded_data, first);
    for (uint32_t i = 0; i != number; ++i)
      if (counters[i])
        excluded[i] += counters[i] * factor;
  });
}

void exclude(const totals &counts) { change_excluded(counts, 1); }

void include(const totals &counts) { change_excluded(counts, ~uint64_t(0)); }

void release_excluded() {
  excluded_arcs = {};
  unmap(excluded_data, template_size());
  excluded_data = nullptr;
}

} // namespace gmon
