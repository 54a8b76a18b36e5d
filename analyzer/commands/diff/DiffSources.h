//===-- DiffSources.h - Source beside source --------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The source of one side of a comparison, for a page. In: a model with lines,
// and the places of sources. Out: files with excerpts, and the figures of each
// function in each line: functions may share lines, as macros, templates and
// lambdas do.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_DIFFSOURCES_H
#define GMON_ANALYZER_COMMANDS_DIFFSOURCES_H

#include "formats/html/HtmlSource.h"
#include "program/SourceFiles.h"

namespace gmon {
class Warnings;
} // namespace gmon

namespace gmon::command {

/// What a function has of a line.
struct FunctionInLine {
  std::string LinkName; ///< as in DiffItem; empty for code that is inlined from
                        ///< another file, whose function is not known
  uint32_t Line = 0;
  double Time = 0; ///< in samples
  std::optional<uint64_t> Count;
};

/// It does not refer to the model.
struct DiffFile {
  PageFile Page;
  std::vector<FunctionInLine> Functions; ///< by line
};

/// Returns the source of \p Model for its functions or, if \p ByLine, for the
/// lines of the functions that are innermost there.
std::vector<DiffFile> chooseDiffSource(const ProfileModel &Model, bool ByLine,
                                       const SourceSettings &Settings,
                                       Warnings &Warn);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_DIFFSOURCES_H
