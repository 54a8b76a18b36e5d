//===-- outside_calls.cpp - Calls from other modules ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the calls of all tables, then sorts and merges the list.
//
//===----------------------------------------------------------------------===//

#include "totals/outside_calls.h"
#include "base/heap_sort.h"
#include "base/scratch_list.h"
#include "counting/callers.h"
#include "counting/regions.h"

namespace gmon {

/// The counts that are not part of the profile. The upper half of a key is the
/// caller's number, the lower half the callee's offset.
static constinit arc_table excluded = {};

/// Whether a count is missing in `excluded`, because there was no memory.
static bool is_incomplete;

namespace {

struct outside_call {
  uintptr_t caller; ///< return address
  uintptr_t self;   ///< an address in the called function
  uint64_t count;   ///< modulo 2^64
};

class outside_list : public scratch_list<outside_call> {
public:
  /// Adds the calls that hooks counted, including those that are not part of
  /// the profile.
  void gather_all();

  /// Subtracts the calls that are not part of the profile.
  void subtract_excluded();

  /// Makes calls with the same addresses one, and drops those without a count.
  void merge();

private:
  void add_call(uintptr_t caller, uintptr_t self, uint64_t count) {
    if (count && !own_text.holds(caller - 1))
      add({caller, self, count});
  }
  void add_numbered(uint64_t key, uint64_t count);
  void add_region(const region *r);
  bool list_callers();
  uintptr_t caller(size_t number) const;

  text_search own_text;
  /// The return addresses whose numbers are not those of slots, by number.
  scratch_list<uintptr_t> callers;
};

} // namespace

/// Lists the callers that have a number but no slot.
bool outside_list::list_callers() {
  if (callers.count())
    return true;
  if (!callers.fill(last_caller() - num_caller_slots))
    return false;
  for_each_arc(numbered_callers(), [&](uint64_t caller, uint64_t number) {
    const size_t index = number - num_caller_slots - 1;
    if (index < callers.count())
      callers[index] = uintptr_t(caller);
  });
  return true;
}

/// Returns the return address with a number, or 0: other threads may be adding
/// callers meanwhile.
uintptr_t outside_list::caller(size_t number) const {
  const size_t index = number - 1;
  if (index < num_caller_slots)
    return __atomic_load_n(&caller_slots()[index], __ATOMIC_RELAXED);
  return index - num_caller_slots < callers.count()
             ? callers[index - num_caller_slots]
             : 0;
}

void outside_list::add_numbered(uint64_t key, uint64_t count) {
  if (uintptr_t address = caller(key >> 32))
    add_call(address, offset_address(uint32_t(key)), count);
}

void outside_list::add_region(const region *r) {
  for_each_table(r, [&](const call_table *table) {
    uintptr_t self = offset_target(function_of(table)->function);
    for (uint32_t i = 0; i != table->num_slots(); ++i)
      if (const gmon_slot &slot = table->slots()[i]; slot.from)
        add_call(slot.from, self,
                 __atomic_load_n(&slot.count, __ATOMIC_RELAXED));
  });
  for (const mcount_table *table =
           __atomic_load_n(&r->mcount_tables, __ATOMIC_ACQUIRE);
       table; table = table->next)
    for (uint64_t i = 0; i != table->num_slots(); ++i)
      if (const mcount_slot &slot = table->slots()[i]; slot.self)
        add_call(slot.caller, slot.self,
                 __atomic_load_n(&slot.count, __ATOMIC_RELAXED));
  for_each_arc(r->arcs, [&](uint64_t key, uint64_t count) {
    auto caller = uint32_t(key >> 32);
    if (caller != outside_offset)
      add_call(offset_address(caller), offset_address(uint32_t(key)), count);
  });
  if (r->far_arcs.newest() && list_callers())
    for_each_arc(r->far_arcs, [&](uint64_t key, uint64_t count) {
      add_numbered(key, count);
    });
}

void outside_list::gather_all() {
  for_each_region([&](const region *r) { add_region(r); });
}

void outside_list::subtract_excluded() {
  if (!excluded.newest())
    return;
  if (!list_callers())
    is_incomplete = true;
  for_each_arc(excluded, [&](uint64_t key, uint64_t count) {
    add_numbered(key, uint64_t(0) - count);
  });
}

void outside_list::merge() {
  keep_first(sort_and_sum(begin(), size, [](const outside_call &call) {
    return static_cast<unsigned __int128>(call.caller) << 64 | call.self;
  }));
}

/// Lists the calls that are part of the profile. While profiling is stopped,
/// the excluded counts are the profile with the sign changed.
static void gather(outside_list &list, bool stopped) {
  if (!stopped)
    list.gather_all();
  list.subtract_excluded();
  list.merge();
}

/// Adds `counts` times `factor`, modulo 2^64, to the excluded counts.
static void change_excluded(const outside_list &counts, uint64_t factor,
                            bool (*holds)(uintptr_t address)) {
  for (const outside_call &call : counts) {
    if (holds && !holds(call.caller - 1))
      continue;
    uint32_t number = number_of_caller(call.caller);
    uint64_t key = uint64_t(number) << 32 | module_offset(call.self);
    if (!number ||
        !excluded.add(shared_region.memory, key, call.count * factor, true))
      is_incomplete = true;
  }
}

void for_each_outside_call(bool stopped, outside_visitor *visit,
                           void *argument) {
  outside_list counts;
  gather(counts, stopped);
  if (is_incomplete)
    return;
  // Other threads count meanwhile, so a count may be negative.
  for (const outside_call &call : counts)
    if (int64_t(call.count) > 0)
      visit(call.caller - 1, call.self, call.count, argument);
}

void stop_outside_calls(bool stopped) {
  outside_list counts;
  counts.gather_all();
  counts.merge();
  change_excluded(counts, stopped ? ~uint64_t(0) : 1, nullptr);
}

void clear_outside_calls(bool stopped, bool (*holds)(uintptr_t address)) {
  outside_list counts;
  gather(counts, stopped);
  change_excluded(counts, 1, holds);
}

void forget_outside_calls() {
  excluded.forget();
  is_incomplete = false;
}

} // namespace gmon
