//===-- SourceCounters.cpp - Counting the executions of lines -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inserts placeholders, and writes the lines that they count. FlowGraph.h
// explains how the counts of blocks follow from few counters; a line has the
// counts of the blocks that have code of it.
//
//===----------------------------------------------------------------------===//

#include "source/SourceCounters.h"
#include "counters/Placeholder.h"
#include "data/SourceMap.h"
#include "flow/FlowGraph.h"
#include "flow/LeavingCalls.h"
#include "ir/EntryPoint.h"
#include "ir/MemoryAttributes.h"
#include "lines/LineCode.h"
#include "target/Target.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gmon {

/// Whether a call of another line precedes \p I that may not return: \p I may
/// be executed less often.
static bool isBehindLeavingCall(const Instruction &I, LeavingFn MayLeave) {
  const Instruction *Call = I.getPrevNode();
  return Call && I.getDebugLoc() && Call->getDebugLoc() &&
         I.getDebugLoc().getLine() != Call->getDebugLoc().getLine() &&
         MayLeave(*Call);
}

/// Whether \p Return, behind \p Call, returns nothing, and the optimizer may
/// make one jump of both. A counter in between would prevent that.
static bool mayEndTailCall(const ReturnInst &Return, const CallInst &Call) {
  if (Call.isMustTailCall())
    return true;
  const Function &F = *Return.getFunction();
  // The address of a struct is returned, too.
  return !Return.getReturnValue() &&
         (!F.hasStructRetAttr() || Call.hasStructRetAttr()) &&
         !Call.doesNotReturn() && !Call.isNoTailCall() && !F.hasOptNone() &&
         !F.getFnAttribute("disable-tail-calls").getValueAsBool();
}

enum class EndCount {
  Block, ///< is executed as often as its block
  Own,   ///< needs a counter of its own: the call before may not return
  None   ///< needs a counter of its own, but cannot have one
};

/// How \p I is counted, which may follow a call that does not return.
static EndCount countOfEnd(const Instruction &I, LeavingFn MayLeave) {
  if (!isBehindLeavingCall(I, MayLeave))
    return EndCount::Block;
  if (const auto *Return = dyn_cast<ReturnInst>(&I)) {
    const auto *Call = dyn_cast<CallInst>(I.getPrevNode());
    // A statement that returns the result of a call begins before it.
    if (!Call || Return->getReturnValue() == Call)
      return EndCount::Block;
    return mayEndTailCall(*Return, *Call) ? EndCount::None : EndCount::Own;
  }
  return isa<BranchInst>(I) ? EndCount::Own : EndCount::Block;
}

/// Adds the lines of \p Block, each once, to \p Lines. The first line of the
/// entry is where the function opens.
static void addLines(const BasicBlock &Block, unsigned Count,
                     LeavingFn MayLeave, const LineCode &Code,
                     SmallVectorImpl<LineEntry> &Lines) {
  SmallSetVector<FileLine, 4> Seen;
  // The function's opening is executed whenever the function is.
  if (Block.isEntryBlock())
    if (const DISubprogram *SP = Block.getParent()->getSubprogram())
      Seen.insert({SP->getFile(), SP->getScopeLine()});
  for (const Instruction &I : Block)
    if (countOfEnd(I, MayLeave) != EndCount::None)
      if (std::optional<FileLine> Line = Code.lineOf(I))
        Seen.insert(*Line);
  for (auto [File, Line] : Seen)
    Lines.push_back({File, Line, Count});
}

/// Whether \p F is the complete or deleting variant of a constructor or
/// destructor that calls another one, whose lines are its own.
static bool isVariantOfCallee(const Function &F) {
  StringRef Name = F.getName();
  auto IsOther = [&](StringRef Callee) {
    if (!Name.starts_with("_Z") || Callee.size() != Name.size())
      return false;
    auto [Own, Its] = std::mismatch(Name.begin(), Name.end(), Callee.begin());
    if (Own == Name.end() || (Own[-1] != 'C' && Own[-1] != 'D'))
      return false;
    return isDigit(*Own) && isDigit(*Its) &&
           std::equal(Own + 1, Name.end(), Its + 1);
  };
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto *Callee =
        Call ? dyn_cast<Function>(
                   Call->getCalledOperand()->stripPointerCastsAndAliases())
             : nullptr;
    return Callee && IsOther(Callee->getName());
  });
}

