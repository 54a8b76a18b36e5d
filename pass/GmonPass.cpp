//===-- GmonPass.cpp - The instrumentation pass ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks functions, and carries out their plans.
//
//===----------------------------------------------------------------------===//

#include "GmonPass.h"
#include "Plan.h"
#include "Remarks.h"
#include "calls/CallCounters.h"
#include "calls/EarlyHook.h"
#include "calls/EntryHook.h"
#include "counters/BlockCounters.h"
#include "data/FunctionData.h"
#include "ir/EntryPoint.h"
#include "ir/LLVMVersion.h"
#include "ir/MemoryAttributes.h"
#include "selection/Marks.h"
#include "target/ModuleKind.h"
#include "target/NamedAssembly.h"
#include "target/Target.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace gmon {

PreservedAnalyses LibraryPass::run(Module &M, ModuleAnalysisManager &) {
  setForLibrary(M);
  return PreservedAnalyses::all();
}

PreservedAnalyses NamesPass::run(Module &M, ModuleAnalysisManager &) {
  if (any_of(M, [](const Function &F) { return F.hasOptNone(); }))
    setNamesInText(M);
  return PreservedAnalyses::all();
}

/// Whether \p F will be one function of the object file: neither code that only
/// the optimizer reads, nor a coroutine that is still to be split into several
/// functions. If a link splits it, each of them has its mark.
static bool hasOwnCode(const Function &F, bool IsBeforeLink) {
  return !F.isDeclarationForLinker() &&
         (IsBeforeLink || !F.isPresplitCoroutine());
}

PreservedAnalyses MarkPass::run(Module &M, ModuleAnalysisManager &) {
  std::optional<Selection> Selected = Functions->select(M);
  if (!Selected)
    return PreservedAnalyses::all();
  const Options &Opts = Functions->options();
  for (Function &F : M) {
    if (hasPlan(F))
      continue;
    if (!hasOwnCode(F, IsBeforeLink)) {
      removeMark(F);
      continue;
    }
    if (Exclusion Why = Selected->exclusionOf(F); Why != Exclusion::None) {
      reportExclusion(F, Why);
      // A function that is not hooked must not call mcount either.
      removeMark(F);
      continue;
    }
    // Without a symbol, its calls would be those of the function in front of
    // it.
    if (F.hasPrivateLinkage())
      F.setLinkage(GlobalValue::InternalLinkage);
    F.addFnAttr(PlanAttribute, Opts.str());
    // The call of another routine keeps its mark, which has the routine's name.
    if (Opts.Hook != HookKind::Call)
      removeMark(F);
  }
  return PreservedAnalyses::all();
}

static void insertEntry(const FunctionPlan &Plan, FunctionData &Data) {
  Function &F = *Plan.F;
  bool IsHooked = Plan.Hook == HookKind::Inline;
  switch (Plan.Entry) {
  case EntryPlace::None:
    insertReference(F, Data);
    break;
  case EntryPlace::Prologue:
    insertEarlyHook(F, Data, IsHooked);
    break;
  case EntryPlace::Inline:
    if (IsHooked)
      insertInlineHook(F, Data);
    else
      insertTouch(F, Data, Plan.CountsBlocks && !usesSegment(*F.getParent()));
    break;
  }
}

static void instrument(const FunctionPlan &Plan, const FunctionSet &Unhooked,
                       FunctionAnalysisManager &FAM) {
  Function &F = *Plan.F;
  setPlanDone(F,
              Plan.Hook == HookKind::Inline && Plan.Entry != EntryPlace::None);
  dropMemoryAttributes(F);
  prepareEntry(F);
  FunctionData Data(F);
  std::optional<BlockCounts> Blocks;
  if (Plan.CountsBlocks)
    Blocks = insertBlockCounters(F, Data, FAM);
  if (Plan.Hook == HookKind::Inline && countsCalls(F))
    insertCallCounters(F, Data, Unhooked, Blocks);
  if (Plan.CountsOutgoing)
    Data.countOutgoing(Plan.CountsOnlyHooked);
  insertEntry(Plan, Data);
  Data.finish();
  if (Plan.CallsRoutine) {
    insertHookCall(F);
    F.removeFnAttr(MarkAttribute);
  }
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// The functions that have no hook because all their callers count.
static FunctionSet findUnhooked(ArrayRef<FunctionPlan> Plans) {
  FunctionSet Result;
  for (const FunctionPlan &Plan : Plans)
    if (Plan.Hook == HookKind::Inline && Plan.Entry == EntryPlace::None)
      Result.insert(Plan.F);
  return Result;
}

PreservedAnalyses InstrumentPass::run(Module &M, ModuleAnalysisManager &MAM) {
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  auto Plans = planFunctions(M, FAM);
  if (!Plans) {
    M.getContext().emitError(toString(Plans.takeError()));
    return PreservedAnalyses::all();
  }
  for (const FunctionPlan &Plan : *Plans)
    if (Plan.Hook == HookKind::None)
      removeMark(*Plan.F);
  bool IsInstrumented = any_of(
      *Plans, [](const FunctionPlan &Plan) { return Plan.isInstrumented(); });
  if (IsInstrumented && !findTarget(M)) {
    M.getContext().diagnose(GenericDiagnostic(
        "gmon: not profiled: " + lackOfTarget(M), DS_Warning));
    return PreservedAnalyses::all();
  }
  for (const FunctionPlan &Plan : *Plans)
    reportPlan(Plan);
  if (!IsInstrumented)
    return PreservedAnalyses::all();

  FunctionSet Unhooked = findUnhooked(*Plans);
  for (const FunctionPlan &Plan : *Plans)
    if (Plan.isInstrumented())
      instrument(Plan, Unhooked, FAM);
  return PreservedAnalyses::none();
}

} // namespace gmon
