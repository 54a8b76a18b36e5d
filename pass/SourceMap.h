//===-- SourceMap.h - What source counters mean -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module's counters, and the two texts about them: for the analyzer the map
// of gmon/format.h, which is not loaded with the program; for the runtime the
// gmon_sources of gmon/abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_PASS_SOURCEMAP_H
#define GMON_PASS_SOURCEMAP_H

#include "CounterPlacement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <string>

namespace llvm {
class DIFile;
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace gmon {

/// Code of a line, and the number of its count.
struct LineEntry {
  const llvm::DIFile *File;
  unsigned Line;
  unsigned Count;
};

class SourceMap {
public:
  explicit SourceMap(llvm::Module &M) : M(M) {}

  /// Adds \p F, whose counters are those of \p Placement. Returns the index of
  /// the first in the module's array.
  unsigned add(const llvm::Function &F, llvm::ArrayRef<LineEntry> Lines,
               const CounterPlacement &Placement);

  /// Creates the module's array of counters, and all that is said about it.
  llvm::GlobalVariable *create();

private:
  struct FunctionEntry {
    uint64_t Key;
    uint32_t NumCounters;
  };

  std::string arrayName() const;
  void createSources(llvm::GlobalVariable *Counters) const;

  llvm::Module &M;
  llvm::SmallVector<FunctionEntry, 0> Functions;
  unsigned NumCounters = 0;
  std::string Assembly;
};

} // namespace gmon

#endif // GMON_PASS_SOURCEMAP_H
