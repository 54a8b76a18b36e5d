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

static constexpr char PlanDone[] = "done";
static constexpr char PlanDoneWithHook[] = "done with hook";

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

void setPlanDone(Function &F, bool CountsEntries) {
  F.addFnAttr(PlanAttribute, CountsEntries ? PlanDoneWithHook : PlanDone);
}

bool isPlanDone(const Function &F) {
  StringRef Text = F.getFnAttribute(PlanAttribute).getValueAsString();
  return Text == PlanDone || Text == PlanDoneWithHook;
}

bool countsEntries(const Function &F) {
  return F.getFnAttribute(PlanAttribute).getValueAsString() == PlanDoneWithHook;
}

bool hasPassableHook(const Function &F) {
  return countsEntries(F) && F.hasPrologueData() && !F.hasOptNone();
}

} // namespace gmon
