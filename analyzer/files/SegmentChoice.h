//===-- SegmentChoice.h - Which segments of sets are read -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the options --rank, --label and --process. Out: the segments that have
// all of what they demand, and whether it is known which of them belong to one
// process.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILES_SEGMENTCHOICE_H
#define GMON_ANALYZER_FILES_SEGMENTCHOICE_H

#include "files/FileNames.h"
#include "files/ProfileSet.h"
#include "support/Pattern.h"

namespace gmon {

class SegmentChoice {
public:
  /// Takes the argument of --rank: numbers and ranges, as in "7,10-12".
  llvm::Error setRanks(llvm::StringRef List);
  /// Takes the argument of --label, a label or a pattern as in shells.
  void setLabel(llvm::StringRef Pattern);
  /// Takes the argument of --process: its number, or a pattern that matches
  /// the program's path or file name.
  llvm::Error setProcess(llvm::StringRef Pattern);

  /// Whether all segments are chosen.
  bool isAll() const { return Texts.empty(); }
  /// Returns the options, as in a command line.
  std::string text() const;

  /// Returns the chosen segments of \p Set, by offset, each run together.
  std::vector<const Segment *> choose(const ProfileSet &Set) const;

private:
  void addText(llvm::StringRef Option, llvm::StringRef Argument);

  std::vector<std::pair<uint32_t, uint32_t>> Ranks; ///< first and last
  std::optional<Glob> Label, Process;
  std::optional<uint32_t> ProcessId;
  std::map<std::string, std::string> Texts; ///< the arguments of options
};

/// Returns the names of the chosen profiles of \p Set: that of each process'
/// program, or those of its libraries without one. With \p AllFiles, all.
NameList profilesIn(const ProfileSet &Set, const SegmentChoice &Choice,
                    bool AllFiles = false);

struct SegmentOfSet {
  const ProfileSet *Set;
  const Segment *Chosen;

  const Segment *operator->() const { return Chosen; }
};

/// Whether a process may be in several of \p Segments, and which these are is
/// not known: merge has added up several processes under a label, and some of
/// them have others.
bool mayCountTwice(llvm::ArrayRef<SegmentOfSet> Segments);
/// Whether that is so of the segments of \p Files.
bool mayCountTwice(const NameList &Files);

inline constexpr llvm::StringLiteral WhyCountedTwice =
    "the profiles of one process are in several segments, and which belong "
    "together is not known";

} // namespace gmon

#endif // GMON_ANALYZER_FILES_SEGMENTCHOICE_H
