//===-- thread_counts.cpp - What each thread did --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts calls by differences, as totals/totals.cpp does: a region's counts
// only increase, and the region stores how many of them belong to no profile.
//
//===----------------------------------------------------------------------===//

#include "sampling/thread_counts.h"
#include "counting/regions.h"
#include "settings/options.h"
#include "totals/counted_calls.h"

namespace gmon {

/// Returns the number of calls counted in a region since its creation.
static uint64_t all_calls(const region *of) {
  uint64_t calls = 0;
  for_each_table(of, [&](const call_table *table) {
    for (uint32_t i = 0; i != table->num_slots(); ++i)
      if (table->slots()[i].from)
        calls += __atomic_load_n(&table->slots()[i].count, __ATOMIC_RELAXED);
  });
  for (const mcount_table *table =
           __atomic_load_n(&of->mcount_tables, __ATOMIC_ACQUIRE);
       table; table = table->next)
    for (uint64_t i = 0; i != table->num_slots(); ++i)
      if (table->slots()[i].self)
        calls += __atomic_load_n(&table->slots()[i].count, __ATOMIC_RELAXED);
  for_each_arc(of->arcs, [&](uint64_t, uint64_t count) { calls += count; });
  for_each_arc(of->far_arcs, [&](uint64_t, uint64_t count) { calls += count; });
  for_each_counted_call(
      {copy_of(of), nullptr},
      [](const counted_call &call, void *to) {
        *static_cast<uint64_t *>(to) += call.self ? call.count : 0;
      },
      &calls);
  return calls;
}

/// While profiling is stopped, `hidden_calls` is the count of the profile with
/// the sign changed.
void stop_thread_counts(bool stopped) {
  if (!options().threads)
    return;
  for_each_region([&](region *each) {
    each->hidden_calls +=
        stopped ? uint64_t(0) - all_calls(each) : all_calls(each);
  });
}

void clear_thread_counts(bool stopped) {
  if (!options().threads)
    return;
  for_each_region([&](region *each) {
    each->hidden_calls = stopped ? 0 : all_calls(each);
  });
}

void for_each_calls(calls_visitor *visit, void *to) {
  bool stopped = process().stopped;
  if (options().threads)
    for_each_region([&](region *each) {
      uint64_t calls = (stopped ? 0 : all_calls(each)) - each->hidden_calls;
      if (calls)
        visit(uint32_t(__atomic_load_n(&each->owner, __ATOMIC_RELAXED)),
              each->name, calls, to);
    });
}

} // namespace gmon
