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

static void write_header(record_writer &writer,
                         const profile_snapshot &snapshot) {
  static constexpr char unknown[GMON_BUILD_ID_MARK_SIZE] = {};
  writer.header(snapshot.is_library     ? GMON_LIBRARY_ID_MARK
                : snapshot.has_build_id ? GMON_BUILD_ID_MARK
                                        : unknown,
                snapshot.build_id);
}

/// Writes the cell that begins with bin `first`. Earlier records of the cell
/// contain `written` samples of each bin.
static void write_cell(record_writer &writer, const profile_snapshot &snapshot,
                       size_t first, uint32_t written) {
  uintptr_t low = snapshot.text_low + first * snapshot.bin_bytes;
  writer.begin_histogram(low, low + GMON_CELL_BINS * snapshot.bin_bytes,
                         GMON_CELL_BINS, snapshot.kind);
  for (size_t i = first; i != first + GMON_CELL_BINS; ++i)
    writer.bin(i < snapshot.bins.num_bins ? snapshot.bins.counts[i] : 0,
               written);
}

/// Writes each cell with samples, in as many records as its greatest count
/// needs.
static void write_samples(record_writer &writer,
                          const profile_snapshot &snapshot) {
  const sample_bins &bins = snapshot.bins;
  size_t hit = bins.next(0);
  // Readers take the scale and the unit from the first record.
  if (hit >= bins.num_bins)
    write_cell(writer, snapshot, 0, 0);
  while (hit < bins.num_bins) {
    size_t first = hit - hit % GMON_CELL_BINS;
    size_t end = first + GMON_CELL_BINS;
    uint32_t greatest = 0;
    for (; hit < end && hit < bins.num_bins; hit = bins.next(hit + 1))
      if (bins.counts[hit] > greatest)
        greatest = bins.counts[hit];
    for (uint64_t written = 0; written < greatest; written += GMON_BIN_MAX)
      write_cell(writer, snapshot, first, uint32_t(written));
  }
}

static void write_arcs(record_writer &writer,
                       const profile_snapshot &snapshot) {
  // GNU gprof takes a file with notes for one with arcs.
  if (!snapshot.arcs.count() && !snapshot.blocks.count() &&
      !snapshot.counters.count() && !snapshot.other_samples &&
      !snapshot.unsampled_threads)
    return;
  writer.arc(GMON_NOTE_RUNS, UINTPTR_MAX, 1);
  if (snapshot.call_cost) {
    writer.arc(GMON_NOTE_HOOK_COST, UINTPTR_MAX, snapshot.call_cost);
    writer.arc(GMON_NOTE_MEASURED_RUNS, UINTPTR_MAX, 1);
  }
  if (snapshot.late_samples)
    writer.arc(GMON_NOTE_LATE_SAMPLES, UINTPTR_MAX, snapshot.late_samples);
  if (snapshot.other_samples)
    writer.arc(GMON_NOTE_OTHER_SAMPLES, UINTPTR_MAX, snapshot.other_samples);
  if (snapshot.unsampled_threads)
    writer.arc(GMON_NOTE_UNSAMPLED_THREADS, UINTPTR_MAX,
               snapshot.unsampled_threads);
  for (const arc &a : snapshot.arcs)
    writer.calls(snapshot.offset_base + uint32_t(a.key >> 32),
                 snapshot.offset_base + uint32_t(a.key), a.count);
}

static void write_blocks(record_writer &writer,
                         const profile_snapshot &snapshot) {
  size_t count = snapshot.blocks.count() + snapshot.counters.count();
  if (!count)
    return;
  writer.begin_blocks(uint32_t(count));
  for (const arc &a : snapshot.blocks)
    writer.block(snapshot.offset_base + uint32_t(a.key), a.count);
  for (const arc &a : snapshot.counters)
    writer.block(a.key, a.count);
}

int write_snapshot(output &file, const profile_snapshot &snapshot) {
  record_writer writer(file);
  write_header(writer, snapshot);
  if (file.has_checksum)
    writer.arc(GMON_NOTE_CHECKSUM, UINTPTR_MAX, 0);
  else if (file.replaced_runs)
    writer.arc(GMON_NOTE_REPLACED_RUNS, UINTPTR_MAX, file.replaced_runs);
  write_samples(writer, snapshot);
  write_arcs(writer, snapshot);
  write_blocks(writer, snapshot);
  return writer.finish();
}

} // namespace gmon
