//===-- FlowGraph.cpp - What flows through a function ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See FlowGraph.h.
//
//===----------------------------------------------------------------------===//

#include "flow/FlowGraph.h"
#include "flow/TailCalls.h"
#include "ir/EntryPoint.h"
#include "lines/Locations.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gmon {

/// The instructions of \p Block before which it has to be split, in order.
static SmallVector<Instruction *>
findSplits(BasicBlock &Block, LeavingFn MayLeave,
           function_ref<bool(const Instruction &)> BeginsBlock) {
  // A must-tail call and its return cannot be separated.
  const CallInst *TailCall = Block.getTerminatingMustTailCall();
  if (!TailCall)
    TailCall = Block.getTerminatingDeoptimizeCall();
  bool AfterCall = Block.isEHPad();
  SmallVector<Instruction *> Splits;
  Instruction *First = &*Block.getFirstInsertionPt();
  for (Instruction &I : make_range(First->getIterator(), Block.end())) {
    bool IsFirst = BeginsBlock(I);
    if ((AfterCall || IsFirst) && (&I != First || Block.isEHPad()))
      Splits.push_back(&I);
    if (&I == TailCall)
      break;
    AfterCall = mayReturnTwice(I) || (MayLeave(I) && !isLastCode(I));
  }
  return Splits;
}

void splitBlocks(Function &F, LeavingFn MayLeave,
                 function_ref<bool(const Instruction &)> BeginsBlock) {
  SmallVector<BasicBlock *> Work;
  for (BasicBlock &Block : F)
    Work.push_back(&Block);
  for (BasicBlock *Block : Work) {
    // A split moves all that is behind it, so that the last one comes first.
    SmallVector<Instruction *> Splits =
        findSplits(*Block, MayLeave, BeginsBlock);
    for (Instruction *Split : reverse(Splits))
      SplitBlock(Block, Split);
    // The new branches belong to the lines that they end.
    for (Instruction *Split : Splits) {
      BasicBlock *Part = Split->getParent()->getSinglePredecessor();
      Part->getTerminator()->setDebugLoc(lastLocation(*Part));
    }
  }
}

FlowGraph::FlowGraph(Function &F, FunctionAnalysisManager &FAM,
                     LeavingFn MayLeave, uint64_t SplitCost)
    : SplitCost(SplitCost) {
  if (F.hasOptNone()) {
    Loops = &FAM.getResult<LoopAnalysis>(F);
  } else {
    Frequencies = &FAM.getResult<BlockFrequencyAnalysis>(F);
    Probabilities = &FAM.getResult<BranchProbabilityAnalysis>(F);
  }
  Outside = Placement.addNode();
  SmallVector<BasicBlock *> Reachable(depth_first(&F.getEntryBlock()));
  for (BasicBlock *Block : Reachable)
    addBlock(*Block);
  addOutside(Outside, NodesOf[&F.getEntryBlock()].Start);
  for (BasicBlock *Block : Reachable)
    addSuccessors(*Block, MayLeave);
  openEndlessLoops(Reachable);
}

void FlowGraph::place(function_ref<bool(BasicBlock *)> IsWanted) {
  SmallVector<CounterPlacement::Edge> Wanted;
  for (auto [Block, Edge] : BlockEdges)
    if (IsWanted(Block))
      Wanted.push_back(Edge);
  Placement.place(Wanted);
}

uint64_t FlowGraph::frequency(const BasicBlock *Block) const {
  if (Frequencies)
    return Frequencies->getBlockFreq(Block).getFrequency();
  // An iteration of a loop is eight times as frequent as the code around the
  // loop; 2^16 leaves room to divide among many successors.
  return uint64_t(1) << std::min(16 + 3 * Loops->getLoopDepth(Block), 60u);
}

/// The blocks to which \p Block leads, and how often it is expected to.
SmallMapVector<BasicBlock *, uint64_t, 2>
FlowGraph::weighEdges(BasicBlock &Block) const {
  SmallMapVector<BasicBlock *, uint64_t, 2> Weights;
  uint64_t Frequency = frequency(&Block);
  unsigned Number = Block.getTerminator()->getNumSuccessors();
  for (auto [Index, Successor] : enumerate(successors(&Block)))
    Weights[Successor] +=
        Probabilities
            ? Probabilities->getEdgeProbability(&Block, Index).scale(Frequency)
            : Frequency / Number;
  return Weights;
}

