//===-- field_reader.h - Fields of a file -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what a field_writer wrote. The bytes may be damaged.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_FIELD_READER_H
#define GMON_RT_ENCODING_FIELD_READER_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// The contents of a file in memory.
struct file_bytes {
  const char *data = nullptr;
  size_t size = 0;
};

/// A file of which only a part is in memory.
struct file_pieces {
  /// Makes `count` bytes or more of `left`, which begins with the bytes that
  /// are not read yet. Returns false if the file has fewer, or after an error.
  bool (*extend)(file_pieces &self, file_bytes &left, uint64_t count);
};

/// Takes fields from the start of some bytes. After the end, fields are zeros,
/// and is_good() is false.
class field_reader {
public:
  explicit field_reader(file_bytes of) : left(of) {}
  explicit field_reader(file_pieces &of) : pieces(&of) {}

  template <typename Integer> Integer integer() {
    Integer value = 0;
    if (const char *from = bytes(sizeof(value)))
      __builtin_memcpy(&value, from, sizeof(value));
    return value;
  }

  uintptr_t address() { return integer<uintptr_t>(); }

  /// Returns the next `count` bytes, or null if there are not so many. Those of
  /// a file in pieces are valid until the next call.
  const char *bytes(uint64_t count) {
    if (count > section_left || (count > left.size && !extend(count))) {
      left.size = 0;
      pieces = nullptr;
      failed = true;
      return nullptr;
    }
    const char *from = left.data;
    left.data += count;
    left.size -= count;
    section_left -= count;
    return from;
  }

  /// The next `size` bytes are a section: what is behind them is not read
  /// before end_section().
  void begin_section(uint64_t size) { section_left = size; }
  /// Skips the rest of the section.
  void end_section() {
    constexpr uint64_t most = 4096;
    while (section_left && is_good())
      bytes(section_left < most ? section_left : most);
    section_left = UINT64_MAX;
  }

  /// Whether the section, or else the file, has no more bytes.
  bool is_at_end() { return !section_left || (!left.size && !extend(1)); }
  bool is_good() const { return !failed; }

private:
  bool extend(uint64_t count) {
    return pieces && pieces->extend(*pieces, left, count);
  }

  file_bytes left;
  file_pieces *pieces = nullptr;
  uint64_t section_left = UINT64_MAX;
  bool failed = false;
};

} // namespace gmon

#endif // GMON_RT_ENCODING_FIELD_READER_H
