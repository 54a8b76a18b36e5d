//===-- GmonPass.cpp - The instrumentation pass ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which functions are instrumented, and in which order their parts go in.
//
//===----------------------------------------------------------------------===//

#include "GmonPass.h"
#include "calls/CallCounters.h"
#include "calls/DirectEntry.h"
#include "calls/EntryHook.h"
#include "counters/BlockCounters.h"
#include "data/FunctionData.h"
#include "ir/CallingConventions.h"
#include "ir/EntryPoint.h"
#include "ir/MemoryAttributes.h"
#include "selection/Marks.h"
#include "target/NamedAssembly.h"
#include "target/TargetCode.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
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

/// Whether \p F will be a function, as it is.
static bool hasOwnCode(const Function &F) {
  // Code that only the optimizer reads.
  if (F.hasAvailableExternallyLinkage())
    return false;
  // What will be split into several functions later, each to be hooked then.
  return !F.isPresplitCoroutine();
}

PreservedAnalyses MarkPass::run(Module &M, ModuleAnalysisManager &) {
  std::optional<Selection> Selected = Functions->select(M);
  if (!Selected)
    return PreservedAnalyses::all();
  const Options &Opts = Functions->options();
  for (Function &F : M) {
    if (hasPlan(F) || !Selected->isWanted(F))
      continue;
    if (!hasOwnCode(F) || !Selected->isAllowed(F)) {
      // A function that is not hooked must not call mcount either.
      removeMark(F);
      continue;
    }
    F.addFnAttr(PlanAttribute, Opts.str());
    // The call of another routine keeps its mark, which has the routine's name.
    if (Opts.Hook != HookKind::Call)
      removeMark(F);
  }
  return PreservedAnalyses::all();
}

/// Whether \p F, called once, takes less time than counting that: it has fewer
/// than \p Size instructions and no loop.
static bool isShort(Function &F, unsigned Size, FunctionAnalysisManager &FAM) {
  return F.getInstructionCount() < Size &&
         FAM.getResult<LoopAnalysis>(F).empty();
}

/// Whether \p F counts what it executes, as \p Opts say or by counters that it
/// has already.
static bool hasCounters(const Function &F, const Options &Opts) {
  return Opts.Blocks == BlockKind::Machine || F.hasFnAttribute(CountsAttribute);
}

/// What is known of other functions when one is instrumented.
struct ModuleFacts {
  DirectCallees Callees;
  /// Of functions with counters and no hook: are executed only by threads that
  /// have their copy of the counts.
  FunctionSet Safe;
};

/// What is to be done with a function.
struct FunctionPlan {
  Function *F;
  Options Opts;
  /// Its calls pass by the hooks of callees: it counts them, or nobody does.
  bool CallsDirect;
};

static void instrument(const FunctionPlan &Plan, const ModuleFacts &Facts,
                       FunctionAnalysisManager &FAM) {
  Function &F = *Plan.F;
  const Options &Opts = Plan.Opts;
  F.addFnAttr(PlanAttribute, PlanDone);
  bool HasMachineBlocks = Opts.Blocks == BlockKind::Machine;
  bool CallsFentry = F.getFnAttribute(FentryAttribute).getValueAsBool();
  dropMemoryAttributes(F);
  prepareEntry(F);
  if (Opts.Hook == HookKind::Inline || hasCounters(F, Opts)) {
    FunctionData Data(F);
    std::optional<BlockCounts> Blocks;
    if (HasMachineBlocks)
      Blocks = insertBlockCounters(F, Data, FAM);
    SmallVector<CallBase *> Calls;
    if (Plan.CallsDirect)
      Calls = makeCallsDirect(F, Facts.Callees,
                              FAM.getResult<TargetLibraryAnalysis>(F));
    bool IsHooked = Opts.Hook == HookKind::Inline;
    if (IsHooked)
      insertCallCounters(F, Data, Calls, Blocks);
    if ((IsHooked ? Facts.Callees.Unhooked : Facts.Safe).contains(&F))
      insertReference(F, Data);
    else if (auto Found = Facts.Callees.Entries.find(&F);
             Found != Facts.Callees.Entries.end())
      insertEarlyHook(F, Found->second, Data, IsHooked);
    else if (takesEarlyHook(F))
      insertEarlyHook(F, {}, Data, IsHooked);
    else if (IsHooked)
      insertInlineHook(F, Data);
    else
      insertTouch(F, Data, Blocks && !usesSegment(*F.getParent()));
    Data.finish();
  }
  // The code generator calls __fentry__ itself, before the prologue.
  if (Opts.Hook == HookKind::Call && !CallsFentry) {
    insertHookCall(F);
    F.removeFnAttr(MarkAttribute);
  }
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// What is to be done with the functions of \p M, but for those that turn out
/// to be too short.
static Expected<SmallVector<FunctionPlan>>
readPlans(Module &M, FunctionAnalysisManager &FAM) {
  SmallVector<FunctionPlan> Plans;
  for (Function &F : M) {
    StringRef Plan = F.getFnAttribute(PlanAttribute).getValueAsString();
    if (F.isDeclaration() || Plan == PlanDone)
      continue;
    Expected<Options> Opts = Options::parse(Plan);
    if (!Opts)
      return Opts.takeError();
    HookKind Asked = Opts->Hook;
    if (Plan.empty() || isShort(F, Opts->MinSize, FAM)) {
      // It may still have counters of what was inlined into it.
      Opts->Hook = HookKind::None;
      Opts->Blocks = BlockKind::None;
    } else if (!hasOrdinaryRegisters(F)) {
      Opts->Hook = HookKind::None;
    }
    if (Opts->Hook == HookKind::None)
      removeMark(F);
    if (Opts->Hook == HookKind::None && !hasCounters(F, *Opts))
      continue;
    Plans.push_back({&F, *Opts, Opts->Hook == Asked});
  }
  return Plans;
}

PreservedAnalyses InstrumentPass::run(Module &M, ModuleAnalysisManager &MAM) {
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  auto Plans = readPlans(M, FAM);
  if (!Plans) {
    M.getContext().emitError(toString(Plans.takeError()));
    return PreservedAnalyses::all();
  }
  if (Plans->empty())
    return PreservedAnalyses::all();

  if (!isSupported(M)) {
    M.getContext().diagnose(
        DiagnosticInfoGeneric("gmon: not profiled: there is no runtime for '" +
                                  M.getTargetTriple().str() + "'",
                              DS_Warning));
    return PreservedAnalyses::all();
  }

  SmallVector<Function *> Hooked, Prepared;
  for (const FunctionPlan &Plan : *Plans) {
    bool IsHooked = Plan.Opts.Hook == HookKind::Inline;
    if (IsHooked)
      Hooked.push_back(Plan.F);
    if (IsHooked || hasCounters(*Plan.F, Plan.Opts))
      Prepared.push_back(Plan.F);
  }
  ModuleFacts Facts = {findDirectCallees(Hooked, Prepared), {}};
  if (Prepared.size() != Hooked.size())
    Facts.Safe = findKnownCallers(Prepared);
  for (const FunctionPlan &Plan : *Plans)
    instrument(Plan, Facts, FAM);
  return PreservedAnalyses::none();
}

} // namespace gmon
