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
#include "encoding/field_writer.h"
#include "gmon/format.h"

namespace gmon {

static void write_header(field_writer &to, const profile_snapshot &from) {
  to.bytes(GMON_COOKIE, GMON_COOKIE_SIZE);
  to.integer(uint32_t(GMON_VERSION));
  static constexpr char unknown[GMON_BUILD_ID_MARK_SIZE] = {};
  to.bytes(from.is_library     ? GMON_LIBRARY_ID_MARK
           : from.has_build_id ? GMON_BUILD_ID_MARK
                               : unknown,
           GMON_BUILD_ID_MARK_SIZE);
  to.bytes(from.build_id, GMON_BUILD_ID_SIZE);
}

/// Writes the cell that begins with bin `first`. Earlier records of the cell
/// contain `written` samples of each bin.
static void write_cell(field_writer &to, const profile_snapshot &from,
                       size_t first, uint32_t written) {
  uintptr_t low = from.text_low + first * from.bin_bytes;
  to.integer(uint8_t(GMON_TAG_HISTOGRAM));
  to.address(low);
  to.address(low + GMON_CELL_BINS * from.bin_bytes);
  to.integer(uint32_t(GMON_CELL_BINS));
  to.integer(from.samples_per_unit);
  to.bytes(from.dimension, GMON_DIMENSION_SIZE);
  to.integer(from.dimension_letter);
  for (size_t i = first; i != first + GMON_CELL_BINS; ++i) {
    uint32_t count = i < from.bins.num_bins ? from.bins.counts[i] : 0;
    uint32_t left = count > written ? count - written : 0;
    to.integer(uint16_t(left < GMON_BIN_MAX ? left : GMON_BIN_MAX));
  }
}

/// Writes each cell with samples, in as many records as its greatest count
/// needs.
static void write_samples(field_writer &to, const profile_snapshot &from) {
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

static void write_arc(field_writer &to, uintptr_t from, uintptr_t self,
                      uint32_t count) {
  to.integer(uint8_t(GMON_TAG_ARC));
  to.address(from);
  to.address(self);
  to.integer(count);
}

static void write_arcs(field_writer &to, const profile_snapshot &from) {
  if (!from.arcs.count())
    return;
  write_arc(to, GMON_NOTE_RUNS, UINTPTR_MAX, 1);
  write_arc(to, GMON_NOTE_HOOK_COST, UINTPTR_MAX, from.call_cost);
  if (from.late_samples)
    write_arc(to, GMON_NOTE_LATE_SAMPLES, UINTPTR_MAX, from.late_samples);
  if (from.other_samples)
    write_arc(to, GMON_NOTE_OTHER_SAMPLES, UINTPTR_MAX, from.other_samples);
  for (const arc &each : from.arcs)
    for (uint64_t left = each.count; left;) {
      auto part =
          uint32_t(left < GMON_ARC_COUNT_MAX ? left : GMON_ARC_COUNT_MAX);
      write_arc(to, from.offset_base + uint32_t(each.key >> 32),
                from.offset_base + uint32_t(each.key), part);
      left -= part;
    }
}

static void write_blocks(field_writer &to, const profile_snapshot &from) {
  size_t count = from.blocks.count() + from.counters.count();
  if (!count)
    return;
  to.integer(uint8_t(GMON_TAG_BLOCKS));
  to.integer(uint32_t(count));
  for (const arc &each : from.blocks) {
    to.address(from.offset_base + uint32_t(each.key));
    to.address(each.count);
  }
  for (const arc &each : from.counters) {
    to.address(each.key);
    to.address(each.count);
  }
}

int write_snapshot(output &to, const profile_snapshot &from) {
  field_writer writer(to);
  write_header(writer, from);
  if (to.has_checksum)
    write_arc(writer, GMON_NOTE_CHECKSUM, UINTPTR_MAX, 0);
  write_samples(writer, from);
  write_arcs(writer, from);
  write_blocks(writer, from);
  return writer.finish();
}

} // namespace gmon
