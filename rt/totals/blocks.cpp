//===-- blocks.cpp - Execution counts of basic blocks ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derives the counts of blocks from counters, by each function's
// gmon_block_table: see abi.h.
//
//===----------------------------------------------------------------------===//

#include "totals/blocks.h"
#include "process/module.h"

namespace gmon {

namespace {

/// The parts of a gmon_block_table.
struct block_table {
  explicit block_table(const gmon_descriptor *function) {
    if (!function->blocks)
      return;
    auto *header = reinterpret_cast<const gmon_block_table *>(
        offset_target(function->blocks));
    num_blocks = header->num_blocks;
    num_derived = header->num_derived;
    blocks = reinterpret_cast<const gmon_block *>(header + 1);
    terms = reinterpret_cast<const uint32_t *>(blocks + num_blocks);
  }

  uint32_t num_blocks = 0, num_derived = 0;
  const gmon_block *blocks = nullptr;
  const uint32_t *terms = nullptr;
};

struct lister {
  const totals &counts;
  arc_list &blocks;
  function_counts values = {};
  text_search text = {};
  bool complete = true;

  void add_function(const gmon_descriptor *function) {
    if (!function->blocks)
      return;
    const uint64_t *derived =
        values.derive(function, counts.counters_of(function));
    complete &= derived != nullptr;
    block_table table(function);
    for (uint32_t i = 0; derived && i != table.num_blocks; ++i)
      add_block(table, table.blocks[i], derived);
  }

  void add_block(const block_table &table, const gmon_block &block,
                 const uint64_t *derived) {
    auto address = reinterpret_cast<uintptr_t>(table.blocks) +
                   static_cast<intptr_t>(block.address);
    // The address of a block that was deleted is 1.
    if (!text.holds(address))
      return;
    // Counts that other threads change while they are read may contradict each
    // other.
    auto value = int64_t(derived[block.count]);
    complete &=
        blocks.add(module_offset(address), value > 0 ? uint64_t(value) : 0);
  }
};

} // namespace

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

bool list_blocks(const totals &counts, arc_list &blocks) {
  lister list{counts, blocks};
  for_each_function(
      [&](const gmon_descriptor *function) { list.add_function(function); });
  blocks.sort();
  blocks.keep_largest();
  return list.complete;
}

} // namespace gmon
