//===-- CodeCounts.h - Executions of code by its blocks ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often code was executed, also in the middle of a block, and where the
// code generator moved or copied it. In: counts of basic blocks, the program's
// functions, and the description of its flow if it has one. Out: a count for
// each piece of code, if the counts determine it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODECOUNTS_H
#define GMON_ANALYZER_CODECOUNTS_H

#include "costs/SumEquations.h"
#include "profile/Profile.h"
#include "program/Image.h"
#include "program/SymbolTable.h"
#include "support/Errors.h"

namespace gmon {

/// Code whose count is the same everywhere.
struct CountedCode {
  AddressRange Code;
  uint32_t Piece = 0; ///< index of what is known of it
};

/// What is known of a piece of code.
struct CountedPiece {
  Bounds Count;
  uint32_t Block = 0; ///< the block of which it is a copy; equal for all copies
};

class CodeCounts {
public:
  /// Makes an object without counts.
  CodeCounts() = default;
  /// \p Table has the functions of \p Program, and \p Info its lines.
  CodeCounts(const Image &Program, const Profile &Data,
             const SymbolTable &Table, const DebugInfo &Info, Warnings &Warn);

  /// Returns the bounds of the count of the block of which \p Code, parts of
  /// one function, has most executions; nothing if none of it has counts.
  /// Copies of a block add up. Optimized code without a line, and the
  /// profiler's, is none.
  std::optional<Bounds> mostOf(llvm::ArrayRef<AddressRange> Code) const;

  /// Whether blocks are those of optimized code.
  bool areOptimized() const { return AreOptimized; }

private:
  friend class CodeCollector;
  /// A block, or a piece that is no copy of one.
  struct Block {
    std::optional<uint64_t> Count; ///< of all copies
    uint32_t NumCopies = 0;
  };
  std::vector<CountedCode> Code; ///< by address; does not overlap
  std::vector<CountedPiece> Pieces;
  std::vector<Block> Blocks;
  bool AreOptimized = false;
};

} // namespace gmon

#endif // GMON_ANALYZER_CODECOUNTS_H
