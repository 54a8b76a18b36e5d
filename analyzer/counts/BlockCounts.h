//===-- BlockCounts.h - Basic blocks of symbols -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accounts the executions of basic blocks to symbols. In: a Profile and a
// SymbolTable. Out: the blocks of each symbol, in the order of the profile.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_BLOCKCOUNTS_H
#define GMON_ANALYZER_BLOCKCOUNTS_H

#include "counts/CodeCounts.h"
#include "counts/LineCopies.h"
#include "profile/Profile.h"
#include "program/SymbolTable.h"

namespace gmon {

class BlockCounts {
public:
  /// Makes an object without blocks.
  BlockCounts() = default;
  /// Accounts the blocks of \p Data to the symbols of \p Table.
  BlockCounts(const Profile &Data, const SymbolTable &Table);

  /// Returns the blocks of the symbol \p Index.
  llvm::ArrayRef<BlockCount> of(SymbolIndex Index) const {
    if (Starts.empty())
      return {};
    return llvm::ArrayRef(Blocks).slice(Starts[Index],
                                        Starts[Index + 1] - Starts[Index]);
  }
  /// All blocks, by symbol.
  llvm::ArrayRef<BlockCount> all() const { return Blocks; }

  CodeCounts Code;
  /// Whether the count 0 of a line is one.
  LineCopies Copies;

private:
  std::vector<BlockCount> Blocks;
  std::vector<size_t> Starts; ///< index of each symbol's first block
};

} // namespace gmon

#endif // GMON_ANALYZER_BLOCKCOUNTS_H
