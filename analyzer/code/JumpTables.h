//===-- JumpTables.h - Jumps through tables ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A switch may jump through a table of places in its function. In: the code of
// a function. Out: the jumps whose target is an entry of a table, and where the
// table may be. The caller looks at the entries: they tell a switch from a tail
// call through a table of functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CODE_JUMPTABLES_H
#define GMON_ANALYZER_CODE_JUMPTABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace gmon {

struct McLayer;

/// Where a jump takes its target from.
struct JumpTable {
  /// The address of the table; none if it is one of JumpTables::Addresses.
  std::optional<uint64_t> Address;
  /// Entries are words of 4 bytes, to which the table's address is added; else
  /// addresses of 8 bytes.
  bool IsRelative = false;
};

/// The jumps through tables of a function.
struct JumpTables {
  llvm::DenseMap<uint64_t, JumpTable> ByJump; ///< by the address of the jump
  /// The addresses that the code computes relative to itself: a table's address
  /// may be computed once, in front of a loop.
  std::vector<uint64_t> Addresses;
};

/// Adds the jumps through tables in \p Bytes, which are code of \p Layer at \p
/// Address, to \p Result. Knows the code that LLVM generates for x86-64.
void findJumpTables(const McLayer &Layer, llvm::ArrayRef<uint8_t> Bytes,
                    uint64_t Address, JumpTables &Result);

} // namespace gmon

#endif // GMON_ANALYZER_CODE_JUMPTABLES_H
