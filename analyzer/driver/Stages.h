//===-- Stages.h - From the profile to the finished call graph --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stages between the files and the output. Each is a function of the
// results of earlier stages. In: the profile and the program's code. Out:
// counts, and the call graph with its times.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STAGES_H
#define GMON_ANALYZER_STAGES_H

#include "driver/Inputs.h"
#include "driver/Settings.h"
#include "graph/CallGraph.h"

namespace gmon {

/// Counts and samples by symbol.
struct Counts {
  SourceCounts Source;
  SpecTables Specs;
  BlockCounts Blocks;
  Samples Times;
};

/// The call graph; with --line-arcs also that of functions beside that of
/// lines.
struct CallGraphs {
  CallGraph Calls;
  std::optional<CallGraph> Functions;

  /// StageResults::Entries; its Lines are Calls.
  const CallGraph &entries() const { return Functions ? *Functions : Calls; }
};

/// Warns if \p Program has no debug information, but names the file that has
/// it. Returns whether it does.
bool warnOfDebugFile(const Image &Program, Warnings &Warn);

/// Accounts the counts of \p Data to the symbols of \p Code.
Counts accountCounts(const CountSettings &Settings, const Image &Program,
                     const Profile &Data, const ProgramCode &Code,
                     Warnings &Warn, DebugReport &Debug);

/// Writes the sum of the data files of \p Input to gmon.sum. \p Calls are the
/// executed calls.
llvm::Error writeSum(const Settings &Set, const Image &Program,
                     const InputFiles &Input, const SymbolTable &Table,
                     const CallGraph &Calls, const BlockCounts &Blocks,
                     Warnings &Warn);

/// Completes \p Calls, the executed calls, as \p Settings say: adds static
/// calls, moves arcs to functions, breaks cycles. Then propagates times.
CallGraphs finishGraphs(const GraphSettings &Settings, CallGraph Calls,
                        const ProgramCode &Code, const SpecTables &Specs,
                        DebugReport &Debug);

} // namespace gmon

#endif // GMON_ANALYZER_STAGES_H
