//===-- blocks.h - Execution counts of basic blocks -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the counts of the module's basic blocks, for reports of executions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_RT_TOTALS_BLOCKS_H
#define GMON_RT_TOTALS_BLOCKS_H

#include "totals/totals.h"

namespace gmon {

/// Appends each basic block of the module's instrumented functions to `blocks`:
/// the offset and the number of executions. The list is sorted, and contains
/// each offset once. A block without code has the address of the block that it
/// falls into, which is executed at least as often. Returns false if there is
/// no memory. Async-signal-safe.
bool list_blocks(const totals &counts, arc_list &blocks);

} // namespace gmon

#endif // GMON_RT_TOTALS_BLOCKS_H
