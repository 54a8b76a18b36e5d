//===-- SourceCounts.h - Counts of source counters --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counts of source counters. In: the program, whose section
// GMON_MAP_SECTION defines their meaning; the profile, which contains them as
// blocks; and the symbols. Out: how often the lines of each function were
// executed, including those with 0; and what Clang's own counters have counted.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SOURCECOUNTS_H
#define GMON_ANALYZER_SOURCECOUNTS_H

#include "counts/SourceChoice.h"
#include "profile/Profile.h"
#include "program/Image.h"
#include "program/SymbolTable.h"
#include "support/Errors.h"
#include "llvm/ADT/StringSet.h"

namespace gmon {

/// A line of one function.
struct SourceLine {
  llvm::StringRef Path; ///< equal paths have equal data()
  uint32_t Line = 0;
  llvm::StringRef Function; ///< its linkage name
  /// The address of the function's symbol; 0 if it is inlined everywhere.
  uint64_t Address = 0;
  std::vector<uint64_t> Counts; ///< of its blocks: different, greatest first
};

/// A function, with the line where it begins.
struct SourceFunction {
  llvm::StringRef Path;
  uint32_t Line = 0;
  llvm::StringRef Name; ///< linkage name
  uint64_t Address = 0; ///< like SourceLine::Address
  uint64_t Entries = 0;
};

class SourceCounts {
public:
  /// Computes the counts in \p Data; none if it has no source counters. \p
  /// Table contains the program's symbols. Warns if the program's map is
  /// missing or damaged: then there are none.
  static SourceCounts read(const Image &Program, const Profile &Data,
                           const SymbolTable &Table, Warnings &Warn);

  /// Does the same. Only functions() is usable, without addresses.
  static SourceCounts readFunctions(const Image &Program, const Profile &Data,
                                    Warnings &Warn);

  /// Reads what \p Choice has, in much less time, without addresses.
  static SourceCounts readChosen(const SourceChoice &Choice,
                                 const Profile &Data);

  /// By path, line and function.
  llvm::ArrayRef<SourceLine> lines() const { return Lines; }

  /// By path, line and name.
  llvm::ArrayRef<SourceFunction> functions() const { return Functions; }

  /// Sorted by name and hash. The same function may occur several times.
  llvm::ArrayRef<InstrProfFunction> instrProf() const { return InstrProf; }

private:
  class MapReader;

  llvm::StringRef save(llvm::StringRef Name) {
    return Names->insert(Name).first->getKey();
  }
  /// Adds the lines that Clang's own counters have counted.
  /// \p Files are the paths of debug information.
  void addCoveredLines(const Image &Program,
                       llvm::ArrayRef<llvm::StringRef> Files, Warnings &Warn);
  llvm::Error addCoveredLines(const CoverageMap &Mapping,
                              llvm::ArrayRef<llvm::StringRef> Files,
                              Warnings &Warn);
  llvm::Error readMap(const Image &Program, std::vector<BlockCount> Counters);
  void sortInstrProf();
  void sortLines();
  void sortFunctions();
  void locateFunctions(const SymbolTable &Table);

  /// Of files and functions.
  std::unique_ptr<llvm::StringSet<>> Names =
      std::make_unique<llvm::StringSet<>>();
  std::vector<SourceLine> Lines;
  std::vector<SourceFunction> Functions;
  std::vector<InstrProfFunction> InstrProf;
};

std::vector<BlockCount> sourceCounters(const Profile &Data);

} // namespace gmon

#endif // GMON_ANALYZER_SOURCECOUNTS_H
