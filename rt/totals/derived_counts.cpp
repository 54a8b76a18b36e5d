//===-- derived_counts.cpp - Counts that follow from counters -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the sums of a gmon_block_table.
//
//===----------------------------------------------------------------------===//

#include "totals/derived_counts.h"
#include "process/module.h"

namespace gmon {

block_table::block_table(const gmon_descriptor *function) {
  if (!function->blocks)
    return;
  auto *header = reinterpret_cast<const gmon_block_table *>(
      offset_target(function->blocks));
  num_blocks = header->num_blocks;
  num_derived = header->num_derived;
  blocks = reinterpret_cast<const gmon_block *>(header + 1);
  terms = reinterpret_cast<const uint32_t *>(blocks + num_blocks);
}

bool function_counts::reserve(size_t needed) {
  if (needed <= capacity)
    return true;
  unmap_scratch(values, capacity * sizeof(*values));
  capacity = needed * 2;
  values = static_cast<uint64_t *>(map_scratch(capacity * sizeof(*values)));
  if (!values)
    capacity = 0;
  return values;
}

const uint64_t *function_counts::derive(const gmon_descriptor *function,
                                        const uint64_t *counters) {
  block_table table(function);
  size_t num_counters = function->num_counters;
  if (!reserve(num_counters + table.num_derived))
    return nullptr;
  for (size_t i = 0; i != num_counters; ++i)
    values[i] = __atomic_load_n(&counters[i], __ATOMIC_RELAXED);
  const uint32_t *term = table.terms;
  for (size_t i = 0; i != table.num_derived; ++i) {
    uint64_t sum = 0;
    for (uint32_t left = *term++; left; --left, ++term)
      sum += *term & 1 ? -values[*term >> 1] : values[*term >> 1];
    values[num_counters + i] = sum;
  }
  return values;
}

} // namespace gmon
