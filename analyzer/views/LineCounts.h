//===-- LineCounts.h - Executions by source line ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often functions were called and lines executed: as rows for each block
// and call, or in the form of coverage tools: one number for each line with
// code, 0 included. In: source counters or else blocks, calls, symbols. Out:
// rows to print, or files with lines and functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_VIEWS_LINECOUNTS_H
#define GMON_ANALYZER_VIEWS_LINECOUNTS_H

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
  /// How often it was entered, including recursive calls. None if nobody
  /// counted: it was executed only where it is inlined.
  std::optional<uint64_t> Calls;
  std::vector<CountedLine> Lines; ///< the function's own part of the file, by
                                  ///< number
};

struct CountedFile {
  llvm::StringRef Path;
  std::vector<CountedLine> Lines; ///< by number
  std::vector<uint32_t>
      Unknown; ///< lines with code that nobody counted, sorted
  std::vector<CountedFunction> Functions; ///< by line, then name
};

/// Returns the lines of the functions that \p Specs choose for annotation, by
/// path: from source counters if the program has them, else from blocks.
///
/// In a function, a line has the count of its most frequent part; for several
/// functions, such as instances of a template, their sum. With blocks, a line
/// in the middle of a block has the block's count, and no blocks give no lines.
std::vector<CountedFile> countLines(const SymbolTable &Table,
                                    const CallGraph &Graph,
                                    const BlockCounts &Blocks,
                                    const SourceCounts &Source,
                                    const SpecTables &Specs);

/// A row: the code at Address was executed Count times. For lines of source
/// counters, the address is that of the function, if it has one.
struct ExecRow {
  llvm::StringRef Path;
  uint32_t Line = 0;
  llvm::StringRef Function;
  uint64_t Address = 0;
  uint64_t Count = 0;
  bool IsCalls = false; ///< calls of the function, not executions of code
};

using ExecCounts = std::vector<ExecRow>;

/// Returns the rows of symbols in \p Specs; \p ShowUnused keeps zeros.
ExecCounts makeExecCounts(const CallGraph &Graph, const BlockCounts &Blocks,
                          const SourceCounts &Source, const SymbolTable &Table,
                          const SpecTables &Specs, bool ShowUnused);

} // namespace gmon

#endif // GMON_ANALYZER_VIEWS_LINECOUNTS_H
