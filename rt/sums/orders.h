//===-- orders.h - The order of a sum's parts -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keys of what a sidecar file counts, in the order of llvm-gprof merge.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SUMS_ORDERS_H
#define GMON_RT_SUMS_ORDERS_H

#include "encoding/stacks_snapshot.h"

#include <string.h>

namespace gmon {

/// Compares texts as llvm-gprof merge does: by their bytes, unsigned.
inline int compare(const char *a, size_t a_size, const char *b, size_t b_size) {
  int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
  return order ? order : a_size < b_size ? -1 : a_size > b_size;
}

/// Operators for a key that has compare().
template <typename Key> struct ordered {
  friend bool operator<(const Key &a, const Key &b) { return a.compare(b) < 0; }
  friend bool operator<=(const Key &a, const Key &b) {
    return a.compare(b) <= 0;
  }
  friend bool operator==(const Key &a, const Key &b) {
    return a.compare(b) == 0;
  }
};

/// Numbers that are compared in turn.
struct order_of_numbers : ordered<order_of_numbers> {
  order_of_numbers(uint64_t a, uint64_t b, uint64_t c, uint64_t d = 0)
      : numbers{a, b, c, d} {}

  uint64_t numbers[4];

  int compare(const order_of_numbers &other) const {
    for (int i = 0; i != 4; ++i)
      if (numbers[i] != other.numbers[i])
        return numbers[i] < other.numbers[i] ? -1 : 1;
    return 0;
  }
};

/// Two numbers and a text.
struct order_of_names : ordered<order_of_names> {
  order_of_names(uint64_t first, uint64_t second, const char *name, size_t size)
      : first(first), second(second), name(name), size(size) {}

  uint64_t first, second;
  const char *name;
  size_t size;

  int compare(const order_of_names &other) const {
    if (first != other.first)
      return first < other.first ? -1 : 1;
    if (second != other.second)
      return second < other.second ? -1 : 1;
    return gmon::compare(name, size, other.name, other.size);
  }
};

struct order_of_samples {
  static constexpr bool keeps_zeros = false;
  static order_of_numbers key(const stacks_snapshot::sample &of) {
    return {of.context, of.thread, of.kind};
  }
};

struct order_of_calls {
  static constexpr bool keeps_zeros = false;
  static order_of_numbers key(const stacks_snapshot::call &of) {
    return {of.from_module, of.self_module, of.from, of.self};
  }
};

struct order_of_profiles {
  static order_of_numbers key(const stacks_snapshot::profile &of) {
    return {of.size, of.checksum, 0};
  }
};

struct order_of_outgoing {
  static constexpr bool keeps_zeros = false;
  static order_of_names key(const stacks_snapshot::outgoing &of) {
    return {of.module, of.from, of.name, of.name_size};
  }
};

} // namespace gmon

#endif // GMON_RT_SUMS_ORDERS_H
