//===-- FlowPlacement.cpp - Which pieces of code to count -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph has two nodes for each piece, at its start and its end, an edge
// between them unless the count of the piece is known, and an edge for each way
// from a piece to another. One node stands for everything outside.
//
// An edge between two pieces that is the only one of its start or its end is as
// frequent as that piece: no counter stands on it, but in the piece.
//
//===----------------------------------------------------------------------===//

#include "machine/FlowPlacement.h"
#include "machine/CounterPlaces.h"
#include "placement/CounterPlacement.h"
#include "target/MachineNames.h"

#include "gmon/format.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace gmon {

BitVector findKnownPieces(const MachineFlow &Flow) {
  DenseMap<unsigned, unsigned> NumCopies;
  for (const CodePiece &Piece : Flow.Pieces)
    if (Piece.Copied != CodePiece::None)
      ++NumCopies[Piece.Copied];
  BitVector Known(Flow.Pieces.size());
  for (auto [Number, Piece] : enumerate(Flow.Pieces))
    if (Piece.Copied != CodePiece::None && NumCopies[Piece.Copied] == 1)
      Known.set(Number);
  return Known;
}

bool isReachedByBranches(const MachineBasicBlock &Block) {
  const MachineBasicBlock *Before = Block.getPrevNode();
  return Before && !fallsThrough(*Before);
}

namespace {

class Placer {
public:
  Placer(const MachineFlow &Flow, const BitVector &Known,
         const CounterPlaces &Places)
      : Flow(Flow), Known(Known), Places(Places), NumIn(Flow.Pieces.size()) {
    for (const CodePiece &Piece : Flow.Pieces)
      for (unsigned Successor : Piece.Successors)
        ++NumIn[Successor];
  }

  FlowPlacement place(const MachineBlockFrequencyInfo *Frequencies) const;

private:
  std::optional<FlowEdge> splittable(unsigned SourcePiece,
                                     unsigned TargetPiece) const;

  const MachineFlow &Flow;
  const BitVector &Known;
  const CounterPlaces &Places;
  SmallVector<unsigned> NumIn; ///< of each piece, the edges to it
};

} // namespace

static bool isDirectBranch(const MachineInstr &I) {
  const TargetInstrInfo &Instructions =
      *I.getMF()->getSubtarget().getInstrInfo();
  static const unsigned Conditional = findInstruction(Instructions, "JCC_1");
  static const unsigned Always = findInstruction(Instructions, "JMP_1");
  return I.getOpcode() == Conditional || I.getOpcode() == Always;
}

/// The edge from one piece to another, if a new block can stand on it.
std::optional<FlowEdge> Placer::splittable(unsigned SourcePiece,
                                           unsigned TargetPiece) const {
  MachineBasicBlock *Target = Flow.Pieces[TargetPiece].Block;
  const MachineBasicBlock &Source = *Flow.Pieces[SourcePiece].Block;
  if ((TargetPiece && Flow.Pieces[TargetPiece - 1].Block == Target) ||
      !Places.mayStandBefore(TargetPiece))
    return std::nullopt;
  FlowEdge Edge = {SourcePiece, TargetPiece, nullptr};
  unsigned NumWays = Flow.isLastInBlock(SourcePiece) &&
                     Source.getNextNode() == Target && fallsThrough(Source);
  for (MachineInstr &I :
       make_range(Flow.Pieces[SourcePiece].Begin, Flow.endOf(SourcePiece))) {
    if (!I.isBranch())
      continue;
    if (!isDirectBranch(I))
      return std::nullopt;
    if (I.getOperand(0).isMBB() && I.getOperand(0).getMBB() == Target) {
      Edge.Branch = &I;
      ++NumWays;
    }
  }
  return NumWays == 1 ? std::optional(Edge) : std::nullopt;
}

/// Chooses what to count, by \p Frequencies if they are known.
FlowPlacement
Placer::place(const MachineBlockFrequencyInfo *Frequencies) const {
  using Node = CounterPlacement::Node;
  CounterPlacement Graph;
  SmallVector<Node> Starts, Ends;
  for (size_t I = 0, E = Flow.Pieces.size(); I != E; ++I) {
    Starts.push_back(Graph.addNode());
    Ends.push_back(Graph.addNode());
  }
  const Node Outside = Graph.addNode();
  DenseMap<CounterPlacement::Edge, unsigned> PieceOf;
  DenseMap<CounterPlacement::Edge, FlowEdge> EdgeOf;
  auto AddSure = [&](Node Source, Node Target) {
    Graph.addEdge(Source, Target, /*Weight=*/0, /*Countable=*/false);
  };
  for (auto [Number, Piece] : enumerate(Flow.Pieces)) {
    if (Piece.IsPadding)
      continue;
    const MachineBasicBlock &Block = *Piece.Block;
    uint64_t Frequency =
        Frequencies ? Frequencies->getBlockFreq(&Block).getFrequency() : 0;
    if (!Known.test(Number))
      PieceOf[Graph.addEdge(Starts[Number], Ends[Number], Frequency,
                            Places.placeIn(Number).has_value())] = Number;
    if (Piece.Flags & GMON_FLOW_ENTERED)
      AddSure(Outside, Starts[Number]);
    if (Piece.Flags & GMON_FLOW_LEFT)
      AddSure(Ends[Number], Outside);
    const bool IsOnlyOut =
        Piece.Successors.size() == 1 && !(Piece.Flags & GMON_FLOW_LEFT);
    for (unsigned Successor : Piece.Successors) {
      const bool IsOnlyIn = NumIn[Successor] == 1 &&
                            !(Flow.Pieces[Successor].Flags & GMON_FLOW_ENTERED);
      std::optional<FlowEdge> Edge;
      if (!IsOnlyOut && !IsOnlyIn)
        Edge = splittable(Number, Successor);
      if (!Edge) {
        AddSure(Ends[Number], Starts[Successor]);
        continue;
      }
      uint64_t Weight = 0;
      if (Frequencies) {
        const MachineBasicBlock &Target = *Flow.Pieces[Successor].Block;
        Weight = Frequencies->getMBPI()
                     ->getEdgeProbability(&Block, &Target)
                     .scale(Frequency);
        // A new block may need a jump, too.
        if (Edge->Branch && !isReachedByBranches(Target))
          Weight *= 2;
      }
      EdgeOf[Graph.addEdge(Ends[Number], Starts[Successor], Weight,
                           /*Countable=*/true)] = *Edge;
    }
  }
  Graph.placeBesideKnown();
  FlowPlacement Result;
  for (CounterPlacement::Edge E : Graph.counted()) {
    if (auto Found = PieceOf.find(E); Found != PieceOf.end())
      Result.Pieces.push_back(Found->second);
    else
      Result.Edges.push_back(EdgeOf.lookup(E));
  }
  llvm::sort(Result.Pieces);
  return Result;
}

FlowPlacement placeFlowCounters(
    const MachineFlow &Flow, const BitVector &Known,
    const CounterPlaces &Places,
    function_ref<const MachineBlockFrequencyInfo &()> Frequencies) {
  Placer P(Flow, Known, Places);
  // Frequencies do not change how many counters are needed.
  FlowPlacement Any = P.place(nullptr);
  if (Any.Pieces.empty() && Any.Edges.empty())
    return Any;
  return P.place(&Frequencies());
}

} // namespace gmon
