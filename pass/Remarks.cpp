//===-- Remarks.cpp - What was done, and why not --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Remarks.h.
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"

using namespace llvm;

// The pass name that -Rpass=REGEX matches.
#define DEBUG_TYPE "gmon"

STATISTIC(NumHooks, "Functions whose calls a hook in line counts");
STATISTIC(NumEarlyHooks, "Functions with a hook in front of the prologue");
STATISTIC(NumKnownCallers, "Functions whose calls are counted by all callers");
STATISTIC(NumRoutineCalls, "Functions that call a monitoring routine");
STATISTIC(NumCountedBlocks, "Functions whose blocks are counted");
STATISTIC(NumCountedLines, "Functions with counters of source lines");
STATISTIC(NumNoHook, "Functions whose calls are not counted");

namespace gmon {

static StringRef describe(Exclusion Why) {
  switch (Why) {
  case Exclusion::None:
    break;
  case Exclusion::NotMarked:
    return "it is not marked for mcount (no_instrument_function, or compiled "
           "without -pg)";
  case Exclusion::Naked:
    return "its attribute naked leaves out the prologue";
  case Exclusion::NoProfile:
    return "its attributes ask for no profile";
  case Exclusion::Resolver:
    return "it runs before relocations are applied, to resolve an ifunc";
  case Exclusion::Registers:
    return "its calling convention leaves no registers for counters";
  case Exclusion::Group:
    return "assembly cannot name its group: the name has a quotation mark or "
           "ends with a backslash";
  case Exclusion::Name:
    return "assembly cannot name it: the name has a quotation mark or ends "
           "with a backslash";
  case Exclusion::Filter:
    return "the file of -gmon-filter names it";
  }
  llvm_unreachable("an instrumented function is not excluded");
}

static StringRef describe(NoHookReason Why) {
  switch (Why) {
  case NoHookReason::None:
  case NoHookReason::NotMarked:
    break;
  case NoHookReason::Small:
    return "it is smaller than -gmon-min-size, and has no loop";
  case NoHookReason::Convention:
    return "its calling convention preserves the registers of hooks";
  case NoHookReason::Options:
    return "-gmon-hook=none";
  }
  llvm_unreachable("no reason to report");
}

static void reportNoHook(const Function &F, StringRef Why) {
  ++NumNoHook;
  OptimizationRemarkEmitter(&F, /*BFI=*/nullptr).emit([&] {
    return OptimizationRemarkMissed(DEBUG_TYPE, "NoHook", &F)
           << "calls of '" << ore::NV("Function", &F)
           << "' are not counted: " << ore::NV("Reason", Why);
  });
}

static void reportDone(const Function &F, StringRef Name, StringRef What,
                       StringRef How) {
  OptimizationRemarkEmitter(&F, /*BFI=*/nullptr).emit([&] {
    return OptimizationRemark(DEBUG_TYPE, Name, &F)
           << What << " of '" << ore::NV("Function", &F) << "' are counted"
           << How;
  });
}

void reportExclusion(const Function &F, Exclusion Why) {
  reportNoHook(F, describe(Why));
}

/// Reports how the hook of \p Plan counts.
static void reportHook(const FunctionPlan &Plan) {
  auto Report = [&](Statistic &Number, StringRef Name, StringRef How) {
    ++Number;
    reportDone(*Plan.F, Name, "calls", How);
  };
  if (Plan.Hook == HookKind::Call)
    Report(NumRoutineCalls, "RoutineCall", " by a monitoring routine");
  else if (Plan.Entry == EntryPlace::Inline)
    Report(NumHooks, "Hook", " by a hook at its entry");
  else if (Plan.Entry == EntryPlace::Prologue)
    Report(NumEarlyHooks, "EarlyHook", " by a hook in front of its prologue");
  else
    Report(NumKnownCallers, "KnownCallers", " by its callers");
}

void reportPlan(const FunctionPlan &Plan) {
  const Function &F = *Plan.F;
  if (Plan.Hook != HookKind::None)
    reportHook(Plan);
  // MarkPass reported the functions that it did not choose.
  else if (Plan.NoHook != NoHookReason::NotMarked)
    reportNoHook(F, describe(Plan.NoHook));
  if (Plan.CountsBlocks) {
    ++NumCountedBlocks;
    reportDone(F, "BlocksCounted", "blocks", "");
  }
  if (Plan.CountsSource) {
    ++NumCountedLines;
    reportDone(F, "LinesCounted", "lines", "");
  }
}

} // namespace gmon
