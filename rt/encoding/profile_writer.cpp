//===-- profile_writer.cpp - The profile as a gmon.out --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Serializes a snapshot. The order is fixed, so equal counts make equal files:
// histograms, arcs, blocks, each sorted by address.
//
//===----------------------------------------------------------------------===//

#include "encoding/profile_writer.h"
#include "encoding/record_writer.h"
#include "gmon/format.h"

namespace gmon {

static void write_header(record_writer &to, const profile_snapshot &from) {
  static constexpr char unknown[GMON_BUILD_ID_MARK_SIZE] = {};
  to.header(from.is_library     ? GMON_LIBRARY_ID_MARK
            : from.has_build_id ? GMON_BUILD_ID_MARK
                                : unknown,
            from.build_id);
}

/// Writes the cell that begins with bin `first`. Earlier records of the cell
/// contain `written` samples of each bin.
static void write_cell(record_writer &to, const profile_snapshot &from,
                       size_t first, uint32_t written) {
  uintptr_t low = from.text_low + first * from.bin_bytes;
  to.begin_histogram(low, low + GMON_CELL_BINS * from.bin_bytes, GMON_CELL_BINS,
                     from.kind);
  for (size_t i = first; i != first + GMON_CELL_BINS; ++i)
    to.bin(i < from.bins.num_bins ? from.bins.counts[i] : 0, written);
}

/// Writes each cell with samples, in as many records as its greatest count
/// needs.
static void write_samples(record_writer &to, const profile_snapshot &from) {
  const sample_bins &bins = from.bins;
  size_t hit = bins.next(0);
  // Readers take the scale and the unit from the first record.
  if (hit >= bins.num_bins)
    write_cell(to, from, 0, 0);
  while (hit < bins.num_bins) {
    size_t first = hit - hit % GMON_CELL_BINS;
    size_t end = first + GMON_CELL_BINS;
    uint32_t greatest = 0;
    for (; hit < end && hit < bins.num_bins; hit = bins.next(hit + 1))
      if (bins.counts[hit] > greatest)
        greatest = bins.counts[hit];
    for (uint64_t written = 0; written < greatest; written += GMON_BIN_MAX)
      write_cell(to, from, first, uint32_t(written));
  }
}

static void write_arcs(record_writer &to, const profile_snapshot &from) {
  // GNU gprof takes a file with notes for one with arcs.
  if (!from.arcs.count() && !from.blocks.count() && !from.counters.count() &&
      !from.other_samples && !from.unsampled_threads)
    return;
  to.arc(GMON_NOTE_RUNS, UINTPTR_MAX, 1);
  if (from.call_cost) {
    to.arc(GMON_NOTE_HOOK_COST, UINTPTR_MAX, from.call_cost);
    to.arc(GMON_NOTE_MEASURED_RUNS, UINTPTR_MAX, 1);
  }
  if (from.late_samples)
    to.arc(GMON_NOTE_LATE_SAMPLES, UINTPTR_MAX, from.late_samples);
  if (from.other_samples)
    to.arc(GMON_NOTE_OTHER_SAMPLES, UINTPTR_MAX, from.other_samples);
  if (from.unsampled_threads)
    to.arc(GMON_NOTE_UNSAMPLED_THREADS, UINTPTR_MAX, from.unsampled_threads);
  for (const arc &each : from.arcs)
    to.calls(from.offset_base + uint32_t(each.key >> 32),
             from.offset_base + uint32_t(each.key), each.count);
}

static void write_blocks(record_writer &to, const profile_snapshot &from) {
  size_t count = from.blocks.count() + from.counters.count();
  if (!count)
    return;
  to.begin_blocks(uint32_t(count));
  for (const arc &each : from.blocks)
    to.block(from.offset_base + uint32_t(each.key), each.count);
  for (const arc &each : from.counters)
    to.block(each.key, each.count);
}

int write_snapshot(output &to, const profile_snapshot &from) {
  record_writer writer(to);
  write_header(writer, from);
  if (to.has_checksum)
    writer.arc(GMON_NOTE_CHECKSUM, UINTPTR_MAX, 0);
  else if (to.replaced_runs)
    writer.arc(GMON_NOTE_REPLACED_RUNS, UINTPTR_MAX, to.replaced_runs);
  write_samples(writer, from);
  write_arcs(writer, from);
  write_blocks(writer, from);
  return writer.finish();
}

} // namespace gmon