static bool canCountLines(const Function &F) {
  // Code without lines cannot be counted. Clang gives no line to functions that
  // it makes up, such as the one that asks whether a coroutine is suspended.
  const DISubprogram *SP = F.getSubprogram();
  if (!SP || !SP->getScopeLine() || isVariantOfCallee(F))
    return false;
  return !hasFunclets(F);
}

/// Inserts the placeholders of \p F.
static void insertPlaceholders(Function &F, FunctionAnalysisManager &FAM,
                               LeavingFn MayLeave, SourceMap &Map) {
  LineCode Code(F);
  prepareEntry(F);
  splitBlocks(F, MayLeave, [&](const Instruction &I) {
    return Code.lineOf(I) && countOfEnd(I, MayLeave) == EndCount::Own;
  });
  FAM.invalidate(F, PreservedAnalyses::none());
  // What the optimizer makes of a new block between two others is unknown.
  FlowGraph Graph(F, FAM, MayLeave, /*SplitCost=*/1);
  auto IsCounted = [](const BasicBlock *Block) {
    return !leavesCoroutine(*Block);
  };
  Graph.place(IsCounted);
  SmallVector<LineEntry, 0> Lines;
  for (auto [Block, Edge] : Graph.blocks())
    if (!Block->isEHPad() && IsCounted(Block))
      addLines(*Block, Graph.placement().countOf(Edge), MayLeave, Code, Lines);

  uint64_t First = Map.add(F, Lines, Graph.placement());
  for (auto [Index, Point] : enumerate(Graph.countedPoints())) {
    IRBuilder<> Builder(Point->getParent(), Point);
    Builder.SetCurrentDebugLocation(counterLocation(Point));
    createSourcePlaceholder(Builder, First + Index);
  }
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// Drops the locations of functions that have them only for the lines here.
/// Every later pass would maintain them for nothing.
static void dropLocations(Module &M) {
  LLVMContext &Context = M.getContext();
  // Other purposes: remarks, and `--coverage`, which comes next.
  const DiagnosticHandler *Handler = Context.getDiagHandlerPtr();
  if (Context.getLLVMRemarkStreamer() || Context.getMainRemarkStreamer() ||
      (Handler && Handler->isAnyRemarkEnabled()) ||
      M.getNamedMetadata("llvm.gcov"))
    return;
  for (Function &F : M)
    if (const DISubprogram *SP = F.getSubprogram();
        SP && SP->getUnit() &&
        SP->getUnit()->getEmissionKind() == DICompileUnit::NoDebug &&
        !F.hasFnAttribute("use-sample-profile"))
      stripDebugInfo(F);
}

PreservedAnalyses SourceCountersPass::run(Module &M,
                                          ModuleAnalysisManager &MAM) {
  // InstrumentPass warns of targets without a runtime.
  if (!findTarget(M) || M.getFunction(PlaceholderName))
    return PreservedAnalyses::all();
  std::optional<Selection> Selected = Functions->select(M);
  if (!Selected)
    return PreservedAnalyses::all();
  SmallVector<Function *, 0> Counted;
  for (Function &F : M)
    if (!F.isDeclaration() && Selected->exclusionOf(F) == Exclusion::None &&
        canCountLines(F))
      Counted.push_back(&F);
  if (Counted.empty())
    return PreservedAnalyses::all();

  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  auto LibraryOf = [&](const Function &F) -> const TargetLibraryInfo & {
    return FAM.getResult<TargetLibraryAnalysis>(const_cast<Function &>(F));
  };
  dropMemoryAttributes(M, LibraryOf(*Counted[0]));

  SourceMap Map(M);
  LeavingCalls Calls(M, LibraryOf(*Counted[0]));
  for (Function *F : Counted)
    insertPlaceholders(
        *F, FAM, [&](const Instruction &I) { return Calls.mayLeave(I); }, Map);
  Map.emit();
  dropLocations(M);
  return PreservedAnalyses::none();
}

} // namespace gmon
