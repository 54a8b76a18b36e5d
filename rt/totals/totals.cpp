//===-- totals.cpp - The counts of all threads together -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the arcs of all tables into one list, then sorts and merges it. Adds
// counters up in a copy of the section.
//
//===----------------------------------------------------------------------===//

#include "totals/totals.h"
#include "base/memory.h"
#include "counting/functions.h"
#include "counting/regions.h"
#include "interpose/signals.h"
#include "totals/counted_calls.h"
#include "totals/page_map.h"
#include "totals/sources.h"

namespace gmon {

namespace {
/// Counts that are subtracted from those of all threads.
struct exclusion {
  arc_table arcs;
  char *data;
};
} // namespace

/// The counts that are not part of the profile.
static constinit exclusion excluded = {};

/// While counts are frozen: the profile with the sign changed. Else zeros.
static constinit exclusion frozen = {};
static bool is_frozen;

/// A copy of the template whose counters are added to those of another.
struct addition_of_words {
  const char *source;
  uint64_t factor;
  char *sums;        ///< null: only finds what would be added
  uint64_t *touched; ///< that of the other copy, or null
};

/// Adds the counters between two offsets. Adds records of functions, too: their
/// sums have no meaning. Most words are 0; what they would be added to is not
/// touched.
static void add_part(size_t begin, size_t end, void *argument) {
  const auto &how = *static_cast<const addition_of_words *>(argument);
  auto *words = reinterpret_cast<const uint64_t *>(how.source);
  auto *sums = reinterpret_cast<uint64_t *>(how.sums);
  const size_t count = end / sizeof(*words);
  constexpr size_t step = 8;
  for (size_t i = begin / sizeof(*words); i < count; i += step) {
    const size_t stop = i + step < count ? i + step : count;
    uint64_t any = 0;
    for (size_t k = i; k != stop; ++k)
      any |= __atomic_load_n(&words[k], __ATOMIC_RELAXED);
    for (size_t k = i; any && k != stop; ++k)
      if (uint64_t word = __atomic_load_n(&words[k], __ATOMIC_RELAXED)) {
        if (sums)
          sums[k] += word * how.factor;
        const size_t part = k * sizeof(*words) / part_size;
        if (how.touched)
          how.touched[part / 64] |= uint64_t(1) << part % 64;
      }
  }
}

static void add_words(addition_of_words how) {
  add_part(0, template_size(), &how);
}

/// The size of totals::sums, and of totals::touched behind it.
static size_t size_of_sums() { return (template_size() + 7) & ~size_t(7); }
static size_t size_of_touched() { return num_part_words() * sizeof(uint64_t); }

// Out of line: seven functions have one.
[[gnu::noinline]] totals::totals() = default;

totals::~totals() { unmap_scratch(sums, size_of_sums() + size_of_touched()); }

void totals::add_counters_to(char *copy, uint64_t factor) const {
  add_words({data, factor, copy, nullptr});
}

template_copy totals::counters() const { return {data, touched}; }

const uint64_t *totals::counters_of(const gmon_descriptor *function) const {
  return counters_in(data, first_counter(function));
}

const uint64_t *totals::counters_at(const uint64_t *first) const {
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
  char *data; ///< null: counters are not added up
  uint64_t *touched;
  page_map pages = {};
  bool complete = true;

  void add_arc(uint32_t caller, uint32_t self, uint64_t count) {
    if (count)
      complete &= sums.arcs.add(call_offset(caller) << 32 | self, count);
  }

  void add_table(const call_table *table) {
    const gmon_descriptor *function = function_of(table);
    uint32_t self = module_offset(offset_target(function->function));
    for (uint32_t i = 0; i != table->num_slots(); ++i) {
      const gmon_slot &slot = table->slots()[i];
      if (slot.from)
        add_arc(return_offset(slot.from), self,
                __atomic_load_n(&slot.count, __ATOMIC_RELAXED));
    }
  }

  void add_arcs(const region *r) {
    for_each_arc(r->arcs, [&](uint64_t key, uint64_t count) {
      add_arc(uint32_t(key >> 32), uint32_t(key), count);
    });
    for_each_arc(r->far_arcs, [&](uint64_t key, uint64_t count) {
      add_arc(outside_offset, uint32_t(key), count);
    });
  }

  void add_mcount_table(const mcount_table *table) {
    for (uint64_t i = 0; i != table->num_slots(); ++i) {
      const mcount_slot &slot = table->slots()[i];
      if (slot.self)
        add_arc(return_offset(slot.caller), module_offset(slot.self),
                __atomic_load_n(&slot.count, __ATOMIC_RELAXED));
    }
  }

  void add_region(const region *r) {
    for_each_table(r, [&](const call_table *table) { add_table(table); });
    for (const mcount_table *table =
             __atomic_load_n(&r->mcount_tables, __ATOMIC_ACQUIRE);
         table; table = table->next)
      add_mcount_table(table);
    add_arcs(r);
    if (data)
      add_counters(r);
  }

  void add_counters(const region *r) {
    addition_of_words how = {copy_of(r), 1, data, touched};
    pages.for_each_used(how.source, template_size(), add_part, &how);
  }

  /// Finds the counters of this thread if no other thread has any. Meanwhile
  /// they do not change, so that a sum is not needed.
  bool find_only_counters(const char *&counters) {
    const region *own = first_region();
    if (!own || own->next || own->bias != __gmon_rt_bias || excluded.data)
      return false;
    data = nullptr;
    add_counters(&shared_region);
    for (size_t i = 0; i != num_part_words(); ++i)
      if (touched[i])
        return false;
    add_counters(own);
    counters = copy_of(own);
    return true;
  }
};

} // namespace

