//===-- Marks.cpp - Attributes that steer instrumentation -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Marks.h.
//
//===----------------------------------------------------------------------===//

#include "selection/Marks.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace gmon {

bool isMarked(const Function &F) {
  StringRef Routine = F.getFnAttribute(MarkAttribute).getValueAsString();
  return Routine.contains("mcount") ||
         F.getFnAttribute(FentryAttribute).getValueAsBool();
}

void removeMark(Function &F) {
  if (isMarked(F)) {
    F.removeFnAttr(MarkAttribute);
    F.removeFnAttr(FentryAttribute);
  }
}

bool hasPlan(const Function &F) { return F.hasFnAttribute(PlanAttribute); }

} // namespace gmon
