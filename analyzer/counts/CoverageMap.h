//===-- CoverageMap.h - Lines by Clang's own counters -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a module compiled with -fcoverage-mapping, and the counts of its
// functions. Out: how often each line was executed, as llvm-cov tells it. Few
// functions take little time, for many profiles one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COVERAGEMAP_H
#define GMON_ANALYZER_COVERAGEMAP_H

#include "counts/InstrProfile.h"
#include "program/Image.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include <memory>

namespace gmon {

/// Whether some line from \p First to \p Last of the file \p Path is wanted.
using LineFn = llvm::function_ref<bool(llvm::StringRef Path, uint32_t First,
                                       uint32_t Last)>;

/// A function by its regions.
struct CoveredFunction {
  std::string Path;
  std::string Name;  ///< linkage name
  uint32_t Line = 0; ///< where it begins
  uint64_t Entries = 0;
  /// Lines with their counts, as llvm-cov has them for the whole file. Each is
  /// one function's: the last that begins in front of it. So a line of a lambda
  /// is not one of the function around it, and of several instances of a
  /// template one has the lines.
  std::vector<std::pair<uint32_t, uint64_t>> Lines;
};

/// The coverage mapping of a module: the regions of its functions.
class CoverageMap {
public:
  /// Reads what Clang has put into \p Module, which must outlive the result;
  /// nothing if it was compiled without.
  static llvm::Expected<CoverageMap> read(const Image &Module);

  /// Leaves out functions without lines for which \p IsWanted is true.
  void keepLines(LineFn IsWanted);

  /// Returns the names of the functions in Clang's profiles.
  llvm::StringSet<> names() const;

  /// Returns all functions with the counts of \p Functions, also those of which
  /// no code exists.
  llvm::Expected<std::vector<CoveredFunction>>
  count(llvm::ArrayRef<InstrProfFunction> Functions, Warnings &Warn) const;

private:
  struct Contents;
  std::shared_ptr<Contents> Its; ///< null: no mapping
};

} // namespace gmon

#endif // GMON_ANALYZER_COVERAGEMAP_H