void set_aside_for_totals() {
  // Enough for the counts, arcs and blocks of programs of ordinary size.
  set_aside(4 * template_size() + (size_t(1) << 20));
}

bool totals::reserve() {
  if (!template_size())
    return true;
  sums = static_cast<char *>(map_scratch(size_of_sums() + size_of_touched()));
  touched = reinterpret_cast<uint64_t *>(sums + size_of_sums());
  data = sums;
  return data;
}

bool totals::gather_all() {
  if (!reserve())
    return false;
  gatherer gather{*this, sums, touched};
  if (data && !gather.find_only_counters(data))
    gather.data = sums;
  for_each_region([&](const region *r) { gather.add_region(r); });
  return gather.complete;
}

bool totals::gather(bool stopped) {
  // While profiling is stopped, the excluded counts are the profile with the
  // sign changed.
  bool complete = stopped || is_frozen ? reserve() : gather_all();
  if (template_size() && !data)
    return false;
  const exclusion &other = is_frozen ? frozen : excluded;
  for_each_arc(other.arcs, [&](uint64_t key, uint64_t count) {
    complete &= arcs.add(key, uint64_t(0) - count);
  });
  if (other.data)
    add_words({other.data, ~uint64_t(0), sums, touched});
  return complete;
}

bool totals::gather_profile(bool stopped) {
  if (!gather(stopped))
    return false;
  struct {
    totals &sums;
    bool complete = true;
  } result = {*this};
  auto add = [](const counted_call &call, void *argument) {
    auto &[sums, complete] = *static_cast<decltype(result) *>(argument);
    if (!call.self) {
      if (call.name)
        sums.outgoing.add({call.caller, call.name, call.count});
      return;
    }
    uint64_t caller = module_offset(call.caller);
    complete &=
        sums.arcs.add(caller << 32 | module_offset(call.self), call.count);
    (call.by_block ? sums.calls_by_blocks : sums.calls_by_counters) +=
        call.count;
  };
  result.complete &= for_each_counted_call(counters(), add, &result);
  arcs.sort();
  arcs.merge();
  return result.complete;
}

bool totals::any() const {
  bool found = arcs.begin() != arcs.end();
  auto look_at = [&](const uint64_t *first, uint32_t number) {
    const uint64_t *counters = counters_in(data, first);
    for (uint32_t i = 0; i != number && !found; ++i)
      found = counters[i] != 0;
  };
  for_each_counting_record(counters(), [&](const uint32_t *record) {
    uint32_t number;
    look_at(counters_of_record(record, number), number);
  });
  for_each_source([&](const source_counters &source) {
    look_at(source.first, source.count);
  });
  return found;
}

