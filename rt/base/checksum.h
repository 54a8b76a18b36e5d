//===-- checksum.h - CRC-32 -------------------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_BASE_CHECKSUM_H
#define GMON_RT_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// Returns the next state of the CRC-32 that zlib uses. The first state has all
/// bits set; the checksum is the inverse of the last state.
inline uint32_t add_to_checksum(uint32_t state, unsigned char byte) {
  // One entry for each value of four bits: a table for bytes would take a
  // kilobyte.
  static constexpr uint32_t table[16] = {
      0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
      0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
      0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
  state ^= byte;
  state = state >> 4 ^ table[state & 15];
  return state >> 4 ^ table[state & 15];
}

/// Does the same for several bytes, in order.
inline uint32_t add_to_checksum(uint32_t state, const char *bytes,
                                size_t count) {
  for (size_t i = 0; i != count; ++i)
    state = add_to_checksum(state, static_cast<unsigned char>(bytes[i]));
  return state;
}

} // namespace gmon

#endif // GMON_RT_BASE_CHECKSUM_H
