//===-- FlowGraph.h - What flows through a function -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The flow graph for CounterPlacement has two nodes for each block, its start
// and its end, with an edge between them that stands for the block, and one
// node for everything outside the function. From that node flow comes in at the
// function's entry, at landing pads, at the targets of indirect branches, and
// behind a setjmp that returns once more. Flow goes to it at a return, at an
// indirect branch, at the end of a block whose last call did not return
// (because of exit, longjmp or an exception), and out of a loop without an
// exit. A coroutine that is suspended goes to it, too, and comes back from it.
// These edges cannot be counted; all of them meet in one node, so they never
// form a cycle.
//
// Only the counts of blocks are needed, not those of single edges to the
// outside.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_FLOW_FLOWGRAPH_H
#define GMON_PASS_FLOW_FLOWGRAPH_H

#include "ir/ControlFlow.h"
#include "placement/CounterPlacement.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/PassManager.h"

namespace gmon {

/// Splits the blocks of \p F, whose entry is prepared, behind each call that
/// may leave the function or come back twice, and before each instruction for
/// which \p BeginsBlock holds. It is asked for every instruction, in order.
void splitBlocks(
    llvm::Function &F, LeavingFn MayLeave,
    llvm::function_ref<bool(const llvm::Instruction &)> BeginsBlock);

/// The graph of one function, and the places of its edges in the code.
class FlowGraph {
public:
  /// Calls of \p F that may leave it must end their blocks. \p SplitCost is the
  /// cost of a counter between two blocks that needs a new block, where that of
  /// other counters is 1.
  FlowGraph(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
            LeavingFn MayLeave, uint64_t SplitCost);

  /// Chooses what to count for the counts of the blocks that \p IsWanted.
  void place(llvm::function_ref<bool(llvm::BasicBlock *)> IsWanted);

  /// The blocks that can be reached, and the edges that stand for them.
  const llvm::MapVector<llvm::BasicBlock *, CounterPlacement::Edge> &
  blocks() const {
    return BlockEdges;
  }
  /// The edge that stands for \p Block, one of these.
  CounterPlacement::Edge edgeOf(llvm::BasicBlock *Block) const {
    assert(BlockEdges.contains(Block) && "a block that cannot be reached");
    return BlockEdges.lookup(Block);
  }
  const CounterPlacement &placement() const { return Placement; }

  /// How often a block is expected to be executed, in any unit.
  uint64_t frequency(const llvm::BasicBlock *Block) const;

  /// Where to count what flows through edge \p E; splits a critical edge.
  llvm::BasicBlock::iterator countAt(CounterPlacement::Edge E);

  /// Likewise for each edge that the placement counts, in the same order.
  llvm::SmallVector<llvm::BasicBlock::iterator> countedPoints();

private:
  struct Nodes {
    CounterPlacement::Node Start, End;
  };

  /// A place in the code: in a block (To null), or on the way between two.
  struct Place {
    llvm::BasicBlock *Source, *Target;
  };

  void addBlock(llvm::BasicBlock &Block);
  llvm::SmallMapVector<llvm::BasicBlock *, uint64_t, 2>
  weighEdges(llvm::BasicBlock &Block) const;
  void addSuccessors(llvm::BasicBlock &Block, LeavingFn MayLeave);
  void addOutside(CounterPlacement::Node Source, CounterPlacement::Node Target);
  void openEndlessLoops(llvm::ArrayRef<llvm::BasicBlock *> Reachable);

  /// Analyses of optimized functions. For others the depth of loops is enough,
  /// and compiles faster.
  const llvm::BlockFrequencyInfo *Frequencies = nullptr;
  const llvm::BranchProbabilityInfo *Probabilities = nullptr;
  const llvm::LoopInfo *Loops = nullptr;
  uint64_t SplitCost;
  CounterPlacement Placement;
  CounterPlacement::Node Outside;
  llvm::DenseSet<CounterPlacement::Node> TouchesOutside;
  llvm::MapVector<llvm::BasicBlock *, CounterPlacement::Edge> BlockEdges;
  llvm::DenseMap<llvm::BasicBlock *, Nodes> NodesOf;
  llvm::DenseMap<CounterPlacement::Edge, Place> Places;
};

} // namespace gmon

#endif // GMON_PASS_FLOW_FLOWGRAPH_H
