//===-- digest.h - What identifies a profile --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stacks name the profiles that they belong to by size and checksum: see
// GMON_SECTION_PROFILES in gmon/format.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_DIGEST_H
#define GMON_RT_OUTPUT_DIGEST_H

#include "encoding/checksum.h"
#include "encoding/output.h"
#include "encoding/stacks_snapshot.h"

namespace gmon {

/// Computes the digest of a profile from its bytes, in order.
class digest_of_bytes {
public:
  void add(const void *bytes, size_t count) {
    size_t skipped = num_bytes < first_checked ? first_checked - num_bytes : 0;
    if (skipped < count)
      state = add_to_checksum(state, static_cast<const char *>(bytes) + skipped,
                              count - skipped);
    num_bytes += count;
  }
  uint64_t size() const { return num_bytes; }
  /// The CRC-32 of the bytes from GMON_CHECKED_OFFSET on.
  uint32_t checksum() const { return ~state; }
  stacks_snapshot::profile get() const {
    return {num_bytes, num_bytes > first_checked ? checksum() : 0};
  }

private:
  static constexpr size_t first_checked =
      GMON_CHECKED_OFFSET(sizeof(uintptr_t));
  uint64_t num_bytes = 0;
  uint32_t state = ~uint32_t(0);
};

inline stacks_snapshot::profile digest_of(file_bytes file) {
  digest_of_bytes digest;
  digest.add(file.data, file.size);
  return digest.get();
}

} // namespace gmon

#endif // GMON_RT_OUTPUT_DIGEST_H
