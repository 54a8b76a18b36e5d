//===-- FlowPlacement.h - Which pieces of code to count ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code generator makes blocks behind the counters of blocks. This chooses
// where further counters are needed so that the counts of all pieces of code
// follow.
//
// In: a function's flow, and the pieces with counts. Out: pieces, and edges
// between them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_FLOWPLACEMENT_H
#define GMON_PASS_MACHINE_FLOWPLACEMENT_H

#include "machine/MachineFlow.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class MachineBlockFrequencyInfo;
} // namespace llvm

namespace gmon {

class CounterPlaces;

/// How control comes from a piece to the first piece of a block.
struct FlowEdge {
  unsigned Source = 0, Target = 0; ///< numbers of pieces
  /// The branch to it; null if control passes by the end of the block.
  llvm::MachineInstr *Branch = nullptr;
};

struct FlowPlacement {
  llvm::SmallVector<unsigned> Pieces; ///< numbers of pieces to count, sorted
  llvm::SmallVector<FlowEdge> Edges;  ///< edges to count, in new blocks
};

/// The pieces of \p Flow whose counts are those of listed blocks.
llvm::BitVector findKnownPieces(const MachineFlow &Flow);

/// Whether control that comes to the start of \p Block comes by branches only,
/// so that a new block may stand in front of it.
bool isReachedByBranches(const llvm::MachineBasicBlock &Block);

/// Chooses what to count beside the pieces that are \p Known. Calls
/// \p Frequencies only if something is to be counted.
FlowPlacement placeFlowCounters(
    const MachineFlow &Flow, const llvm::BitVector &Known,
    const CounterPlaces &Places,
    llvm::function_ref<const llvm::MachineBlockFrequencyInfo &()> Frequencies);

} // namespace gmon

#endif // GMON_PASS_MACHINE_FLOWPLACEMENT_H
