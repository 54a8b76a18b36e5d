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

/// Returns the next state of the CRC-32 that zlib uses, after some bytes. The
/// first state has all bits set; the checksum is the inverse of the last state.
inline uint32_t add_to_checksum(uint32_t state, const char *bytes,
                                size_t count) {
  // The states after each value of four bits, and of these and up to seven
  // times four zeros. Four bytes need eight looks, none of which waits for
  // another; bytes one after the other take 2.7 times as long. As a constant,
  // the table would take half a kilobyte.
  uint32_t table[8 * 16];
  for (uint32_t i = 0; i != 16; ++i) {
    table[i] = i;
    for (int bit = 0; bit != 4; ++bit)
      table[i] = table[i] >> 1 ^ (table[i] & 1) * 0xedb88320;
  }
  auto after_four_bits = [&](uint32_t before) {
    return before >> 4 ^ table[before & 15];
  };
  for (uint32_t i = 16; i != 8 * 16; ++i)
    table[i] = after_four_bits(table[i - 16]);
  constexpr size_t step = sizeof(state);
  for (; count >= step; count -= step, bytes += step) {
    uint32_t word;
    __builtin_memcpy(&word, bytes, step);
    word ^= state;
    state = 0;
    for (uint32_t i = 8 * 16; i; word >>= 4)
      state ^= table[(i -= 16) + (word & 15)];
  }
  for (; count; --count) {
    state = after_four_bits(state ^ static_cast<unsigned char>(*bytes++));
    state = after_four_bits(state);
  }
  return state;
}

} // namespace gmon

#endif // GMON_RT_BASE_CHECKSUM_H
