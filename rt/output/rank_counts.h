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

namespace gmon {

/// Finds the MPI library, if the program has one. Not for signal handlers.
void find_mpi_library();

/// Lists the functions of the process that have samples in a snapshot, which
/// has the table's numbers of contexts, or calls. A function may occur several
/// times, and has the process's number of a module. Calls in libraries that
/// were unloaded are omitted. Returns false if there is no memory. The process
/// is locked. Async-signal-safe.
bool list_sampled_functions(const stacks_snapshot &snapshot,
                            scratch_list<stacks_snapshot::ranked> &list);
bool list_called_functions(scratch_list<stacks_snapshot::ranked> &list);

} // namespace gmon

#endif // GMON_RT_OUTPUT_RANK_COUNTS_H
