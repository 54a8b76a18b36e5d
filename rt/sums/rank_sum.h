//===-- rank_sum.h - Adds up distributions over ranks -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins the sections GMON_SECTION_RANKS of several files. All parts of the
// result are sums, minima and maxima of integers, so it is the same in any
// order. Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SUMS_RANK_SUM_H
#define GMON_RT_SUMS_RANK_SUM_H

#include "encoding/field_reader.h"
#include "encoding/stacks_snapshot.h"

namespace gmon {

class rank_sum {
public:
  /// Adds the section of a file whose modules have the numbers `module_of` in
  /// the sum; an empty section is none. If a file is removed, which is what
  /// negative `times` mean, there is no sum any more. Returns 0, ENOMEM, EINVAL
  /// if the section is damaged, or EOVERFLOW.
  int add(file_bytes section, int times,
          const scratch_list<uint32_t> &module_of);

  /// Moves the sum to `to`, where its modules have the numbers `module_of`.
  /// Returns false if there is no memory.
  bool list(stacks_snapshot &to, const scratch_list<uint32_t> &module_of);

private:
  using ranked = stacks_snapshot::ranked;

  /// The distributions of some processes.
  struct part {
    uint64_t num_processes = 0;
    uint32_t lowest_rank = 0;
    scratch_list<ranked> ranks; ///< sorted, each function once
  };

  int read(file_bytes section, const scratch_list<uint32_t> &module_of,
           part &to);
  int join(const part &other);

  bool is_dropped = false;
  part sum;
};

} // namespace gmon

#endif // GMON_RT_SUMS_RANK_SUM_H
