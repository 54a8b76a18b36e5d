//===-- formats/HtmlSource.h - Source that a page has room for --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses which lines of the program's source an HTML page shows. In: a model
// with lines, and where sources lie. Out: files with excerpts and with what is
// known of their lines.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_HTMLSOURCE_H
#define GMON_ANALYZER_FORMATS_HTMLSOURCE_H

#include "model/ProfileModel.h"
#include "program/SourceFiles.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

namespace gmon {

/// What is known of a line.
struct PageLine {
  double Time = 0; ///< in samples
  std::optional<uint64_t> Count;
};

/// Lines of a file that follow one another.
struct PageExcerpt {
  uint32_t First = 0;
  llvm::StringRef Text; ///< without the end of its last line
};

struct PageFile {
  llvm::StringRef Path;
  std::map<uint32_t, PageLine> Lines; ///< those with a time or a count
  std::vector<PageExcerpt> Excerpts;  ///< by line; none if it is not found
  uint32_t Length = 0;                ///< lines of all of its text
  double Time = 0;                    ///< in samples
  std::unique_ptr<llvm::MemoryBuffer> Text;
};

/// The files with lines that have times or counts, by path. All excerpts
/// together have \p MaxText bytes: of long files, and of too many, only the
/// functions that took most of the time or, if none did, ran most.
std::vector<PageFile> chooseSource(const ProfileModel &Model,
                                   const SourceOpener &Sources,
                                   size_t MaxText);

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_HTMLSOURCE_H
