//===-- Plan.h - What each function gets ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: functions with the options that MarkPass wrote on them. Out: for each,
// how its calls and its blocks are counted, or why they are not. Planning
// changes nothing, so that the plan of a function does not depend on the order
// of functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_PLAN_H
#define GMON_PASS_PLAN_H

#include "selection/Options.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace gmon {

/// The place of the code that counts a call of the function, or that gives the
/// thread its copy of the function's counters.
enum class EntryPlace {
  None,    ///< Nowhere: the callers do it, or there is nothing to do.
  Inline,  ///< At the function's entry.
  Prologue ///< In front of the prologue.
};

/// Why calls of a function are not counted.
enum class NoHookReason {
  None,       ///< They are counted.
  NotMarked,  ///< MarkPass did not choose it.
  Small,      ///< It is smaller than Options::MinSize, and has no loop.
  Convention, ///< A hook would have to save registers.
  Options     ///< The options ask for no hooks.
};

struct FunctionPlan {
  llvm::Function *F;
  /// How its calls are counted.
  HookKind Hook = HookKind::None;
  NoHookReason NoHook = NoHookReason::None;
  bool CountsBlocks = false;
  /// It has counters in place of placeholders.
  bool CountsSource = false;
  EntryPlace Entry = EntryPlace::None;
  /// It counts its calls of functions that may have no hook, or one that calls
  /// may pass by.
  bool CountsOutgoing = false;
  /// Of these, it counts only calls of functions that may have a hook.
  bool CountsOnlyHooked = false;
  /// Instrumentation inserts a call of a monitoring routine. The code generator
  /// inserts that of __fentry__.
  bool CallsRoutine = false;

  bool hasCounters() const { return CountsBlocks || CountsSource; }
  bool isInstrumented() const {
    return Hook != HookKind::None || hasCounters();
  }
};

/// Plans the functions of \p M that are not instrumented yet.
llvm::Expected<llvm::SmallVector<FunctionPlan, 0>>
planFunctions(llvm::Module &M, llvm::FunctionAnalysisManager &FAM);

} // namespace gmon

#endif // GMON_PASS_PLAN_H