void FlowGraph::addBlock(BasicBlock &Block) {
  Nodes N = {Placement.addNode(), Placement.addNode()};
  NodesOf[&Block] = N;
  auto Edge = Placement.addEdge(N.Start, N.End, frequency(&Block),
                                /*Countable=*/true);
  Places[Edge] = {&Block, nullptr};
  BlockEdges[&Block] = Edge;
}

/// Flow between the outside and a block's node. There may be several reasons
/// for it; one edge stands for all.
void FlowGraph::addOutside(CounterPlacement::Node Source,
                           CounterPlacement::Node Target) {
  if (TouchesOutside.insert(Source == Outside ? Target : Source).second)
    Placement.addEdge(Source, Target, 0, /*Countable=*/false);
}

void FlowGraph::addSuccessors(BasicBlock &Block, LeavingFn MayLeave) {
  const Instruction *Terminator = Block.getTerminator();
  Nodes N = NodesOf[&Block];
  // A call that may leave is the last of its block, except for stores of its
  // result.
  if (Terminator->getNumSuccessors() == 0 || any_of(Block, MayLeave) ||
      leavesCoroutine(Block))
    addOutside(N.End, Outside);
  bool Suspends = suspensionOf(Block);

  for (auto [Successor, Weight] : weighEdges(Block)) {
    // Nothing can be put on these edges.
    bool IsDefaultOfAsm =
        isa<CallBrInst>(Terminator) &&
        Successor == cast<CallBrInst>(Terminator)->getDefaultDest();
    if (Suspends || leavesCoroutine(*Successor) || Successor->isEHPad() ||
        isa<IndirectBrInst>(Terminator) ||
        (isa<CallBrInst>(Terminator) && !IsDefaultOfAsm)) {
      addOutside(N.End, Outside);
      addOutside(Outside, NodesOf[Successor].Start);
      continue;
    }
    if (isCriticalEdge(Terminator, Successor, /*AllowIdenticalEdges=*/true))
      Weight = SaturatingMultiply(Weight, SplitCost);
    auto Edge = Placement.addEdge(N.End, NodesOf[Successor].Start, Weight,
                                  /*Countable=*/true);
    Places[Edge] = {&Block, Successor};
  }
  if (any_of(Block, mayReturnTwice))
    for (BasicBlock *Successor : successors(&Block))
      addOutside(Outside, NodesOf[Successor].Start);
}

/// Lets flow go outside from loops without an exit, as it does when a signal
/// handler or another thread ends the program. Otherwise nothing would flow
/// into them, either.
void FlowGraph::openEndlessLoops(ArrayRef<BasicBlock *> Reachable) {
  SmallPtrSet<BasicBlock *, 32> Ending;
  auto AddEnding = [&](BasicBlock *Block) {
    SmallVector<BasicBlock *> Work = {Block};
    while (!Work.empty()) {
      BasicBlock *Predecessor = Work.pop_back_val();
      if (Ending.insert(Predecessor).second)
        append_range(Work, predecessors(Predecessor));
    }
  };
  for (BasicBlock *Block : Reachable)
    if (TouchesOutside.contains(NodesOf.lookup(Block).End))
      AddEnding(Block);
  // The last ones are deepest in the loop.
  for (BasicBlock *Block : reverse(Reachable))
    if (!Ending.contains(Block)) {
      addOutside(NodesOf.lookup(Block).End, Outside);
      AddEnding(Block);
    }
}

BasicBlock::iterator FlowGraph::countAt(CounterPlacement::Edge E) {
  auto [Source, Target] = Places[E];
  if (!Target) {
    if (Source->isEntryBlock())
      return entryPoint(*Source->getParent());
    return Source->getFirstInsertionPt();
  }
  if (Target->getUniquePredecessor() &&
      !TouchesOutside.contains(NodesOf[Target].Start))
    return Target->getFirstInsertionPt();
  if (Source->getSingleSuccessor() && !isa<CallBrInst>(Source->getTerminator()))
    return Source->getTerminator()->getIterator();
  BasicBlock *Between = SplitCriticalEdge(
      Source, Target, CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
  assert(Between && "an edge that cannot be split was taken to be countable");
  return Between->getFirstInsertionPt();
}

SmallVector<BasicBlock::iterator> FlowGraph::countedPoints() {
  SmallVector<BasicBlock::iterator> Points;
  for (CounterPlacement::Edge E : Placement.counted())
    Points.push_back(countAt(E));
  return Points;
}

} // namespace gmon
