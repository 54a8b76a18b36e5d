//===-- ExactLines.h - Lines of code that is not optimized -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What it takes that the block counts of a line, in code that is not optimized,
// are the line's own: every block lies in one line, begins with an instruction
// of that line, and lies beside the line's other blocks.
//
// The code generator is the adversary. It gives no line to what it puts at the
// start of a block, such as the reload of a value, and readers of the profile
// take the address of such an instruction to be in the line before.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_EXACTLINES_H
#define GMON_PASS_EXACTLINES_H

#include "lines/Locations.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
} // namespace llvm

namespace gmon {

/// Whether the lines of \p F are to be exact: it is not optimized, and has
/// lines.
bool hasExactLines(const llvm::Function &F);

/// Follows the line from instruction to instruction of a function, where it is
/// to be exact.
class LineTracker {
public:
  explicit LineTracker(const llvm::Function &F);

  /// Whether \p I begins another line than what was before it.
  bool changesAt(const llvm::Instruction &I);

private:
  bool Active;
  FileLine Current;
};

/// Has values that are used in another block stored, and loaded where they are
/// used. First, conditions get a block for each way out, which such uses need.
void keepValuesInMemory(llvm::Function &F);

/// Gives each of \p Blocks that has a line a first instruction of that line.
void pinLines(llvm::ArrayRef<llvm::BasicBlock *> Blocks);

/// Has \p Block, which begins with an instruction of its line, end behind that
/// if the code generator may load a value at its start that is none of the IR.
/// Returns the block behind it, which is executed as often, or null.
llvm::BasicBlock *splitBehindPin(llvm::BasicBlock &Block);

/// Lays the blocks of each line next to each other, those of the greatest
/// \p Rank first. Readers, GNU gprof among them, take a line to be one range of
/// addresses that begins with a block; they do not see what lies elsewhere, and
/// have room for some of its counts only.
void groupByLine(llvm::Function &F,
                 llvm::function_ref<uint64_t(const llvm::BasicBlock &)> Rank);

} // namespace gmon

#endif // GMON_PASS_EXACTLINES_H
