//===-- output.h - Where a file is written to -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where writers put the bytes of a file. They know nothing of files.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_ENCODING_OUTPUT_H
#define GMON_RT_ENCODING_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace gmon {

/// The contents of a file in memory.
struct file_bytes {
  const char *data = nullptr;
  size_t size = 0;
};

/// The destination of a profile: a file, memory, a test.
struct output {
  /// Takes `size` bytes. Returns 0, or an error number; after an error it is
  /// not called again.
  int (*write)(output &self, const void *bytes, size_t size);
  /// Whether the profile has a GMON_NOTE_CHECKSUM, which the destination fills
  /// in.
  bool has_checksum = false;
  /// The value of the profile's GMON_NOTE_REPLACED_RUNS; 0 means no such note.
  uint32_t replaced_runs = 0;
};

/// Moves bytes into a buffer that has `used` bytes of `size`, until it is full
/// or none are left.
inline void fill_up(char *buffer, size_t size, size_t &used, const char *&data,
                    size_t &count) {
  size_t part = size - used;
  part = part < count ? part : count;
  memcpy(buffer + used, data, part);
  used += part;
  data += part;
  count -= part;
}

} // namespace gmon

#endif // GMON_RT_ENCODING_OUTPUT_H
