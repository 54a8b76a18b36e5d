//===-- blocks.cpp - Execution counts of basic blocks ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derives the counts of blocks from counters by each function's
// gmon_block_table: see gmon/abi.h.
//
//===----------------------------------------------------------------------===//

#include "totals/blocks.h"
#include "counting/functions.h"
#include "process/module.h"
#include "totals/derived_counts.h"

namespace gmon {

namespace {

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
    // A deleted block has an address outside of the code.
    if (!text.holds(address))
      return;
    // Other threads change counters while this thread reads them, so a
    // difference of counters may be negative.
    auto value = int64_t(derived[block.count]);
    complete &=
        blocks.add(module_offset(address), value > 0 ? uint64_t(value) : 0);
  }
};

} // namespace

bool list_blocks(const totals &counts, arc_list &blocks) {
  if (!has_blocks())
    return true;
  lister list{counts, blocks};
  for_each_function(
      [&](const gmon_descriptor *function) { list.add_function(function); });
  blocks.sort();
  blocks.keep_largest();
  return list.complete;
}

} // namespace gmon
