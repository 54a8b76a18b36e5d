//===-- SourceCounts.h - Counts of source counters --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What source counters say. In: the program, whose section GMON_MAP_SECTION
// says what they mean, the profile, which has them among its blocks, and the
// symbols. Out: how often the lines of each function were executed, those with
// 0 too.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SOURCECOUNTS_H
#define GMON_ANALYZER_SOURCECOUNTS_H

#include "profile/Profile.h"
#include "program/Image.h"
#include "program/SymbolTable.h"
#include "llvm/ADT/StringSet.h"

namespace gmon {

/// A line of one function.
struct SourceLine {
  llvm::StringRef Path; ///< equal paths have equal data()
  uint32_t Line = 0;
  llvm::StringRef Function; ///< as linked
  /// Of the function's symbol; 0 if it has none, being inlined everywhere.
  uint64_t Address = 0;
  std::vector<uint64_t> Counts; ///< of its blocks: different, greatest first
};

/// A function, at the line where it opens.
struct SourceFunction {
  llvm::StringRef Path;
  uint32_t Line = 0;
  llvm::StringRef Name; ///< as linked
  uint64_t Address = 0; ///< as of SourceLine
  uint64_t Entries = 0;
};

class SourceCounts {
public:
  /// Reads those of \p Data; none if it has no source counters. \p Table has
  /// the program's symbols. \p IsDamaged is set if the program's map of them is
  /// missing or damaged.
  static SourceCounts read(const Image &Program, const Profile &Data,
                           const SymbolTable &Table, bool &IsDamaged);

  /// By path, line and function.
  llvm::ArrayRef<SourceLine> lines() const { return Lines; }

  /// By path, line and name.
  llvm::ArrayRef<SourceFunction> functions() const { return Functions; }

private:
  class MapReader;

  void sortLines();
  void sortFunctions();
  void locateFunctions(const SymbolTable &Table);

  std::unique_ptr<llvm::StringSet<>> Names; ///< of files and functions
  std::vector<SourceLine> Lines;
  std::vector<SourceFunction> Functions;
};

/// The blocks of \p Data that are source counters.
std::vector<BlockCount> sourceCounters(const Profile &Data);

} // namespace gmon

#endif // GMON_ANALYZER_SOURCECOUNTS_H
