//===-- number.cpp - Numbers in texts -------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One reader for settings, ranks, and the kernel's files about the process.
//
//===----------------------------------------------------------------------===//

#include "base/number.h"

namespace gmon {

const char *read_number(const char *text, uint64_t &number) {
  constexpr uint64_t most = UINT64_MAX / 10 - 1;
  for (number = 0; *text >= '0' && *text <= '9'; ++text)
    number = number <= most ? 10 * number + uint64_t(*text - '0') : UINT64_MAX;
  return text;
}

bool is_number(const char *text, uint64_t most, uint64_t &number) {
  const char *end = read_number(text, number);
  return end != text && !*end && number <= most;
}

} // namespace gmon
