//===-- ExactLines.h - Lines of code that is not optimized ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the block counts of unoptimized code exact for each line: every block
// lies in one line, begins with an instruction of that line, and lies beside
// the line's other blocks.
//
// The code generator gives no line to what it inserts at the start of a block,
// such as the reload of a value. Readers of the profile take the address of
// such an instruction to be in the line before.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_LINES_EXACTLINES_H
#define GMON_PASS_LINES_EXACTLINES_H

#include "lines/Locations.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
} // namespace llvm

namespace gmon {

/// Whether the counts of lines of \p F are to be exact: it is unoptimized, and
/// has lines.
bool hasExactLines(const llvm::Function &F);

/// Follows the lines of the instructions of a function whose counts are to be
/// exact.
class LineTracker {
public:
  explicit LineTracker(const llvm::Function &F);

  /// Whether \p I has another line than the instruction with a line before it.
  bool changesAt(const llvm::Instruction &I);

private:
  bool Active;
  FileLine Current;
};

/// Stores values that other blocks use, and loads them where they are used.
/// First gives each successor of a condition a block of its own, which the
/// loads need.
void keepValuesInMemory(llvm::Function &F);

/// Gives each of \p Blocks that has a line a first instruction of that line.
void pinLines(llvm::ArrayRef<llvm::BasicBlock *> Blocks);

/// Splits \p Block behind its first instruction, which pinLines() inserted, if
/// the code generator may load a value there that the IR does not have. Returns
/// the block behind, which is executed as often, or null.
llvm::BasicBlock *splitBehindPin(llvm::BasicBlock &Block);

/// Lays the blocks of each line next to each other, those of the greatest
/// \p Rank first. GNU gprof and other readers take a line for one range of
/// addresses that begins with a block. They ignore blocks elsewhere, and have
/// room for only some counts of the range.
void groupByLine(llvm::Function &F,
                 llvm::function_ref<uint64_t(const llvm::BasicBlock &)> Rank);

} // namespace gmon

#endif // GMON_PASS_LINES_EXACTLINES_H
