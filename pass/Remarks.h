//===-- Remarks.h - What was done, and why not ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang prints remarks with -Rpass=gmon and -Rpass-missed=gmon, and writes them
// to a file with -fsave-optimization-record. Statistics are printed with -stats
// where LLVM is built to count them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_REMARKS_H
#define GMON_PASS_REMARKS_H

#include "Plan.h"
#include "selection/Selection.h"

namespace gmon {

/// Reports that \p F is not instrumented, and why.
void reportExclusion(const llvm::Function &F, Exclusion Why);

/// Reports what a function gets, and why it gets no hook.
void reportPlan(const FunctionPlan &Plan);

} // namespace gmon

#endif // GMON_PASS_REMARKS_H