namespace {

/// A list that was kept for the sidecar file.
template <typename Item> struct kept_list {
  Item *items;
  size_t count, mapped;
  bool is_kept;

  void drop() {
    unmap_scratch(items, mapped);
    items = nullptr;
    is_kept = false;
  }
  void take(scratch_list<Item> &list) {
    drop();
    items = list.begin();
    count = list.count();
    mapped = list.give_up();
    is_kept = true;
  }
};

} // namespace

static kept_list<outgoing_call> kept_outgoing;
static kept_list<arc> kept_called; ///< as in arcs, without callers

static void drop_kept() {
  kept_outgoing.drop();
  kept_called.drop();
}

void keep_outgoing(totals &counts) { kept_outgoing.take(counts.outgoing); }

void list_outgoing(bool stopped, outgoing_visitor *visit, void *argument) {
  if (!kept_outgoing.is_kept) {
    totals counts;
    if (!counts.gather_profile(stopped))
      return;
    keep_outgoing(counts);
  }
  for (size_t i = 0; i != kept_outgoing.count; ++i) {
    const outgoing_call &call = kept_outgoing.items[i];
    visit(call.caller, call.name, call.count, argument);
  }
  kept_outgoing.drop();
}

void keep_called(const arc_list &arcs) {
  arc_list sums;
  kept_called.drop();
  for (const arc &a : arcs)
    if (!sums.add(uint32_t(a.key), a.count))
      return;
  sums.sort();
  sums.merge();
  kept_called.take(sums);
}

void list_called(bool stopped, called_visitor *visit, void *argument) {
  if (!kept_called.is_kept) {
    totals counts;
    if (!counts.gather_profile(stopped))
      return;
    keep_called(counts.arcs);
  }
  for (size_t i = 0; kept_called.is_kept && i != kept_called.count; ++i) {
    const arc &a = kept_called.items[i];
    visit(offset_address(uint32_t(a.key)), a.count, argument);
  }
  kept_called.drop();
}

/// Adds `counts` times `factor`, modulo 2^64; 0 takes the memory alone. Returns
/// false if there is not enough.
static bool change(exclusion &e, const totals &counts, uint64_t factor) {
  bool complete = true;
  drop_kept();
  for (const arc &a : counts.arcs)
    complete &= e.arcs.add(shared_region.memory, a.key, a.count * factor, true);
  if (!e.data && template_size())
    e.data = static_cast<char *>(map_counts(template_size()));
  if (e.data && factor)
    counts.add_counters_to(e.data, factor);
  return complete && (e.data || !template_size());
}

/// Subtracts what is frozen, which needs no memory after freeze().
static void subtract_frozen(exclusion &e) {
  drop_kept();
  for_each_arc(frozen.arcs, [&](uint64_t key, uint64_t count) {
    if (count)
      e.arcs.add(shared_region.memory, key, uint64_t(0) - count, true);
  });
  if (e.data)
    add_words({frozen.data, ~uint64_t(0), e.data, nullptr});
}

void exclude(const totals &counts) { change(excluded, counts, 1); }

void include(const totals &counts) { change(excluded, counts, ~uint64_t(0)); }

void exclude_profile(bool stopped) {
  totals counts;
  if (is_frozen)
    subtract_frozen(excluded);
  else if (counts.gather(stopped))
    exclude(counts);
}

bool freeze(bool stopped) {
  totals counts;
  is_frozen = counts.gather(stopped) && change(frozen, counts, 0) &&
              change(excluded, counts, 0);
  if (is_frozen)
    change(frozen, counts, ~uint64_t(0));
  return is_frozen;
}

void thaw() {
  if (is_frozen)
    subtract_frozen(frozen);
  is_frozen = false;
}

static void forget(exclusion &e) {
  e.arcs.forget();
  unmap(e.data, template_size());
  e.data = nullptr;
}

void forget_excluded() {
  drop_kept();
  forget(excluded);
  forget(frozen);
  is_frozen = false;
}

} // namespace gmon
