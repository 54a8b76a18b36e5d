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
#include "BlockCounters.h"
#include "CallSites.h"
#include "DirectEntry.h"
#include "EntryHook.h"
#include "Filter.h"
#include "FunctionData.h"
#include "NamedAssembly.h"
#include "SourceCounters.h"
#include "TargetCode.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace gmon {

/// What is to be done with a function, as Options::str() says it, or Done.
static constexpr char PlanAttribute[] = "gmon";
static constexpr char Done[] = "done";

/// Whether the registers that \p F must leave alone are those that others leave
/// alone, too. A function that saves more would have to save what its hook uses
/// at each entry, to count calls that are rare mostly.
static bool hasOrdinaryRegisters(const Function &F) {
  if (F.hasFnAttribute("no_caller_saved_registers"))
    return false;
  switch (F.getCallingConv()) {
  case CallingConv::C:
  case CallingConv::Fast:
  case CallingConv::Cold:
  case CallingConv::Tail:
  case CallingConv::Swift:
  case CallingConv::SwiftTail:
  case CallingConv::X86_64_SysV:
  case CallingConv::Win64:
    return true;
  default:
    return false;
  }
}

/// Whether what \p F executes can be counted: counters and the call that sets
/// them up for a thread, which preserves registers, take registers as any other
/// code does, so that it must be code that can save some.
static bool canHaveCounters(const Function &F) {
  if (F.hasFnAttribute("interrupt"))
    return false;
  switch (F.getCallingConv()) {
  case CallingConv::PreserveMost:
  case CallingConv::PreserveAll:
  case CallingConv::PreserveNone:
  case CallingConv::X86_RegCall:
  case CallingConv::X86_VectorCall:
  case CallingConv::AArch64_VectorCall:
  case CallingConv::AArch64_SVE_VectorCall:
  case CallingConv::RISCV_VectorCall:
    return true;
  default:
    return F.hasFnAttribute("no_caller_saved_registers") ||
           hasOrdinaryRegisters(F);
  }
}

/// The functions that resolve ifuncs, and those of the module that they call.
static SmallPtrSet<const Function *, 4> findResolvers(const Module &M) {
  SmallPtrSet<const Function *, 4> Resolvers;
  SmallVector<const Function *> Work;
  auto Add = [&](const Value *V) {
    const auto *F = dyn_cast<Function>(V->stripPointerCastsAndAliases());
    if (F && !F->isDeclaration() && Resolvers.insert(F).second)
      Work.push_back(F);
  };
  for (const GlobalIFunc &I : M.ifuncs())
    Add(I.getResolverFunction());
  while (!Work.empty())
    for (const Instruction &I : instructions(*Work.pop_back_val()))
      if (const auto *Call = dyn_cast<CallBase>(&I))
        Add(Call->getCalledOperand());
  return Resolvers;
}

static bool isEligible(const Function &F,
                       const SmallPtrSetImpl<const Function *> &Resolvers) {
  if (F.isDeclaration())
    return false;
  // No prologue: the hook would find neither stack nor registers.
  if (F.hasFnAttribute(Attribute::Naked))
    return false;
  if (F.hasFnAttribute(Attribute::NoProfile) ||
      F.hasFnAttribute(Attribute::SkipProfile))
    return false;
  // They run before relocations are applied, the thread-local ones included.
  if (Resolvers.contains(&F))
    return false;
  return canHaveCounters(F);
}

/// Whether \p F will be a function, as it is.
static bool hasOwnCode(const Function &F) {
  // Code that only the optimizer reads.
  if (F.hasAvailableExternallyLinkage())
    return false;
  // What will be split into several functions later, each to be hooked then.
  return !F.isPresplitCoroutine();
}

/// Whether Clang marked \p F for mcount. Marks for other routines, such as
/// __cyg_profile_func_enter_bare, are not ours.
static bool isMarked(const Function &F) {
  StringRef Routine = F.getFnAttribute(MarkAttribute).getValueAsString();
  return Routine.contains("mcount") ||
         F.getFnAttribute(FentryAttribute).getValueAsBool();
}

/// Whether it was decided what is to be done with \p F.
static bool hasPlan(const Function &F) {
  return F.hasFnAttribute(PlanAttribute);
}

static void removeMark(Function &F) {
  if (isMarked(F)) {
    F.removeFnAttr(MarkAttribute);
    F.removeFnAttr(FentryAttribute);
  }
}

namespace {

/// Which functions of a module are instrumented.
struct Selection {
  Filter Unwanted;
  SmallPtrSet<const Function *, 4> Resolvers;
  bool OnlyMarked;

  static Expected<Selection> make(const Module &M, const Options &Opts);

  bool asksFor(const Function &F) const { return !OnlyMarked || isMarked(F); }
  bool allows(const Function &F) const {
    return isEligible(F, Resolvers) && !Unwanted.contains(F);
  }
};

} // namespace

Expected<Selection> Selection::make(const Module &M, const Options &Opts) {
  Expected<Filter> Unwanted = Filter::read(Opts.Filter);
  if (!Unwanted)
    return Unwanted.takeError();
  bool OnlyMarked =
      Opts.OnlyMarked && !is_contained(Opts.Unmarked, M.getModuleIdentifier());
  // Where functions have a plan, marks have been taken over already.
  return Selection{std::move(*Unwanted), findResolvers(M),
                   OnlyMarked || any_of(M, isMarked) || any_of(M, hasPlan)};
}

SmallVector<Function *, 0> functionsToInstrument(Module &M,
                                                 const Options &Opts) {
  Expected<Selection> Selected = Selection::make(M, Opts);
  if (!Selected) {
    // MarkPass says so.
    consumeError(Selected.takeError());
    return {};
  }
  SmallVector<Function *, 0> Result;
  for (Function &F : M)
    if (Selected->asksFor(F) && Selected->allows(F))
      Result.push_back(&F);
  return Result;
}

PreservedAnalyses LibraryPass::run(Module &M, ModuleAnalysisManager &) {
  setForLibrary(M);
  return PreservedAnalyses::all();
}

PreservedAnalyses NamesPass::run(Module &M, ModuleAnalysisManager &) {
  if (any_of(M, [](const Function &F) { return F.hasOptNone(); }))
    setNamesInText(M);
  return PreservedAnalyses::all();
}

PreservedAnalyses MarkPass::run(Module &M, ModuleAnalysisManager &) {
  Expected<Selection> Selected = Selection::make(M, Opts);
  if (!Selected) {
    M.getContext().emitError(toString(Selected.takeError()));
    return PreservedAnalyses::all();
  }
  for (Function &F : M) {
    if (hasPlan(F) || !Selected->asksFor(F))
      continue;
    if (!hasOwnCode(F) || !Selected->allows(F)) {
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

void dropMemoryAttributes(Function &F) {
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::Speculatable, Attribute::NoSync})
    F.removeFnAttr(Kind);
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      if (Call->getCalledOperand() == &F)
        Call->removeFnAttr(Attribute::Memory);
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
  F.addFnAttr(PlanAttribute, Done);
  bool HasMachineBlocks = Opts.Blocks == BlockKind::Machine;
  bool CallsFentry = F.getFnAttribute(FentryAttribute).getValueAsBool();
  if (Opts.Hook != HookKind::None || hasCounters(F, Opts))
    dropMemoryAttributes(F);
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
    if (F.isDeclaration() || Plan == Done)
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
