//===-- CounterPlaces.h - Where counters may stand --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An increment changes the flags, so it stands where they have no meaning. In
// front of the entry hook, the thread may have no counters yet.
//
// In: a function's flow. Out: for each piece, a place for its counter.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_COUNTERPLACES_H
#define GMON_PASS_MACHINE_COUNTERPLACES_H

#include "machine/MachineFlow.h"

#include "llvm/ADT/BitVector.h"
#include <optional>

namespace gmon {

class CounterPlaces {
public:
  /// Finds places for the pieces that are \p Wanted.
  CounterPlaces(llvm::MachineFunction &F, const MachineFlow &Flow,
                const llvm::BitVector &Wanted);

  /// The first place in the piece \p Number where its counter may stand.
  std::optional<llvm::MachineBasicBlock::iterator>
  placeIn(unsigned Number) const {
    return Places[Number];
  }
  /// Whether a counter may stand on an edge to the piece \p Number, the first
  /// one of its block.
  bool mayStandBefore(unsigned Number) const;

private:
  bool isLiveAfter(const llvm::MachineBasicBlock &Block) const;
  void findLiveBlocks();
  void findPiecesBeforeHook(llvm::BitVector Open);
  void findPlaces(unsigned First, unsigned End);

  llvm::MachineFunction &F;
  const MachineFlow &Flow;
  llvm::MCRegister StatusFlags;
  llvm::BitVector LiveIn; ///< blocks at whose start the flags have a meaning
  llvm::BitVector BeforeHook; ///< pieces that may precede the entry hook
  llvm::SmallVector<std::optional<llvm::MachineBasicBlock::iterator>, 0> Places;
};

} // namespace gmon

#endif // GMON_PASS_MACHINE_COUNTERPLACES_H
