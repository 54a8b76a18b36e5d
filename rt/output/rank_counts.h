//===-- rank_counts.h - Counts of functions ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the ranks of a job compare: the samples and calls of each function of
// the process. Functions are those of the unwind tables, so no symbols are
// read. The time that a rank waits for others is in the MPI library, and so
// that library's samples, and those of what it calls, are apart.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_OUTPUT_RANK_COUNTS_H
#define GMON_RT_OUTPUT_RANK_COUNTS_H

#include "encoding/stacks_snapshot.h"
#include "unwind/code_place.h"

namespace gmon {

struct function_count {
  code_place function; ///< where it begins; or no_module, gmon_rank_total
  uint64_t samples, calls;
};

/// Finds the MPI library, if the program has one. Not for signal handlers.
void find_mpi_library();

/// Lists the counts of the process's functions; one may occur several times.
/// `from` has its samples, with the table's numbers of contexts. Calls in
/// libraries that were unloaded are omitted. Returns false if there is no
/// memory. The process is locked. Async-signal-safe.
bool list_function_counts(const stacks_snapshot &from,
                          scratch_list<function_count> &to);

} // namespace gmon

#endif // GMON_RT_OUTPUT_RANK_COUNTS_H
