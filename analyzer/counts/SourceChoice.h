//===-- SourceChoice.h - Some counts of many profiles -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a module, and which of its functions or lines are wanted. Out: the part
// of its maps that says how often these were executed, for SourceCounts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COUNTS_SOURCECHOICE_H
#define GMON_ANALYZER_COUNTS_SOURCECHOICE_H

#include "counts/CoverageMap.h"
#include "counts/SourceMap.h"

namespace gmon {

/// A map that is damaged has nothing. The program must outlive the choice.
class SourceChoice {
public:
  using NameFn = llvm::function_ref<bool(llvm::StringRef Name)>;

  /// Chooses functions by their linkage names.
  static SourceChoice ofFunctions(const Image &Program, NameFn IsWanted);

  /// Chooses functions that have a line for which \p IsWanted is true.
  static SourceChoice ofLines(const Image &Program, LineFn IsWanted);

  /// Returns the linkage names of the functions with counters.
  static std::vector<llvm::StringRef> functionsOf(const Image &Program);

  bool empty() const { return Entries.empty(); }
  /// The numbers of the counters: ranges of them, sorted.
  std::vector<std::pair<uint64_t, uint64_t>> counters() const;

private:
  friend class SourceCounts;
  void addSharing(llvm::ArrayRef<MapEntry> All);

  std::vector<MapEntry> Entries; ///< of what is wanted
  std::vector<MapEntry> Sharing; ///< that have shares of its counts
  CoverageMap Mapping;           ///< empty if the entries have the lines
};

} // namespace gmon

#endif // GMON_ANALYZER_COUNTS_SOURCECHOICE_H
