//===-- blocks.h - Execution counts of basic blocks -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_BLOCKS_H
#define GMON_RT_TOTALS_BLOCKS_H

#include "totals/totals.h"

namespace gmon {

/// The counts of one function after another, by its counters.
class function_counts {
public:
  function_counts() = default;
  function_counts(const function_counts &) = delete;
  function_counts &operator=(const function_counts &) = delete;
  ~function_counts() { unmap_scratch(values, capacity * sizeof(*values)); }

  /// Returns the counts in the order of their numbers, until the next call of
  /// this; or null where there is no memory. Async-signal-safe.
  const uint64_t *derive(const gmon_descriptor *function,
                         const uint64_t *counters);

private:
  bool reserve(size_t needed);

  uint64_t *values = nullptr;
  size_t capacity = 0;
};

/// Appends to `blocks` each basic block of the module's instrumented functions:
/// its offset and how often it was executed. Sorted; each offset once: a block
/// without code shares the address of the one that it falls into, which is
/// executed at least as often. Returns false where there is no memory.
/// Async-signal-safe.
bool list_blocks(const totals &counts, arc_list &blocks);

} // namespace gmon

#endif // GMON_RT_TOTALS_BLOCKS_H
