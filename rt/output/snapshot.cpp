//===-- snapshot.cpp - What a profile says --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "output/snapshot.h"
#include "base/time.h"
#include "counting/functions.h"
#include "encoding/profile_writer.h"
#include "output/cost.h"
#include "process/module.h"
#include "process/times.h"
#include "sampling/rate.h"
#include "sampling/samples.h"
#include "settings/options.h"
#include "settings/profile_name.h"
#include "settings/series.h"
#include "totals/blocks.h"
#include "totals/sources.h"
#include "totals/totals.h"

#include <errno.h>

namespace gmon {

/// Returns the mean cost of counting a call, in picoseconds, or 0. Measuring it
/// takes long for a short program, whose times have larger errors.
static uint32_t mean_cost(const totals &counts) {
  if (cpu_time_of_process() < nanoseconds_per_second)
    return 0;
  uint64_t calls = 0;
  for (const arc &each : counts.arcs)
    calls += each.count;
  uint64_t by_counters = counts.calls_by_counters;
  uint64_t without = by_counters + counts.calls_by_blocks;
  uint64_t hooks = without < calls ? calls - without : 0;
  for (; calls > UINT32_MAX; calls /= 2) {
    hooks /= 2;
    by_counters /= 2;
  }
  if (!calls)
    return hook_cost();
  uint64_t cost = (hooks ? hook_cost() * hooks : 0) +
                  (by_counters ? counter_cost() * by_counters : 0);
  return uint32_t(cost / calls);
}

/// Lists the source counters whose count is not 0.
static bool list_sources(const totals &counts, arc_list &to) {
  bool complete = true;
  for_each_source([&](const source_counters &each) {
    const uint64_t *counters = counts.counters_at(each.first);
    for (uint32_t i = 0; i != each.count; ++i)
      if (counters[i])
        complete &= to.add(each.key + i, counters[i]);
  });
  return complete;
}

/// Lists the counters of pieces of code whose count is not 0.
static bool list_pieces(const totals &counts, arc_list &to) {
  bool complete = true;
  for_each_counting_record(counts.counters(), [&](const uint32_t *at) {
    if (GMON_RECORD_KIND(*at) != GMON_PIECES)
      return;
    auto *group = reinterpret_cast<const gmon_group *>(at);
    auto *pieces = reinterpret_cast<const gmon_piece *>(group + 1);
    const uint64_t *counters = counts.counters_at(first_counter(group));
    for (uint32_t i = 0; i != size_of(group); ++i)
      if (counters[i])
        complete &=
            to.add(GMON_PIECE_KEY_MIN + offset_target(pieces[i].address) -
                       module().slide,
                   counters[i]);
  });
  return complete;
}

bool take_snapshot(profile_snapshot &to, bool stopped, unsigned series) {
  totals counts;
  if (!counts.gather_profile(stopped) || !list_blocks(counts, to.blocks) ||
      !list_sources(counts, to.counters) || !list_pieces(counts, to.counters))
    return false;
  const module_facts &facts = module();
  to.is_library = facts.is_library;
  to.has_build_id = facts.has_build_id;
  __builtin_memcpy(to.build_id, facts.build_id, sizeof(to.build_id));
  to.kind.samples_per_unit = samples_per_second();
  if (const sample_unit &unit = series_at(series).event.unit; unit.rate) {
    __builtin_memcpy(to.kind.dimension, unit.dimension, sizeof(unit.dimension));
    to.kind.letter = unit.letter;
    to.kind.samples_per_unit = unit.rate;
  }
  to.late_samples = late_samples(series);
  to.other_samples = other_samples(series);
  to.unsampled_threads = unsampled_threads(series);
  to.bin_bytes = bin_bytes();
  to.text_low = facts.text_low - facts.slide;
  to.bins = samples(series);
  if (counts.arcs.count())
    to.call_cost = mean_cost(counts);
  to.offset_base = offset_base() - facts.slide;
  to.arcs.swap(counts.arcs);
  if (options().stacks) {
    keep_outgoing(counts);
    if (uint32_t rank; find_rank(rank))
      keep_called(to.arcs);
  }
  return true;
}

int write_profile(output &file, bool stopped, unsigned series) {
  profile_snapshot snapshot;
  return take_snapshot(snapshot, stopped, series)
             ? write_snapshot(file, snapshot)
             : ENOMEM;
}

} // namespace gmon
