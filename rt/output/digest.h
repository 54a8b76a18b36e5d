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

/// The number of the last bytes of a profile that its checksum is of.
inline size_t checked_size(size_t size) {
  constexpr size_t first = GMON_CHECKED_OFFSET(sizeof(uintptr_t));
  return size > first ? size - first : 0;
}

/// Computes the digest of a profile from its bytes, in order.
class digest_of_bytes {
public:
  void add(const void *bytes, size_t count) {
    size_t checked = checked_size(num_bytes + count) - checked_size(num_bytes);
    num_bytes += count;
    state = add_to_checksum(
        state, static_cast<const char *>(bytes) + (count - checked), checked);
  }
  uint64_t size() const { return num_bytes; }
  /// The CRC-32 of the bytes from GMON_CHECKED_OFFSET on.
  uint32_t checksum() const { return ~state; }
  stacks_snapshot::profile get() const {
    return {num_bytes, checked_size(num_bytes) ? checksum() : 0};
  }

private:
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
