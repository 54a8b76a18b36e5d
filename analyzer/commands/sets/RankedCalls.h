//===-- RankedCalls.h - Calls by rank ---------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the profiles of a job's ranks in a set. Out: how the calls of functions
// by others are distributed over the ranks. Sidecar files lack arcs.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_RANKEDCALLS_H
#define GMON_ANALYZER_COMMANDS_RANKEDCALLS_H

#include "commands/report/ReportSettings.h"
#include "options/Options.h"
#include "profile/StackProfile.h"

namespace gmon::command {

/// The arcs of all ranks, and their sum.
struct RankedCalls {
  using Arc = std::pair<FunctionIndex, FunctionIndex>; ///< caller and callee

  uint64_t NumRanks = 0; ///< 0 if no profile has a rank
  RankDistribution All;
  std::map<Arc, RankDistribution> Arcs;
};

/// How to get profiles of ranks if there are none.
inline constexpr llvm::StringLiteral HowToGetRankedCalls =
    "no profile has a rank: those of an MPI job in gmon.set have";

/// Counts the calls that \p IsWanted chooses.
llvm::Expected<RankedCalls>
sumByRank(const ProfileCounter &Counter,
          llvm::function_ref<bool(const ModelArc &)> IsWanted);

/// Prints a table of the arcs whose calls differ between the ranks, if the
/// profiles of \p Opts have ranks.
llvm::Error printRankedArcs(llvm::raw_ostream &OS, Options Opts,
                            const ReportSettings &Settings);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_RANKEDCALLS_H
