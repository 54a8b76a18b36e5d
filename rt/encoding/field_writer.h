//===-- field_writer.h - Fields of a file -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Serializes numbers and texts, in the byte order of the program.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_FIELD_WRITER_H
#define GMON_RT_ENCODING_FIELD_WRITER_H

#include "encoding/checksum.h"
#include "encoding/output.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Collects fields and writes them in larger pieces. Writes nothing after an
/// error.
class field_writer {
public:
  /// `has_checksum`: checksum() will be called.
  explicit field_writer(output &file, bool has_checksum = false)
      : file(file), has_checksum(has_checksum) {}

  void bytes(const void *data, size_t count) {
    auto *next = static_cast<const char *>(data);
    while (count) {
      if (used == sizeof(buffer))
        flush();
      fill_up(buffer, sizeof(buffer), used, next, count);
    }
  }

  template <typename Integer> void integer(Integer value) {
    if (sizeof(buffer) - used < sizeof(value))
      flush();
    __builtin_memcpy(buffer + used, &value, sizeof(value));
    used += sizeof(value);
  }

  void address(uintptr_t value) { integer(value); }

  /// Returns the CRC-32 of all bytes so far.
  uint32_t checksum() {
    add_to_sum();
    return ~checksum_state;
  }

  /// Returns 0 or an error number.
  int finish() {
    flush();
    return error;
  }

private:
  void add_to_sum() {
    if (has_checksum)
      checksum_state =
          add_to_checksum(checksum_state, buffer + summed, used - summed);
    summed = used;
  }

  void flush() {
    add_to_sum();
    if (!error && used)
      error = file.write(file, buffer, used);
    summed = used = 0;
  }

  output &file;
  bool has_checksum;
  uint32_t checksum_state = ~uint32_t(0);
  int error = 0;
  size_t used = 0, summed = 0;
  char buffer[1024]; // small: the program may end on a small stack
};

} // namespace gmon

#endif // GMON_RT_ENCODING_FIELD_WRITER_H
