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
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

namespace gmon {

/// The data of a line.
struct PageLine {
  double Time = 0;  ///< in samples
  double Total = 0; ///< with what is called in the line; only if measured
  std::optional<uint64_t> Count;
  /// The innermost functions that have Time, that with most of it first: their
  /// indices in the list of the stacks or, without these, of the model.
  std::vector<FunctionIndex> Owners;
  std::vector<LineCall> Calls; ///< only if measured
};

/// Lines with data, by number.
using PageLines = std::map<uint32_t, PageLine>;

/// What a thread has of a file.
struct PageThread {
  uint32_t Thread = 0; ///< index of the ProfileModel's thread
  double Time = 0;     ///< in samples
  PageLines Lines;     ///< without counts
};

/// Consecutive lines of a file.
struct PageExcerpt {
  uint32_t First = 0;
  llvm::StringRef Text; ///< without the newline of its last line
};

struct PageFile {
  std::string Path;
  PageLines Lines;                 ///< those with a time, a count or calls
  std::vector<PageThread> Threads; ///< those with a time, if there are several
  std::vector<PageExcerpt> Excerpts; ///< by line; none if the file is not found
  uint32_t Length = 0;               ///< number of lines of the whole file
  double Time = 0;                   ///< in samples
  std::vector<uint32_t> Starts;      ///< lines where functions begin, sorted
  bool HasChanged = false;           ///< Text is not the one that was compiled
  std::unique_ptr<llvm::MemoryBuffer> Text;
};

/// Sets the text of a file, if it is found, and whether it has changed.
using OpenSourceFn = llvm::function_ref<void(PageFile &)>;

/// Returns the files with lines that have times or counts, by path. All
/// excerpts together have at most \p MaxText bytes: of long files, and of too
/// many files, only the functions with the greatest time or, without times, the
/// greatest counts.
std::vector<PageFile> chooseSource(const ProfileModel &Model, OpenSourceFn Open,
                                   size_t MaxText);

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_HTMLSOURCE_H
