//===-- ProfileReport.h - The views of llvm-gprof report --------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of functions, lines, modules and threads, and trees. In: a model,
// whose times are measured by stacks or estimated by the call graph. Out: text,
// which says so where times are estimated.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_PROFILEREPORT_H
#define GMON_ANALYZER_COMMANDS_REPORT_PROFILEREPORT_H

#include "commands/CostText.h"
#include "commands/report/ReportSettings.h"
#include "commands/report/StackNames.h"
#include "model/IncompleteStacks.h"
#include "model/ProfileModel.h"
#include "support/Errors.h"

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

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_PROFILEREPORT_H
