//===-- derived_counts.h - Counts that follow from counters -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function has fewer counters than counts: see pass/placement. The other
// counts are sums and differences of counters.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_DERIVED_COUNTS_H
#define GMON_RT_TOTALS_DERIVED_COUNTS_H

#include "base/memory.h"
#include "gmon/abi.h"

#include <stddef.h>
#include <stdint.h>

namespace gmon {

/// The parts of a gmon_block_table.
struct block_table {
  explicit block_table(const gmon_descriptor *function);

  uint32_t num_blocks = 0, num_derived = 0;
  const gmon_block *blocks = nullptr;
  const uint32_t *terms = nullptr;
};

/// Derives the counts of one function after another from the counters.
class function_counts {
public:
  function_counts() = default;
  function_counts(const function_counts &) = delete;
  function_counts &operator=(const function_counts &) = delete;
  ~function_counts() { unmap_scratch(values, capacity * sizeof(*values)); }

  /// Returns the function's counts in the order of their numbers, or null if
  /// there is no memory. The result is valid until the next call.
  /// Async-signal-safe.
  const uint64_t *derive(const gmon_descriptor *function,
                         const uint64_t *counters);

private:
  bool reserve(size_t needed);

  uint64_t *values = nullptr;
  size_t capacity = 0;
};

} // namespace gmon

#endif // GMON_RT_TOTALS_DERIVED_COUNTS_H
