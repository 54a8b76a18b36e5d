//===-- rank_sum.h - Adds up distributions over ranks -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins the sections of several files that have counts of a job's processes:
// GMON_SECTION_RANKS and GMON_SECTION_MPI. All parts of the result are sums,
// minima and maxima of integers, so it is the same in any order.
// Async-signal-safe.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_SUMS_RANK_SUM_H
#define GMON_RT_SUMS_RANK_SUM_H

#include "encoding/field_reader.h"
#include "encoding/stacks_snapshot.h"

namespace gmon {

/// The sum of sections of Items: stacks_snapshot::ranked or mpi_call.
template <typename Item> class rank_sum {
public:
  /// Adds the section of a file that begins here. The file's modules have the
  /// numbers `module_of` in the sum. Returns 0, ENOMEM, EINVAL if the section
  /// is damaged, or EOVERFLOW.
  int add(field_reader &from, const scratch_list<uint32_t> &module_of);

  /// After a file is removed, there is no sum any more.
  void drop() { is_dropped = true; }

  /// Moves the sum to `to`, where its modules have the numbers `module_of`.
  void list(stacks_snapshot::ranked_list<Item> &to,
            const scratch_list<uint32_t> &module_of);

private:
  using part = stacks_snapshot::ranked_list<Item>;

  int join(scratch_list<Item> &items, uint32_t lowest_rank);
  int end_file(uint32_t lowest_rank);

  bool is_dropped = false;
  part sum;
};

extern template class rank_sum<stacks_snapshot::ranked>;
extern template class rank_sum<stacks_snapshot::mpi_call>;

} // namespace gmon

#endif // GMON_RT_SUMS_RANK_SUM_H
