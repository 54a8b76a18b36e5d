//===-- record_writer.h - Records of a gmon.out -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Serializes the records that gmon/format.h specifies. Counts that exceed a
// field become several records, which readers add up.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_RECORD_WRITER_H
#define GMON_RT_ENCODING_RECORD_WRITER_H

#include "encoding/field_writer.h"
#include "gmon/format.h"

namespace gmon {

/// What the samples of a profile's histograms measure.
struct histogram_kind {
  char dimension[GMON_DIMENSION_SIZE + 1] = "seconds";
  char letter = 's';
  uint32_t samples_per_unit = 0;
};

class record_writer : public field_writer {
public:
  using field_writer::field_writer;

  void header(const void *mark, const void *build_id) {
    bytes(GMON_COOKIE, GMON_COOKIE_SIZE);
    integer(uint32_t(GMON_VERSION));
    bytes(mark, GMON_BUILD_ID_MARK_SIZE);
    bytes(build_id, GMON_BUILD_ID_SIZE);
  }

  /// Calls of bin() follow: `num_bins` for each record.
  void begin_histogram(uintptr_t low, uintptr_t high, uint32_t num_bins,
                       const histogram_kind &kind) {
    integer(uint8_t(GMON_TAG_HISTOGRAM));
    address(low);
    address(high);
    integer(num_bins);
    integer(kind.samples_per_unit);
    bytes(kind.dimension, GMON_DIMENSION_SIZE);
    integer(kind.letter);
  }

  /// Writes the part of a bin's count that remains when earlier records of the
  /// range contain `written` of it.
  void bin(uint64_t count, uint64_t written) {
    uint64_t left = count > written ? count - written : 0;
    integer(uint16_t(left < GMON_BIN_MAX ? left : GMON_BIN_MAX));
  }

  /// Writes a note, or an arc with a count that fits.
  void arc(uintptr_t caller, uintptr_t self, uint32_t count) {
    integer(uint8_t(GMON_TAG_ARC));
    address(caller);
    address(self);
    integer(count);
  }

  /// Writes as many arcs as the count needs.
  void calls(uintptr_t caller, uintptr_t self, uint64_t count) {
    while (count) {
      uint64_t part = count < GMON_ARC_COUNT_MAX ? count : GMON_ARC_COUNT_MAX;
      arc(caller, self, uint32_t(part));
      count -= part;
    }
  }

  /// Calls of block() follow, for each pair one.
  void begin_blocks(uint32_t num_pairs) {
    integer(uint8_t(GMON_TAG_BLOCKS));
    integer(num_pairs);
  }

  void block(uintptr_t start, uintptr_t count) {
    address(start);
    address(count);
  }
};

} // namespace gmon

#endif // GMON_RT_ENCODING_RECORD_WRITER_H
