//===-- formats/html/HtmlSource.h - Source of a page ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the lines of the program's source in an HTML page. In: a model with
// lines, and the places of sources. Out: files with excerpts and with the data
// of their lines.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_HTMLSOURCE_H
#define GMON_ANALYZER_FORMATS_HTMLSOURCE_H

#include "model/ProfileModel.h"
#include "model/StackTimes.h"
#include "program/SourceFiles.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

namespace gmon {

/// The data of a line.
struct PageLine {
  double Time = 0;  ///< in samples
  double Total = 0; ///< with what is called in the line; only if measured
  std::optional<uint64_t> Count;
  std::vector<LineCall> Calls; ///< only if measured
};

/// Consecutive lines of a file.
struct PageExcerpt {
  uint32_t First = 0;
  llvm::StringRef Text; ///< without the newline of its last line
};

struct PageFile {
  llvm::StringRef Path;
  std::map<uint32_t, PageLine> Lines; ///< those with a time, a count or calls
  std::vector<PageExcerpt> Excerpts;  ///< by line; none if the file is not
                                      ///< found
  uint32_t Length = 0;                ///< number of lines of the whole file
  double Time = 0;                    ///< in samples
  std::unique_ptr<llvm::MemoryBuffer> Text;
};

/// Returns the files with lines that have times or counts, by path. All
/// excerpts together have at most \p MaxText bytes: of long files, and of too
/// many files, only the functions with the greatest time or, without times, the
/// greatest counts.
std::vector<PageFile> chooseSource(const ProfileModel &Model,
                                   const SourceOpener &Sources, size_t MaxText);

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_HTMLSOURCE_H
