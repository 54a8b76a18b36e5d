//===-- BranchlessCounters.h - Counters without a branch --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a branch decides about a value only, as in std::min, the optimizer
// selects the value and drops the branch: which of two is less is not to be
// predicted. A counter in one of the arms would keep the branch. So what is
// counted there is added in front of it, times the condition.
//
// In: placeholders. Out: placeholders in other places.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_BRANCHLESSCOUNTERS_H
#define GMON_PASS_BRANCHLESSCOUNTERS_H

#include "llvm/IR/PassManager.h"

namespace gmon {

/// Moves counters out of arms that have next to nothing else.
class BranchlessCountersPass
    : public llvm::PassInfoMixin<BranchlessCountersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

} // namespace gmon

#endif // GMON_PASS_BRANCHLESSCOUNTERS_H
