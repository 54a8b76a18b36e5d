//===-- Needs.h - Which machine code a function needs -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction is needed if it has an effect, or if a needed one uses what it
// defines. Without the effects of the profiler, these are instructions of the
// program.
//
// In: final machine code, and where hooks branch. Out: the needed instructions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_NEEDS_H
#define GMON_PASS_MACHINE_NEEDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/MC/MCRegister.h"

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace gmon {

/// A register of the program that a hook uses: the hook copies it before and
/// back behind, in one block.
struct SavedRegister {
  const llvm::MachineInstr *Save, *Restore;
  llvm::MCRegister Register;
};

/// A branch of a hook. If the program needs no code of the region, it does not
/// need the branch either.
struct HookBranch {
  const llvm::MachineBasicBlock *Head = nullptr; ///< ends with the branch
  /// What control may pass between the head and the block where all paths meet;
  /// it comes from the head only.
  llvm::SmallVector<const llvm::MachineBasicBlock *, 4> Region;
  llvm::SmallVector<SavedRegister, 2> Saved;
};

class Needs {
public:
  /// What all code of \p F needs.
  explicit Needs(const llvm::MachineFunction &F);
  /// What the program needs.
  Needs(const llvm::MachineFunction &F, llvm::ArrayRef<HookBranch> Branches);

  bool contains(const llvm::MachineInstr &I) const {
    return Needed.contains(&I);
  }
  /// Whether the branch with this index is needed.
  bool containsBranch(unsigned Index) const {
    return NeededBranches.test(Index);
  }

private:
  void run();
  void visit(const llvm::MachineBasicBlock &Block);
  void visit(const llvm::MachineInstr &I);
  bool isNeeded(const llvm::MachineInstr &I) const;
  bool hasEffect(const llvm::MachineInstr &I) const;
  bool restores(const llvm::MachineInstr &I);
  void needRegion(const llvm::MachineInstr &I);
  void open(const llvm::MachineBasicBlock &Block);

  const llvm::MachineFunction &F;
  const llvm::TargetRegisterInfo &Registers;
  const bool IsProgramOnly;
  llvm::ArrayRef<HookBranch> Branches;
  /// The branch that ends a block, and the one whose region has it.
  llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned> HeadOf, RegionOf;
  llvm::BitVector NeededBranches;
  llvm::DenseSet<const llvm::MachineInstr *> Needed;
  llvm::SmallVector<llvm::BitVector, 0> LiveIn; ///< register units of blocks
  llvm::LiveRegUnits Live;                      ///< at the current instruction
  /// The restored registers, live behind the current instruction.
  llvm::DenseSet<const SavedRegister *> Restored;
  llvm::SmallVector<const llvm::MachineBasicBlock *> Open;
  llvm::BitVector IsOpen;
};

/// Whether \p I accesses no memory but the profiler's.
bool accessesOwnMemory(const llvm::MachineInstr &I);

} // namespace gmon

#endif // GMON_PASS_MACHINE_NEEDS_H
