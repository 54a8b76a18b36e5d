//===-- BlockMarks.h - Marks that say where code comes from -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code generator copies the tails of blocks. Each block with a count has a
// mark, which is copied with it: a pseudo probe of LLVM, which is no code and
// keeps no optimization from anything. FlowSection reads and removes the marks.
//
// Two optimizations lead control past a block without a copy of the mark,
// because the block does nothing but jump or return. A mark says whether that
// has happened or may have happened.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_MACHINE_BLOCKMARKS_H
#define GMON_PASS_MACHINE_BLOCKMARKS_H

#include "llvm/IR/BasicBlock.h"
#include <optional>

namespace llvm {
class MachineBasicBlock;
class MachineInstr;
} // namespace llvm

namespace gmon {

struct BlockMark {
  unsigned Index; ///< of the block in the function's table
  /// The block only returns, and its return was copied behind calls, so that
  /// they might become tail calls.
  bool OnlyReturns;
  /// It only jumps: others may jump to its target instead.
  bool OnlyJumps;
  /// Control may leave the function at a call of the block.
  bool MayLeave;
};

/// Marks the block of \p At, which has the index \p Index in the function's
/// table, at this place.
void markBlock(llvm::BasicBlock::iterator Point, unsigned Index);

/// The mark that \p I is, if it is one. The IR must still be there.
std::optional<BlockMark> readMark(const llvm::MachineInstr &I);

/// Whether \p I has no machine code.
bool isNoCode(const llvm::MachineInstr &I);

/// Whether control may be led past \p Block: it has at most a jump.
bool onlyJumps(const llvm::MachineBasicBlock &Block);

/// The pass that finds the blocks that only jump.
extern char &FindJumpsID;

} // namespace gmon

#endif // GMON_PASS_MACHINE_BLOCKMARKS_H
