//===-- writer.cpp - The profile as a gmon.out ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Serializes. The order is fixed, so that equal counts make equal files:
// histograms, arcs, blocks, each by address.
//
//===----------------------------------------------------------------------===//

#include "output/writer.h"
#include "totals/blocks.h"
#include "output/cost.h"
#include "process/module.h"
#include "sampling/samples.h"
#include "totals/sources.h"
#include "sampling/rate.h"
#include "totals/totals.h"

#include <errno.h>

namespace gmon {

namespace {

/// Collects fields and passes them on in larger pieces. After an error nothing
/// more is written.
class field_writer {
public:
  explicit field_writer(output &to) : to(to) {}

  void bytes(const void *from, size_t count) {
    for (size_t i = 0; i != count; ++i)
      integer(static_cast<const char *>(from)[i]);
  }

  template <typename Integer> void integer(Integer value) {
    if (sizeof(buffer) - used < sizeof(value))
      flush();
    __builtin_memcpy(buffer + used, &value, sizeof(value));
    used += sizeof(value);
  }

  void address(uintptr_t value) { integer(value); }

  int finish() {
    flush();
    return error;
  }

private:
  void flush() {
    if (!error && used)
      error = to.write(to, buffer, used);
    used = 0;
  }

  output &to;
  int error = 0;
  size_t used = 0;
  char buffer[1024]; // the program may end on a small stack
};

} // namespace

/// As the symbol table has it.
static uintptr_t link_address(uint64_t offset) {
  return offset_address(uint32_t(offset)) - module().slide;
}

static void write_header(field_writer &to) {
  to.bytes(GMON_COOKIE, GMON_COOKIE_SIZE);
  to.integer(uint32_t(GMON_VERSION));
  static constexpr char unknown[GMON_BUILD_ID_MARK_SIZE] = {};
  to.bytes(module().is_library     ? GMON_LIBRARY_ID_MARK
           : module().has_build_id ? GMON_BUILD_ID_MARK
                                   : unknown,
           GMON_BUILD_ID_MARK_SIZE);
  to.bytes(module().build_id, GMON_BUILD_ID_SIZE);
}

/// Writes the cell that begins with bin `first`, of whose counts `written` each
/// are in earlier records of it.
static void write_cell(field_writer &to, const sample_bins &from, size_t first,
                       uint32_t written) {
  static constexpr char dimension[GMON_DIMENSION_SIZE] = "seconds";
  uintptr_t low = module().text_low - module().slide + first * bin_bytes();
  to.integer(uint8_t(GMON_TAG_HISTOGRAM));
  to.address(low);
  to.address(low + GMON_CELL_BINS * bin_bytes());
  to.integer(uint32_t(GMON_CELL_BINS));
  to.integer(samples_per_second());
  to.bytes(dimension, sizeof(dimension));
  to.integer('s');
  for (size_t i = first; i != first + GMON_CELL_BINS; ++i) {
    uint32_t count = i < from.num_bins ? from.counts[i] : 0;
    uint32_t left = count > written ? count - written : 0;
    to.integer(uint16_t(left < GMON_BIN_MAX ? left : GMON_BIN_MAX));
  }
}

/// Writes the cells that were hit, each as often as its greatest count takes.
static void write_samples(field_writer &to) {
  sample_bins from = samples();
  size_t hit = from.next(0);
  // Readers take the scale and the unit from the first record.
  if (hit >= from.num_bins)
    write_cell(to, from, 0, 0);
  while (hit < from.num_bins) {
    size_t first = hit - hit % GMON_CELL_BINS;
    size_t end = first + GMON_CELL_BINS;
    uint32_t greatest = 0;
    for (; hit < end && hit < from.num_bins; hit = from.next(hit + 1))
      if (from.counts[hit] > greatest)
        greatest = from.counts[hit];
    for (uint64_t written = 0; written < greatest; written += GMON_BIN_MAX)
      write_cell(to, from, first, uint32_t(written));
  }
}

static void write_arc(field_writer &to, uintptr_t from, uintptr_t self,
                      uint32_t count) {
  to.integer(uint8_t(GMON_TAG_ARC));
  to.address(from);
  to.address(self);
  to.integer(count);
}

/// What counting a call takes on an average, in picoseconds.
static uint32_t mean_cost(const totals &counts) {
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

static void write_arcs(field_writer &to, const totals &counts) {
  const arc_list &arcs = counts.arcs;
  if (arcs.begin() == arcs.end())
    return;
  write_arc(to, GMON_NOTE_RUNS, UINTPTR_MAX, 1);
  write_arc(to, GMON_NOTE_HOOK_COST, UINTPTR_MAX, mean_cost(counts));
  if (uint32_t late = late_samples())
    write_arc(to, GMON_NOTE_LATE_SAMPLES, UINTPTR_MAX, late);
  for (const arc &each : arcs)
    for (uint64_t left = each.count; left;) {
      auto part =
          uint32_t(left < GMON_ARC_COUNT_MAX ? left : GMON_ARC_COUNT_MAX);
      write_arc(to, link_address(each.key >> 32), link_address(each.key), part);
      left -= part;
    }
}

/// Calls `visit` with the address in the file and the count of each source
/// counter that is not 0.
template <typename Function>
static void for_each_source_count(const totals &counts, Function visit) {
  for_each_source([&](const source_counters &each) {
    const uint64_t *counters = counts.counters_at(each.first);
    for (uint32_t i = 0; i != each.count; ++i)
      if (counters[i])
        visit(each.key + i, counters[i]);
  });
}

static void write_blocks(field_writer &to, const totals &counts,
                         const arc_list &blocks) {
  size_t count = size_t(blocks.end() - blocks.begin());
  for_each_source_count(counts, [&](uint64_t, uint64_t) { ++count; });
  if (!count)
    return;
  to.integer(uint8_t(GMON_TAG_BLOCKS));
  to.integer(uint32_t(count));
  for (const arc &each : blocks) {
    to.address(link_address(each.key));
    to.address(each.count);
  }
  for_each_source_count(counts, [&](uint64_t key, uint64_t value) {
    to.address(key);
    to.address(value);
  });
}

int write_profile(output &to, bool stopped) {
  totals counts;
  arc_list blocks;
  if (!counts.gather_profile(stopped) || !list_blocks(counts, blocks))
    return ENOMEM;
  field_writer writer(to);
  write_header(writer);
  if (to.has_checksum)
    write_arc(writer, GMON_NOTE_CHECKSUM, UINTPTR_MAX, 0);
  write_samples(writer);
  write_arcs(writer, counts);
  write_blocks(writer, counts, blocks);
  return writer.finish();
}

} // namespace gmon
