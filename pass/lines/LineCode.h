//===-- LineCode.h - What code a line has -----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which instructions say how often their line is executed. Not all do: Clang
// leaves what it makes up, jumps above all, at whatever line it came to last.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_LINECODE_H
#define GMON_PASS_LINECODE_H

#include "lines/Locations.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace gmon {

/// Tells the code of lines of a function. It is made before the function's
/// blocks are split, and holds for the instructions that there are then.
class LineCode {
public:
  explicit LineCode(const llvm::Function &F);

  /// The line that \p I is code of, if any.
  std::optional<FileLine> lineOf(const llvm::Instruction &I) const;

  /// Moves what is no code of its line, in the function that this was made for,
  /// to the line of the code in front of it, or of its block to none.
  void moveToCode(llvm::Function &F) const;

private:
  llvm::SmallPtrSet<const llvm::Instruction *, 8> Foreign;
};

} // namespace gmon

#endif // GMON_PASS_LINECODE_H
