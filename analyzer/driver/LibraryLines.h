//===-- LibraryLines.h - Counts of lines of libraries -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: libraries of the process, and their profiles. Out: how often their lines
// were executed, as for a program.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_LIBRARYLINES_H
#define GMON_ANALYZER_LIBRARYLINES_H

#include "code/ProgramCode.h"
#include "counts/SourceCounts.h"
#include "views/LineCounts.h"

namespace gmon {

class LibraryLines {
public:
  /// Adds the lines of \p Library, whose profile is \p Data; nothing if that
  /// counts no blocks. \p Source are its source counters, which, as the
  /// library, must outlive this object.
  void add(const Image &Library, const Profile &Data,
           const SourceCounts &Source, Warnings &Warn);

  /// The lines of all libraries, which refer to this object: some files more
  /// than once.
  llvm::ArrayRef<CountedFile> files() const { return Files; }

  /// Whether some of the counts are those of optimized code.
  bool areOptimized() const { return AreOptimized; }

private:
  std::vector<std::unique_ptr<ProgramCode>> Code; ///< the files refer to it
  std::vector<CountedFile> Files;
  bool AreOptimized = false;
};

} // namespace gmon

#endif // GMON_ANALYZER_LIBRARYLINES_H
