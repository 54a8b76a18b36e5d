//===-- BlockCounters.cpp - Counting the executions of blocks -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The flow graph that CounterPlacement is given has two nodes for each block,
// its start and its end, with an edge between them that stands for the block,
// and one node for everything outside the function. From there flow comes in at
// the function's entry, at landing pads, at the targets of indirect branches,
// and behind a setjmp that returns once more. Flow goes there at a return, at
// an indirect branch, and at the end of a block whose last call did not come
// back, be it by exit, longjmp or an exception. These edges cannot be counted;
// all of them meet in one node, so they never form a cycle.
//
// Only blocks are asked for: what the edges to the outside carry one by one
// does not matter.
//
//===----------------------------------------------------------------------===//

#include "BlockCounters.h"
#include "FunctionData.h"
#include "SourceLines.h"
#include "TargetCode.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/LowerConstantIntrinsics.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gmon {

/// Whether control may leave the function at \p I and not come back to it.
static bool mayNotReturn(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->isInlineAsm() || isa<DbgInfoIntrinsic>(Call))
    return false;
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call))
    return Intrinsic->doesNotReturn() || !Intrinsic->doesNotThrow();
  return !Call->hasFnAttr(Attribute::WillReturn) || !Call->doesNotThrow();
}

/// Whether control may come to \p I a second time without what is before it.
static bool mayReturnTwice(const Instruction &I) {
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return Intrinsic->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->hasFnAttr(Attribute::ReturnsTwice);
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

/// The first instruction of \p Block before which it has to be split, or null.
static Instruction *findSplit(BasicBlock &Block, LineTracker &Lines) {
  // What cannot be taken apart: a tail call and its return.
  const CallInst *TailCall = Block.getTerminatingMustTailCall();
  if (!TailCall)
    TailCall = Block.getTerminatingDeoptimizeCall();
  bool AfterCall = Block.isEHPad();
  Instruction *First = &*Block.getFirstInsertionPt();
  for (Instruction &I : make_range(First->getIterator(), Block.end())) {
    bool NewLine = Lines.changesAt(I);
    if ((AfterCall || NewLine) && (&I != First || Block.isEHPad()))
      return &I;
    if (&I == TailCall)
      return nullptr;
    AfterCall = mayReturnTwice(I) || (mayNotReturn(I) && !I.isTerminator() &&
                                      !I.getNextNode()->isTerminator());
  }
  return nullptr;
}

/// Splits every block of \p F where it has to be.
static void splitBlocks(Function &F) {
  entryPoint(F); // for its effect: static allocas move to where they stay
  LineTracker Lines(F);
  SmallVector<BasicBlock *> Work;
  for (BasicBlock &Block : F)
    Work.push_back(&Block);
  for (BasicBlock *Block : Work)
    while (Instruction *At = findSplit(*Block, Lines)) {
      BasicBlock *Rest = SplitBlock(Block, At);
      // The new branch belongs to the line that it ends.
      Block->getTerminator()->setDebugLoc(lastLocation(*Block));
      Block = Rest;
    }
}

//===----------------------------------------------------------------------===//
// The flow graph
//===----------------------------------------------------------------------===//

namespace {

/// The graph of one function, and where in the code its edges are.
class FlowGraph {
public:
  FlowGraph(Function &F, FunctionAnalysisManager &FAM);

  /// The blocks that can be reached, and the edges that stand for them.
  const MapVector<BasicBlock *, CounterPlacement::Edge> &blocks() const {
    return BlockEdges;
  }
  CounterPlacement &placement() { return Placement; }

  /// How often a block is expected to be executed, in any unit.
  uint64_t frequency(const BasicBlock *Block) const {
    return Frequencies.getBlockFreq(Block).getFrequency();
  }

  /// Where to count what flows through edge \p E; splits a critical edge.
  BasicBlock::iterator countAt(CounterPlacement::Edge E);

private:
  struct Nodes {
    CounterPlacement::Node Start, End;
  };

  /// A place in the code: in a block (To null), or on the way between two.
  struct Place {
    BasicBlock *From, *To;
  };

  void addBlock(BasicBlock &Block);
  void addSuccessors(BasicBlock &Block);
  void addOutside(CounterPlacement::Node From, CounterPlacement::Node To);

  const BlockFrequencyInfo &Frequencies;
  const BranchProbabilityInfo &Probabilities;
  CounterPlacement Placement;
  CounterPlacement::Node Outside;
  DenseSet<CounterPlacement::Node> TouchesOutside;
  MapVector<BasicBlock *, CounterPlacement::Edge> BlockEdges;
  DenseMap<BasicBlock *, Nodes> NodesOf;
  DenseMap<CounterPlacement::Edge, Place> Places;
};

} // namespace

FlowGraph::FlowGraph(Function &F, FunctionAnalysisManager &FAM)
    : Frequencies(FAM.getResult<BlockFrequencyAnalysis>(F)),
      Probabilities(FAM.getResult<BranchProbabilityAnalysis>(F)) {
  Outside = Placement.addNode();
  SmallVector<BasicBlock *> Reachable(depth_first(&F.getEntryBlock()));
  for (BasicBlock *Block : Reachable)
    addBlock(*Block);
  addOutside(Outside, NodesOf[&F.getEntryBlock()].Start);
  for (BasicBlock *Block : Reachable)
    addSuccessors(*Block);

  SmallVector<CounterPlacement::Edge> Wanted;
  for (auto [Block, Edge] : BlockEdges)
    Wanted.push_back(Edge);
  Placement.place(Wanted);
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
void FlowGraph::addOutside(CounterPlacement::Node From,
                           CounterPlacement::Node To) {
  if (TouchesOutside.insert(From == Outside ? To : From).second)
    Placement.addEdge(From, To, 0, /*Countable=*/false);
}

void FlowGraph::addSuccessors(BasicBlock &Block) {
  const Instruction *Terminator = Block.getTerminator();
  Nodes N = NodesOf[&Block];
  // Such a call is the last of its block, but for stores of what it returned.
  if (Terminator->getNumSuccessors() == 0 || any_of(Block, mayNotReturn))
    addOutside(N.End, Outside);

  SmallPtrSet<BasicBlock *, 8> Seen;
  for (BasicBlock *To : successors(&Block)) {
    if (!Seen.insert(To).second)
      continue;
    // Nothing can be put on these edges.
    bool IsDefaultOfAsm = isa<CallBrInst>(Terminator) &&
                          To == cast<CallBrInst>(Terminator)->getDefaultDest();
    if (To->isEHPad() || isa<IndirectBrInst>(Terminator) ||
        (isa<CallBrInst>(Terminator) && !IsDefaultOfAsm)) {
      addOutside(N.End, Outside);
      addOutside(Outside, NodesOf[To].Start);
      continue;
    }
    auto Edge = Placement.addEdge(
        N.End, NodesOf[To].Start,
        Probabilities.getEdgeProbability(&Block, To).scale(frequency(&Block)),
        /*Countable=*/true);
    Places[Edge] = {&Block, To};
  }
  if (any_of(Block, mayReturnTwice))
    for (BasicBlock *To : successors(&Block))
      addOutside(Outside, NodesOf[To].Start);
}

BasicBlock::iterator FlowGraph::countAt(CounterPlacement::Edge E) {
  auto [From, To] = Places[E];
  if (!To) {
    if (From->isEntryBlock())
      return entryPoint(*From->getParent());
    return From->getFirstInsertionPt();
  }
  if (To->getUniquePredecessor() && !TouchesOutside.contains(NodesOf[To].Start))
    return To->getFirstInsertionPt();
  if (From->getSingleSuccessor() && !isa<CallBrInst>(From->getTerminator()))
    return From->getTerminator()->getIterator();
  BasicBlock *Between = SplitCriticalEdge(
      From, To, CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
  assert(Between && "an edge that cannot be split was taken to be countable");
  return Between->getFirstInsertionPt();
}

//===----------------------------------------------------------------------===//
// Insertion
//===----------------------------------------------------------------------===//

/// Whether the address of \p Block is of use. Where lines are to be exact, it
/// is if the block has one. Listing a block keeps it, so that one that only
/// branches is left to the optimizer to remove.
static bool isListed(const BasicBlock &Block) {
  const Function &F = *Block.getParent();
  if (Block.isEntryBlock())
    return true;
  if (Block.isEHPad())
    return false;
  if (hasExactLines(F))
    return bool(firstLocation(Block));
  const auto *Branch = dyn_cast<BranchInst>(&*Block.getFirstNonPHIOrDbg());
  return !Branch || Branch->isConditional();
}

static bool canCountBlocks(const Function &F) {
  // Funclets, of Windows and WebAssembly, have no place for a counter.
  return !F.hasPersonalityFn() ||
         !isScopedEHPersonality(classifyEHPersonality(F.getPersonalityFn()));
}

/// The location of a counter before \p Point: that of the code that it counts,
/// which is behind it, except at the end of a block.
static DebugLoc counterLocation(BasicBlock::iterator Point) {
  const BasicBlock &Block = *Point->getParent();
  return Point->isTerminator() ? lastLocation(Block) : firstLocation(Block);
}

static void insertCounters(Function &F, FunctionData &Data, FlowGraph &Graph) {
  ArrayRef<CounterPlacement::Edge> Counted = Graph.placement().counted();
  SmallVector<BasicBlock::iterator> Points;
  for (CounterPlacement::Edge E : Counted)
    Points.push_back(Graph.countAt(E));

  GlobalVariable *Counters = Data.createCounters(Counted.size());
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> Builder(&Entry, entryPoint(F));
  auto LoadCopy = [&] {
    return Builder.CreatePtrAdd(Counters, loadBias(Builder), "gmon.counters");
  };
  // Unoptimized code would reload a value of another block at the start of the
  // block, before its line begins.
  bool IsLocal = hasExactLines(F);
  Value *Copy = IsLocal ? nullptr : LoadCopy();
  for (auto [Index, Point] : enumerate(Points)) {
    Builder.SetInsertPoint(Point);
    Builder.SetCurrentDebugLocation(counterLocation(Point));
    createIncrement(
        Builder, Builder.CreateConstInBoundsGEP1_64(
                     Builder.getInt64Ty(), IsLocal ? LoadCopy() : Copy, Index));
  }
}

/// Decides __builtin_constant_p and its like, as the code generator would do
/// first. The blocks that it would then delete are not to be listed: for the
/// address of a deleted block, GNU ld for AArch64 refuses to link.
static void foldConstants(Function &F, FunctionAnalysisManager &FAM) {
  if (lowerConstantIntrinsics(F, FAM.getResult<TargetLibraryAnalysis>(F),
                              /*DT=*/nullptr))
    FAM.invalidate(F, PreservedAnalyses::none());
}

bool insertBlockCounters(Function &F, FunctionData &Data,
                         FunctionAnalysisManager &FAM) {
  if (!canCountBlocks(F))
    return false;
  foldConstants(F, FAM);
  splitBlocks(F);
  if (hasExactLines(F))
    keepValuesInMemory(F);
  FAM.invalidate(F, PreservedAnalyses::none());

  FlowGraph Graph(F, FAM);
  SmallVector<BlockEntry> Listed;
  for (auto [Block, Edge] : Graph.blocks())
    if (isListed(*Block))
      Listed.push_back({Block, Graph.placement().countOf(Edge)});
  insertCounters(F, Data, Graph);
  if (hasExactLines(F)) {
    // What is not listed stands behind what is.
    DenseMap<const BasicBlock *, uint64_t> Rank;
    for (const BlockEntry &Entry : drop_begin(Listed)) {
      pinLine(*Entry.Block);
      Rank[Entry.Block] =
          SaturatingAdd<uint64_t>(Graph.frequency(Entry.Block), 1);
    }
    groupByLine(F,
                [&](const BasicBlock &Block) { return Rank.lookup(&Block); });
  }
  Data.createBlockTable(Listed, Graph.placement());
  return true;
}

} // namespace gmon
