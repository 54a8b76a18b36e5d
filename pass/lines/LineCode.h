//===-- LineCode.h - What code a line has -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the instructions that are executed as often as their line. Not all are:
// Clang gives the instructions that it adds, mostly jumps, the line that it
// compiled last.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_LINES_LINECODE_H
#define GMON_PASS_LINES_LINECODE_H

#include "lines/Locations.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace gmon {

/// The code of the lines of a function. Create it before the function's blocks
/// are split; it is valid for the instructions that exist then.
class LineCode {
public:
  explicit LineCode(const llvm::Function &F);

  /// The line that \p I is code of, if any.
  std::optional<FileLine> lineOf(const llvm::Instruction &I) const;

  /// Gives instructions of \p F, the same function, that are not code of their
  /// line the location of the code in front of them in their block, or no line.
  void moveToCode(llvm::Function &F) const;

private:
  llvm::SmallPtrSet<const llvm::Instruction *, 8> Foreign;
};

} // namespace gmon

#endif // GMON_PASS_LINES_LINECODE_H
