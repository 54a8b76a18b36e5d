//===-- checksum.cpp - CRC-32 ---------------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the CRC-32 by tables of four bits, and continues it over bytes whose
// checksum is known by multiplying polynomials.
//
//===----------------------------------------------------------------------===//

#include "encoding/checksum.h"

namespace gmon {

/// The polynomial, without x^32. A polynomial's highest bit is that of x^0.
static constexpr uint32_t polynomial = 0xedb88320;

/// Returns the product of a polynomial and x.
static constexpr uint32_t times_x(uint32_t factor) {
  return factor >> 1 ^ (factor & 1) * polynomial;
}

namespace {

/// The states after each value of four bits, and after that and up to seven
/// times four zeros. Four bytes need eight looks, none of which waits for
/// another: that takes 1 to 1.5 ns a byte, one byte after the other 2.7. Tables
/// for bytes would take four kilobytes.
struct checksum_table {
  uint32_t after[8][16];

  constexpr checksum_table() : after() {
    for (uint32_t i = 0; i != 16; ++i) {
      uint32_t state = i;
      for (int bit = 0; bit != 4; ++bit)
        state = times_x(state);
      after[0][i] = state;
    }
    for (int zeros = 1; zeros != 8; ++zeros)
      for (uint32_t i = 0; i != 16; ++i)
        after[zeros][i] =
            after[zeros - 1][i] >> 4 ^ after[0][after[zeros - 1][i] & 15];
  }
};

} // namespace

static constexpr checksum_table table;

uint32_t add_to_checksum(uint32_t state, const char *bytes, size_t count) {
  constexpr size_t step = sizeof(state);
  for (; count >= step; count -= step, bytes += step) {
    uint32_t word;
    __builtin_memcpy(&word, bytes, step);
    word ^= state;
    state = 0;
#pragma clang loop unroll(full)
    for (unsigned i = 0; i != 8; ++i)
      state ^= table.after[7 - i][word >> 4 * i & 15];
  }
  for (; count; --count) {
    state ^= static_cast<unsigned char>(*bytes++);
    for (int half = 0; half != 2; ++half)
      state = state >> 4 ^ table.after[0][state & 15];
  }
  return state;
}

static uint32_t product(uint32_t left, uint32_t right) {
  uint32_t sum = 0;
  for (; left; left <<= 1) {
    sum ^= (left >> 31) * right;
    right = times_x(right);
  }
  return sum;
}

/// A checksum is linear: what the state before adds to it is that state times
/// x^(8 * count).
uint32_t add_known_to_checksum(uint32_t state, uint32_t checksum,
                               size_t count) {
  uint32_t added = ~state;
  for (uint32_t power = 1u << (31 - 8); count; count /= 2) {
    if (count % 2)
      added = product(power, added);
    power = product(power, power);
  }
  return ~checksum ^ added;
}

} // namespace gmon
