//===-- BranchlessCounters.h - Counters without a branch --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a branch only decides about a value, as in std::min, the optimizer makes a
// select of it: processors cannot predict which of two values is less. A
// counter in an arm would prevent that. So the counter moves in front of the
// branch, and adds the condition.
//
// In: placeholders. Out: placeholders in other places.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_COUNTERS_BRANCHLESSCOUNTERS_H
#define GMON_PASS_COUNTERS_BRANCHLESSCOUNTERS_H

#include "llvm/IR/PassManager.h"

namespace gmon {

/// Moves counters out of arms that contain hardly anything else.
class BranchlessCountersPass
    : public llvm::PassInfoMixin<BranchlessCountersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
};

} // namespace gmon

#endif // GMON_PASS_COUNTERS_BRANCHLESSCOUNTERS_H
