//===-- profile_sum.cpp - Adds profiles up --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the records in lists, which add equal ones up. Counts are modulo 2^64,
// so a file can be removed again.
//
//===----------------------------------------------------------------------===//

#include "sums/profile_sum.h"

#include <errno.h>
#include <string.h>

namespace gmon {

/// Whether a file was removed whose counts were not part of the sum. Files
/// contain at most 2^32 of one record, so no true sum gets that large.
static bool is_negative(uint64_t count) { return count >> 63; }

int profile_sum::add_header(field_reader &from) {
  const char *bytes = from.bytes(GMON_HEADER_SIZE);
  if (!bytes)
    return EINVAL;
  field_reader header({bytes, GMON_HEADER_SIZE});
  const char *cookie = header.bytes(GMON_COOKIE_SIZE);
  uint32_t version = header.integer<uint32_t>();
  const char *own_mark = header.bytes(sizeof(mark));
  const char *own_id = header.bytes(sizeof(build_id));
  if (memcmp(cookie, GMON_COOKIE, GMON_COOKIE_SIZE) != 0 ||
      version != GMON_VERSION)
    return EINVAL;
  if (has_header)
    return memcmp(mark, own_mark, sizeof(mark)) == 0 &&
                   memcmp(build_id, own_id, sizeof(build_id)) == 0
               ? 0
               : ENOEXEC;
  has_header = true;
  memcpy(mark, own_mark, sizeof(mark));
  memcpy(build_id, own_id, sizeof(build_id));
  return 0;
}

int profile_sum::add_histogram(field_reader &from, int times) {
  cell read;
  read.count = 1;
  read.low = from.address();
  read.high = from.address();
  read.num_bins = from.integer<uint32_t>();
  histogram_kind own_kind;
  own_kind.samples_per_unit = from.integer<uint32_t>();
  if (const char *dimension = from.bytes(GMON_DIMENSION_SIZE))
    memcpy(own_kind.dimension, dimension, GMON_DIMENSION_SIZE);
  own_kind.letter = from.integer<char>();
  const char *counts = from.bytes(2 * uint64_t(read.num_bins));
  if (!from.is_good() || !read.num_bins || read.high <= read.low ||
      (read.high - read.low) % read.num_bins != 0)
    return EINVAL;
  uintptr_t width = (read.high - read.low) / read.num_bins;
  if (!bin_width) {
    bin_width = width;
    kind = own_kind;
  }
  if (width != bin_width || own_kind.letter != kind.letter ||
      own_kind.samples_per_unit != kind.samples_per_unit ||
      memcmp(own_kind.dimension, kind.dimension, GMON_DIMENSION_SIZE) != 0)
    return EDOM;
  if (!cells.add(read))
    return ENOMEM;
  for (uint32_t i = 0; i != read.num_bins; ++i) {
    uint16_t count;
    memcpy(&count, counts + 2 * size_t(i), sizeof(count));
    if (count &&
        !bins.add({read.low + i * width, uint64_t(int64_t(count) * times)}))
      return ENOMEM;
  }
  return 0;
}

int profile_sum::add_arc(field_reader &from, int times) {
  counted_arc read;
  read.from = from.address();
  read.self = from.address();
  read.count = uint64_t(int64_t(from.integer<uint32_t>()) * times);
  if (!from.is_good())
    return EINVAL;
  // The checksum is the file's.
  if (read.self == UINTPTR_MAX && read.from == GMON_NOTE_CHECKSUM)
    return 0;
  knows_runs |= read.self == UINTPTR_MAX && read.from == GMON_NOTE_RUNS;
  return arcs.add(read) ? 0 : ENOMEM;
}

int profile_sum::add_blocks(field_reader &from, int times) {
  has_blocks = true;
  uint32_t num_pairs = from.integer<uint32_t>();
  for (uint32_t i = 0; i != num_pairs; ++i) {
    counted read;
    read.address = from.address();
    read.count = uint64_t(from.address()) * uint64_t(int64_t(times));
    if (!from.is_good())
      return EINVAL;
    if (!blocks.add(read))
      return ENOMEM;
  }
  return 0;
}

int profile_sum::add(field_reader &from, int times) {
  if (int error = add_header(from))
    return error;
  while (!from.is_at_end()) {
    int error = EINVAL;
    switch (from.integer<uint8_t>()) {
    case GMON_TAG_HISTOGRAM:
      error = add_histogram(from, times);
      break;
    case GMON_TAG_ARC:
      error = add_arc(from, times);
      break;
    case GMON_TAG_BLOCKS:
      error = add_blocks(from, times);
      break;
    }
    if (error || !from.is_good())
      return error ? error : EINVAL;
  }
  return 0;
}

/// Adds equal records up. Returns 0, ENOMEM, EINVAL if cells overlap, or ERANGE
/// if a count is negative.
int profile_sum::sum_up() {
  if (!cells.sum_up() || !bins.sum_up() || !arcs.sum_up() || !blocks.sum_up())
    return ENOMEM;
  for (size_t i = 1; i < cells.items().count(); ++i)
    if (cells.items()[i].low < cells.items()[i - 1].high)
      return EINVAL;
  for (const counted &each : bins.items())
    if (is_negative(each.count))
      return ERANGE;
  for (counted_arc &each : arcs.items()) {
    if (!is_negative(each.count))
      continue;
    if (each.self != UINTPTR_MAX)
      return ERANGE;
    // The cost of hooks is measured again for each file.
    each.count = 0;
  }
  return 0;
}

bool profile_sum::has_counts() {
  if (sum_up() != 0)
    return true;
  uint64_t num_samples = 0;
  for (const counted &each : bins.items())
    num_samples += each.count;
  if (strcmp(kind.dimension, "seconds") == 0 && num_samples &&
      num_samples >= kind.samples_per_unit / 10)
    return true;
  for (const counted_arc &each : arcs.items())
    if (each.self != UINTPTR_MAX)
      return true;
  for (const counted &each : blocks.items())
    if (each.count)
      return true;
  return false;
}

/// Writes the records of a cell, whose samples begin at `next_bin`. A cell
/// without samples is written only if the sum has none.
void profile_sum::write_cell(record_writer &to, const cell &each,
                             size_t &next_bin) {
  const scratch_list<counted> &found = bins.items();
  size_t first = next_bin;
  uint64_t greatest = 0;
  for (; next_bin != found.count() && found[next_bin].address < each.high;
       ++next_bin)
    if (found[next_bin].count > greatest)
      greatest = found[next_bin].count;
  if (!greatest && found.count())
    return;
  uint64_t written = 0;
  do {
    to.begin_histogram(each.low, each.high, each.num_bins, kind);
    size_t at = first;
    for (uint32_t i = 0; i != each.num_bins; ++i) {
      bool has_samples =
          at != next_bin && found[at].address == each.low + i * bin_width;
      to.bin(has_samples ? found[at++].count : 0, written);
    }
    written += GMON_BIN_MAX;
  } while (written < greatest);
}

int profile_sum::write(output &to) {
  if (int error = sum_up())
    return error;
  record_writer writer(to);
  writer.header(mark, build_id);
  size_t next_bin = 0;
  for (const cell &each : cells.items())
    write_cell(writer, each, next_bin);
  bool notes_runs = false;
  for (const counted_arc &each : arcs.items())
    notes_runs |= each.self == UINTPTR_MAX && each.from == GMON_NOTE_RUNS;
  // Without the note, counts of blocks would be of an unknown number of runs.
  if (!notes_runs && knows_runs && has_blocks)
    writer.arc(GMON_NOTE_RUNS, UINTPTR_MAX, 0);
  auto write_arcs = [&](bool are_notes) {
    for (const counted_arc &each : arcs.items())
      if ((each.self == UINTPTR_MAX) == are_notes)
        writer.calls(each.from, each.self, each.count);
  };
  write_arcs(true);
  write_arcs(false);
  if (has_blocks) {
    writer.begin_blocks(uint32_t(blocks.items().count()));
    for (const counted &each : blocks.items())
      writer.block(each.address, each.count);
  }
  return writer.finish();
}

} // namespace gmon
