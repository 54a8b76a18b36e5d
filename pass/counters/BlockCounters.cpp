//===-- BlockCounters.cpp - Counting the executions of blocks -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See BlockCounters.h; FlowGraph.h says what flows where.
//
//===----------------------------------------------------------------------===//

#include "counters/BlockCounters.h"
#include "counters/Placeholder.h"
#include "counters/RegisterCounters.h"
#include "data/FunctionData.h"
#include "flow/FlowGraph.h"
#include "flow/TailCalls.h"
#include "ir/EntryPoint.h"
#include "lines/ExactLines.h"
#include "lines/LineCode.h"
#include "machine/BlockMarks.h"
#include "target/CountingCode.h"
#include "target/ModuleKind.h"
#include "target/NamedAssembly.h"
#include "target/ThreadCopy.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/LowerConstantIntrinsics.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gmon {

/// Whether \p Block continues the line of its only predecessor, which ended
/// with a call. The count of a line is how often control reached it.
static bool continuesLine(const BasicBlock &Block) {
  const BasicBlock *Before = Block.getSinglePredecessor();
  if (!Before || !Before->getSingleSuccessor() || Before->isEHPad())
    return false;
  const auto *Call =
      dyn_cast_or_null<CallBase>(Before->getTerminator()->getPrevNode());
  return Call && !mayReturnTwice(*Call) &&
         isSameLine(Call->getDebugLoc(), firstLocation(Block));
}

/// Whether the table lists \p Block. Where lines are exact, it lists blocks
/// with a line that they do not continue. Otherwise a listed block stays, so
/// that a block that only branches is left to the optimizer to remove.
static bool isListed(const BasicBlock &Block) {
  const Function &F = *Block.getParent();
  if (Block.isEntryBlock())
    return true;
  if (Block.isEHPad())
    return false;
  if (hasExactLines(F))
    return firstLocation(Block) && !continuesLine(Block);
  const auto *Branch = dyn_cast<BranchInst>(&*Block.getFirstNonPHIOrDbg());
  return !Branch || Branch->isConditional();
}

static void insertCounters(Function &F, FunctionData &Data, FlowGraph &Graph) {
  SmallVector<BasicBlock::iterator> Points = Graph.countedPoints();
  GlobalVariable *Counters = Data.createCounters(Points.size());
  bool HasSegment = usesSegment(*F.getParent());
  std::optional<NamedCounters> Named;
  if (hasExactLines(F))
    Named = NamedCounters::create(F, *Counters);
  for (auto [Index, Point] : enumerate(Points)) {
    IRBuilder<> Builder(Point->getParent(), Point);
    Builder.SetCurrentDebugLocation(counterLocation(Point));
    if (Named)
      Named->createIncrement(Builder, Index);
    // Unoptimized code would reload a value of another block at the start of
    // the block, before its line begins.
    else if (hasExactLines(F))
      createIncrement(Builder,
                      counterInThread(Builder, Counters, Index, HasSegment));
    else
      createPlaceholder(Builder, Counters, Index);
  }
}

/// Folds __builtin_constant_p and the like, as the code generator would do
/// first. The blocks that it would delete then need no counts.
static void foldConstants(Function &F, FunctionAnalysisManager &FAM) {
  FAM.invalidate(F, LowerConstantIntrinsicsPass().run(F, FAM));
}

BlockCounts insertBlockCounters(Function &F, FunctionData &Data,
                                FunctionAnalysisManager &FAM) {
  foldConstants(F, FAM);
  returnAtTailCalls(F);
  if (hasExactLines(F))
    LineCode(F).moveToCode(F);
  LineTracker Lines(F);
  splitBlocks(F, mayNotReturn,
              [&](const Instruction &I) { return Lines.changesAt(I); });
  if (hasExactLines(F))
    keepValuesInMemory(F);
  FAM.invalidate(F, PreservedAnalyses::none());

  // A new block between two others needs a jump.
  FlowGraph Graph(F, FAM, mayNotReturn, /*SplitCost=*/2);
  Graph.place([](BasicBlock *) { return true; });
  SmallVector<BlockEntry> Listed;
  BlockCounts Counts;
  for (auto [Block, Edge] : Graph.blocks()) {
    Counts[Block] = Graph.placement().countOf(Edge);
    if (isListed(*Block))
      Listed.push_back({Block, Counts[Block]});
  }
  insertCounters(F, Data, Graph);
  if (hasExactLines(F)) {
    // Blocks of deeper loops come first in a line, and blocks that are not
    // listed last.
    DenseMap<const BasicBlock *, uint64_t> Rank;
    SmallVector<BasicBlock *> Pinned;
    for (const BlockEntry &Entry : drop_begin(Listed)) {
      Pinned.push_back(Entry.Block);
      Rank[Entry.Block] = Graph.frequency(Entry.Block);
    }
    pinLines(Pinned);
    groupByLine(F,
                [&](const BasicBlock &Block) { return Rank.lookup(&Block); });
    for (const BlockEntry &Entry : drop_begin(Listed))
      if (BasicBlock *Rest = splitBehindPin(*Entry.Block))
        Counts[Rest] = Entry.Count;
  } else {
    // This also invalidates the graph's frequencies.
    FAM.invalidate(F, PreservedAnalyses::none());
    countInRegisters(F, FAM, mayNotReturn);
    lowerPlaceholders(F);
  }
  // Nothing copies unoptimized code. A check for unreachable code must stay
  // removable.
  if (!F.hasOptNone())
    for (auto [Index, Entry] : enumerate(Listed)) {
      BasicBlock &Block = *Entry.Block;
      if (!isa<UnreachableInst>(Block.getFirstNonPHIOrDbg()))
        markBlock(Block.isEntryBlock() ? entryPoint(F)
                                       : Block.getFirstInsertionPt(),
                  Index);
    }
  Data.createBlockTable(Listed, Graph.placement());
  return Counts;
}

} // namespace gmon
