//===-- table_reader.h - Bytes of tables ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads numbers of a module's tables in memory. No read goes beyond the end
// that the reader was given, or to memory that may be unmapped.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_FRAMES_TABLE_READER_H
#define GMON_RT_FRAMES_TABLE_READER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace gmon {

/// Memory that certainly is mapped.
struct memory_range {
  uintptr_t low, high;
};

/// Encodings of addresses (Linux Standard Base, section 10.5.1).
namespace pointer_encoding {
inline constexpr uint8_t omitted = 0xff, indirect = 0x80, aligned = 0x50,
                         relative_to_self = 0x10, relative_to_header = 0x30,
                         application = 0x70, format = 0x0f;
} // namespace pointer_encoding

/// Reads consecutive bytes. After an error all numbers are 0.
/// Async-signal-safe.
class table_reader {
public:
  table_reader(const memory_range &mapped, uintptr_t next, uintptr_t end)
      : mapped(mapped), next(next), end(end) {}

  bool failed() const { return is_failed; }
  bool more() const { return next < end && !is_failed; }
  uintptr_t position() const { return next; }
  uintptr_t end_position() const { return end; }
  size_t left() const { return next < end ? end - next : 0; }
  void fail() { is_failed = true; }

  void seek(uintptr_t position) { next = position; }
  /// Moves the end of what may be read.
  void limit(uintptr_t position) { end = position; }
  void skip(uint64_t size);

  template <typename Integer> Integer number() {
    Integer value = 0;
    read(&value, sizeof(value));
    return value;
  }
  uint64_t unsigned_leb();
  int64_t signed_leb();

  /// Reads an address in an encoding. `header` is that of the search table.
  uintptr_t address(uint8_t encoding, uintptr_t header);

private:
  void read(void *target, size_t size);
  bool fill(size_t size);

  memory_range mapped;
  uintptr_t next, end;
  bool is_failed = false;
  uintptr_t buffered_low = 0, buffered_high = 0;
  char buffer[128];
};

} // namespace gmon

#endif // GMON_RT_FRAMES_TABLE_READER_H
