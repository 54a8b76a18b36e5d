//===-- Plan.cpp - What each function gets --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First each function by itself, then the entries, for which callers matter.
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "calls/CallCounters.h"
#include "calls/EarlyHook.h"
#include "ir/CallingConventions.h"
#include "ir/ControlFlow.h"
#include "selection/Marks.h"
#include "target/ModuleKind.h"
#include "target/OutgoingCalls.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gmon {

/// Whether one call of \p F takes less time than counting it: \p F has fewer
/// than \p Size instructions and no loop.
static bool isSmall(Function &F, unsigned Size, FunctionAnalysisManager &FAM) {
  return Size && F.getInstructionCount() < Size &&
         FAM.getResult<LoopAnalysis>(F).empty();
}

static NoHookReason findNoHookReason(Function &F, const Options &Opts,
                                     FunctionAnalysisManager &FAM) {
  if (!hasPlan(F))
    return NoHookReason::NotMarked;
  if (isSmall(F, Opts.MinSize, FAM))
    return NoHookReason::Small;
  if (!hasOrdinaryRegisters(F))
    return NoHookReason::Convention;
  return Opts.Hook == HookKind::None ? NoHookReason::Options
                                     : NoHookReason::None;
}

/// Whether calls in \p F of functions without a hook are counted. At -O0 code
/// has no counters of its own, so programs may set the segment register.
static bool wantsOutgoing(const Function &F, CalleeKind Callees) {
  return Callees == CalleeKind::All ||
         (Callees == CalleeKind::AllIfOptimized && !F.hasOptNone());
}

/// Plans all but the entry of \p F.
static FunctionPlan planFunction(Function &F, const Options &Opts,
                                 FunctionAnalysisManager &FAM) {
  FunctionPlan Plan = {&F};
  Plan.NoHook = findNoHookReason(F, Opts, FAM);
  if (Plan.NoHook == NoHookReason::None)
    Plan.Hook = Opts.Hook;
  Plan.CountsBlocks = Opts.Blocks == BlockKind::Machine &&
                      Plan.NoHook != NoHookReason::Small && !hasFunclets(F);
  // Source counters may be those of functions that were inlined.
  Plan.CountsSource = F.hasFnAttribute(CountsAttribute);
  Plan.CountsOnlyHooked = !wantsOutgoing(F, Opts.Callees);
  Plan.CountsOutgoing = Plan.Hook == HookKind::Inline &&
                        (!Plan.CountsOnlyHooked ||
                         (usesSegment(*F.getParent()) && !F.hasOptNone())) &&
                        any_of(instructions(F), mayCallOut);
  // The code generator calls __fentry__ itself, before the prologue.
  Plan.CallsRoutine = Plan.Hook == HookKind::Call &&
                      !F.getFnAttribute(FentryAttribute).getValueAsBool();
  return Plan;
}

/// Plans the entries of \p Plans.
static void planEntries(MutableArrayRef<FunctionPlan> Plans) {
  SmallVector<Function *> Counting, Prepared;
  bool AllHooked = true;
  for (const FunctionPlan &Plan : Plans) {
    bool IsHooked = Plan.Hook == HookKind::Inline;
    if (IsHooked && countsCalls(*Plan.F))
      Counting.push_back(Plan.F);
    if (IsHooked || Plan.hasCounters()) {
      Prepared.push_back(Plan.F);
      AllHooked &= IsHooked;
    }
  }
  FunctionSet Unhooked = findKnownCallers(Counting);
  // Of functions with counters and without a hook, those that only threads
  // execute that have their copy of the counters.
  FunctionSet Safe;
  if (!AllHooked)
    Safe = findKnownCallers(Prepared);
  for (FunctionPlan &Plan : Plans) {
    bool IsHooked = Plan.Hook == HookKind::Inline;
    if (!IsHooked && !Plan.hasCounters())
      continue;
    if ((IsHooked ? Unhooked : Safe).contains(Plan.F))
      Plan.Entry = EntryPlace::None;
    else if (takesEarlyHook(*Plan.F))
      Plan.Entry = EntryPlace::Prologue;
    else
      Plan.Entry = EntryPlace::Inline;
  }
}

Expected<SmallVector<FunctionPlan, 0>>
planFunctions(Module &M, FunctionAnalysisManager &FAM) {
  SmallVector<FunctionPlan, 0> Plans;
  for (Function &F : M) {
    if (F.isDeclaration() || isPlanDone(F))
      continue;
    Expected<Options> Opts =
        Options::parse(F.getFnAttribute(PlanAttribute).getValueAsString());
    if (!Opts)
      return Opts.takeError();
    Plans.push_back(planFunction(F, *Opts, FAM));
  }
  planEntries(Plans);
  return Plans;
}

} // namespace gmon
