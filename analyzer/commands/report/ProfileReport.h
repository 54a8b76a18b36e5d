//===-- ProfileReport.h - The views of llvm-gprof report --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of functions, lines, modules, threads, ranks and labels, trees, and
// what stands above and below them. In: a model, whose times are measured by
// stacks or estimated by the call graph. Out: text, which says so where times
// are estimated.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_PROFILEREPORT_H
#define GMON_ANALYZER_COMMANDS_REPORT_PROFILEREPORT_H

#include "commands/CostText.h"
#include "commands/TextTable.h"
#include "commands/report/ReportSettings.h"
#include "commands/report/StackNames.h"
#include "model/IncompleteStacks.h"
#include "model/ProfileModel.h"
#include "options/Options.h"
#include "profile/StackProfile.h"
#include "support/Errors.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon::command {

/// Prints the view of \p Settings. Fails if it needs stacks and there are none,
/// and then takes the reason from \p Warn.
llvm::Error printProfileReport(llvm::raw_ostream &OS, const ProfileModel &Model,
                               ReportSettings Settings, Warnings &Warn);

/// What the views share.
struct ViewContext {
  llvm::raw_ostream &OS;
  const ProfileModel &Model;
  const ReportSettings &Settings;
  const StackNames &Names;
  const StackFilter &Filter;
  const StackTimes &Times; ///< of the samples that Filter chooses
  CostKind Cost;
  double SamplesAtOnce = 1; ///< how many count as an independent one
  double All = 0;           ///< all samples, which are 100%
  bool HasTimes = true;
  LowerBounds Bounds;

  /// Returns the number of calls that StackTimes::ofCalls() is the total of. 0
  /// if it is unknown.
  double timedCalls(FunctionIndex F) const;
  /// Returns what to print in front of \p Total, in samples, of a function,
  /// line or module.
  const char *markOf(double Total) const {
    return Bounds.isOne(Total) ? ">=" : "";
  }
  /// Returns the decimals of seconds.
  unsigned decimals() const {
    return Times.areEstimates() ? 2 : decimalsOf(double(Cost.Rate));
  }
};

/// Prints a table of functions, lines, modules or threads.
void printTable(const ViewContext &Context);

/// Prints \p Summary and the tree of all calls, or of callers or callees.
llvm::Error printTrees(const ViewContext &Context, llvm::StringRef Summary);

/// Prints the hot path, if there are times and calls: from main or the
/// outermost function of the program in a thread, the callee with most of the
/// time, as long as that is at least half of its caller's.
void printHotPath(llvm::raw_ostream &OS, const ProfileModel &Model,
                  const Terminal &Display);

/// Prints the first advice about \p Model, if there is any, and what to ask
/// next. Each command line has \p Options, and \p Words: the names of the
/// program and its profile data, as the user wrote them; or the library and its
/// data where list needs these. Each command works.
void printNextSteps(llvm::raw_ostream &OS, const ProfileModel &Model,
                    const Terminal &Display,
                    llvm::ArrayRef<std::string> Options,
                    llvm::ArrayRef<std::string> Words);

/// How to get measured MPI calls if the profile data have none.
inline constexpr llvm::StringLiteral HowToGetMpi =
    "nothing is known of time in MPI: link an MPI program with gmon-clang, "
    "without -gmon-mpi=off, and run it as a job, without add=1";

/// Prints the table. Fails if \p Model has no MPI calls.
llvm::Error printMpi(llvm::raw_ostream &OS, const ProfileModel &Model,
                     const ReportSettings &Settings);

/// How to get the counts of ranks if the profile data have none.
inline constexpr llvm::StringLiteral HowToGetRanks =
    "nothing is known of ranks: link an MPI program with gmon-clang, and run "
    "it "
    "as several processes with stacks, or merge the files of its ranks";

/// Prints the table. Fails if \p Model has no ranks.
llvm::Error printRanks(llvm::raw_ostream &OS, const ProfileModel &Model,
                       const ReportSettings &Settings);

/// Prints the times of the stacks of \p Whole and what they lack.
void printStackSummary(llvm::raw_ostream &OS, const ProfileModel &Whole);

/// Prints which part of the process's time the program has if that is not
/// measured by stacks, or that there is none. The rest is in the runtime, which
/// is excluded from all reports (mainly the hooks that unoptimized code calls),
/// and in the C library and other modules.
void printProcessTime(llvm::raw_ostream &OS, const ProfileModel &Model);

/// Returns the lines about what \p Model lacks; empty if it lacks nothing.
std::string headNotes(const ProfileModel &Model);

/// Reads the profiles one by one, and prints the report.
llvm::Error reportGroups(const CommandLine &Line, llvm::raw_ostream &OS,
                         Warnings &Warn, const ReportSettings &Settings);

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

#endif // GMON_ANALYZER_COMMANDS_REPORT_PROFILEREPORT_H
