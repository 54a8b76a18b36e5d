//===-- LabelledProcesses.h - Processes with several labels -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: segments of sets. Out: whether it is known which belong to one process.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FILES_LABELLEDPROCESSES_H
#define GMON_ANALYZER_FILES_LABELLEDPROCESSES_H

#include "files/NameList.h"
#include "files/ProfileSet.h"

namespace gmon {

/// A segment and its set.
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

#endif // GMON_ANALYZER_FILES_LABELLEDPROCESSES_H
