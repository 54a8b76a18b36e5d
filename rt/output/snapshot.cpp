//===-- snapshot.cpp - What a profile says --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers the counts and samples of this module for its profile.
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
  for (const arc &a : counts.arcs)
    calls += a.count;
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
static bool list_sources(const totals &counts, arc_list &list) {
  bool complete = true;
  for_each_source([&](const source_counters &source) {
    const uint64_t *counters = counts.counters_at(source.first);
    for (uint32_t i = 0; i != source.count; ++i)
      if (counters[i])
        complete &= list.add(source.key + i, counters[i]);
  });
  return complete;
}

/// Lists the counters of pieces of code whose count is not 0.
static bool list_pieces(const totals &counts, arc_list &list) {
  bool complete = true;
  for_each_counting_record(counts.counters(), [&](const uint32_t *record) {
    if (GMON_RECORD_KIND(*record) != GMON_PIECES)
      return;
    auto *group = reinterpret_cast<const gmon_group *>(record);
    auto *pieces = reinterpret_cast<const gmon_piece *>(group + 1);
    const uint64_t *counters = counts.counters_at(first_counter(group));
    for (uint32_t i = 0; i != size_of(group); ++i)
      if (counters[i])
        complete &=
            list.add(GMON_PIECE_KEY_MIN + offset_target(pieces[i].address) -
                         module().slide,
                     counters[i]);
  });
  return complete;
}

bool take_snapshot(profile_snapshot &snapshot, bool stopped, unsigned series) {
  totals counts;
  if (!counts.gather_profile(stopped) ||
      !list_blocks(counts, snapshot.blocks) ||
      !list_sources(counts, snapshot.counters) ||
      !list_pieces(counts, snapshot.counters))
    return false;
  const module_facts &facts = module();
  snapshot.is_library = facts.is_library;
  snapshot.has_build_id = facts.has_build_id;
  __builtin_memcpy(snapshot.build_id, facts.build_id,
                   sizeof(snapshot.build_id));
  snapshot.kind.samples_per_unit = samples_per_second();
  if (const sample_unit &unit = series_at(series).event.unit; unit.rate) {
    __builtin_memcpy(snapshot.kind.dimension, unit.dimension,
                     sizeof(unit.dimension));
    snapshot.kind.letter = unit.letter;
    snapshot.kind.samples_per_unit = unit.rate;
  }
  snapshot.late_samples = late_samples(series);
  snapshot.other_samples = other_samples(series);
  snapshot.unsampled_threads = unsampled_threads(series);
  snapshot.bin_bytes = bin_bytes();
  snapshot.text_low = facts.text_low - facts.slide;
  snapshot.bins = samples(series);
  if (counts.arcs.count())
    snapshot.call_cost = mean_cost(counts);
  snapshot.offset_base = offset_base() - facts.slide;
  snapshot.arcs.swap(counts.arcs);
  if (options().stacks) {
    keep_outgoing(counts);
    if (uint32_t rank; find_rank(rank))
      keep_called(snapshot.arcs);
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
