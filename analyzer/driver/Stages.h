//===-- Stages.h - From the profile to the finished call graph --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stages between the files and the output, each a function of the results
// of those before it. In: the profile and the program's code. Out: counts, and
// the call graph with its times.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STAGES_H
#define GMON_ANALYZER_STAGES_H

#include "driver/Settings.h"
#include "graph/HookTime.h"

namespace gmon {

/// What was counted and sampled, in terms of symbols.
struct Counts {
  SourceCounts Source;
  SpecTables Specs;
  BlockCounts Blocks;
  Samples Times;
};

/// The call graph, and with --line-arcs that of functions beside that of lines.
struct CallGraphs {
  CallGraph Calls;
  std::optional<CallGraph> Functions;

  /// StageResults::Entries; its Lines are Calls.
  const CallGraph &entries() const { return Functions ? *Functions : Calls; }
};

/// Accounts what \p Data count to the symbols of \p Code.
Counts accountCounts(const CountSettings &Settings, const Image &Program,
                     const Profile &Data, const ProgramCode &Code,
                     Warnings &Warn, DebugReport &Debug);

/// Estimates what hooks took, and takes it off \p Graph and \p Times if the
/// settings say so.
HookTime accountHooks(const GraphSettings &Settings, const Profile &Data,
                      CallGraph &Graph, Samples &Times, Warnings &Warn);

/// Writes the sum of the data files to gmon.sum. \p Calls are those of the run.
llvm::Error writeSum(const Settings &Set, const Image &Program,
                     const Profile &Data, const SymbolTable &Table,
                     const CallGraph &Calls, const BlockCounts &Blocks);

/// Completes \p Calls, those of the run: adds static calls, carries arcs to
/// functions and breaks cycles, as \p Settings say, and propagates times.
CallGraphs finishGraphs(const GraphSettings &Settings, CallGraph Calls,
                        const ProgramCode &Code, const SpecTables &Specs,
                        DebugReport &Debug);

} // namespace gmon

#endif // GMON_ANALYZER_STAGES_H
