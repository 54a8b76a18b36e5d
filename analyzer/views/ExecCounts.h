//===-- ExecCounts.h - Execution counts in order ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often functions were called and basic blocks executed, by source line.
// In: the call graph and the block counts. Out: rows to print.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_EXECCOUNTS_H
#define GMON_ANALYZER_EXECCOUNTS_H

#include "counts/BlockCounts.h"
#include "counts/SourceCounts.h"
#include "counts/Symspec.h"
#include "graph/CallGraph.h"

namespace gmon {

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

/// Returns the rows of the symbols that \p Specs choose; \p ShowUnused keeps
/// zeros.
ExecCounts makeExecCounts(const CallGraph &Graph, const BlockCounts &Blocks,
                          const SourceCounts &Source, const SymbolTable &Table,
                          const SpecTables &Specs, bool ShowUnused);

} // namespace gmon

#endif // GMON_ANALYZER_EXECCOUNTS_H
