//===-- SourceMap.h - What source counters mean -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the map of gmon/format.h, which the analyzer reads and the program
// does not load. It says which lines the source counters of a function count,
// before optimization; and how the counters that the code has in the end add up
// to source counters.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_DATA_SOURCEMAP_H
#define GMON_PASS_DATA_SOURCEMAP_H

#include "placement/CounterPlacement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace llvm {
class DIFile;
class Function;
class Module;
} // namespace llvm

namespace gmon {

/// Code of a line, and the number of its count.
struct LineEntry {
  const llvm::DIFile *File;
  unsigned Line;
  unsigned Count;
};

/// Adds \p Factor times the count number \p Count to source counter \p Counter.
/// A source counter may have several shares.
struct ShareEntry {
  uint64_t Counter;
  unsigned Count;
  uint64_t Factor;
};

/// What Clang's profile has of a function.
struct ClangEntry {
  llvm::StringRef Name;
  uint64_t Hash = 0;
  uint64_t NumIncrements = 0;
  uint64_t NumBits = 0; ///< of MC/DC
};

class SourceMap {
public:
  explicit SourceMap(llvm::Module &M) : M(M) {}

  /// Adds the lines of \p F, whose source counters are those of \p Placement.
  /// Returns the number of the first.
  uint64_t add(const llvm::Function &F, llvm::ArrayRef<LineEntry> Lines,
               const CounterPlacement &Placement);

  /// Adds the counters of \p F that Clang's profile knows as \p What: first
  /// its increments, then a counter for each bit of MC/DC. Returns the number
  /// of the first.
  uint64_t add(const llvm::Function &F, const ClangEntry &What);

  /// Adds the shares of the counters in the code of \p F: first \p NumOthers,
  /// then those of \p Placement, which numbers them from 0. Returns the number
  /// of the first.
  uint64_t add(const llvm::Function &F, llvm::ArrayRef<ShareEntry> Shares,
               unsigned NumOthers, const CounterPlacement &Placement);

  /// Adds the map to the module.
  void emit();

private:
  uint64_t addEntry(llvm::StringRef Text);

  llvm::Module &M;
  std::string Assembly;
};

} // namespace gmon

#endif // GMON_PASS_DATA_SOURCEMAP_H
