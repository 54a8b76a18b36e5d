//===-- LineCounts.h - One count for each source line -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often each line of source code was executed, as coverage tools want it:
// one number, and 0 for lines with code that was not reached. In: source
// counters or else blocks, calls, symbols. Out: files with lines and functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_LINECOUNTS_H
#define GMON_ANALYZER_LINECOUNTS_H

#include "counts/BlockCounts.h"
#include "counts/SourceCounts.h"
#include "counts/Symspec.h"
#include "graph/CallGraph.h"

namespace gmon {

struct CountedLine {
  uint32_t Number = 0;
  uint64_t Count = 0;
};

struct CountedFunction {
  llvm::StringRef LinkName;
  uint32_t Line = 0;
  uint64_t Calls = 0; ///< recursive ones included: how often it was entered
  std::vector<CountedLine> Lines; ///< of the file, by number: its own part
};

struct CountedFile {
  llvm::StringRef Path;
  std::vector<CountedLine> Lines;         ///< by number
  std::vector<CountedFunction> Functions; ///< by line, then name
};

/// The lines of the functions that \p Specs let be annotated, by path: of
/// source counters if the program has them, else of blocks.
///
/// In one function a line has the count of its part that was executed most, and
/// of several functions, as those made of a template, the sum. Of blocks, a
/// line in the middle of one has its count; functions without blocks have no
/// lines.
std::vector<CountedFile> countLines(const SymbolTable &Table,
                                    const CallGraph &Graph,
                                    const BlockCounts &Blocks,
                                    const SourceCounts &Source,
                                    const SpecTables &Specs);

} // namespace gmon

#endif // GMON_ANALYZER_LINECOUNTS_H
