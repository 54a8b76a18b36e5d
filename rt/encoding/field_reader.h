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

/// Takes fields from the start of some bytes. After the end, fields are zeros,
/// and is_good() is false.
class field_reader {
public:
  explicit field_reader(file_bytes of) : left(of) {}

  template <typename Integer> Integer integer() {
    Integer value = 0;
    if (const char *from = bytes(sizeof(value)))
      __builtin_memcpy(&value, from, sizeof(value));
    return value;
  }

  uintptr_t address() { return integer<uintptr_t>(); }

  /// Returns the next `count` bytes, or null if there are not so many.
  const char *bytes(uint64_t count) {
    if (count > left.size) {
      left.size = 0;
      failed = true;
      return nullptr;
    }
    const char *from = left.data;
    left.data += count;
    left.size -= count;
    return from;
  }

  bool is_at_end() const { return !left.size; }
  bool is_good() const { return !failed; }

private:
  file_bytes left;
  bool failed = false;
};

} // namespace gmon

#endif // GMON_RT_ENCODING_FIELD_READER_H
