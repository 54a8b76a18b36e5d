//===-- BlockCounters.h - Counting the executions of blocks -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `machine` block counters: what executes after optimization.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_COUNTERS_BLOCKCOUNTERS_H
#define GMON_PASS_COUNTERS_BLOCKCOUNTERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/CGSCCPassManager.h"

namespace gmon {

class FunctionData;

/// The numbers of the counts of blocks.
using BlockCounts = llvm::DenseMap<const llvm::BasicBlock *, unsigned>;

/// Splits \p F into the blocks to be listed and counts them: a call that may
/// not return ends a block, and so does a change of line in code that is not
/// optimized, where a line's count is then exact. \p F has no funclets.
///
/// The counters stand behind the point where an entry hook goes, which must be
/// inserted afterwards: it gives the thread the copy that they count in.
BlockCounts insertBlockCounters(llvm::Function &F, FunctionData &Data,
                                llvm::FunctionAnalysisManager &FAM);

} // namespace gmon

#endif // GMON_PASS_COUNTERS_BLOCKCOUNTERS_H
