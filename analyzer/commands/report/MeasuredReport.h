//===-- MeasuredReport.h - Reports of measured stacks -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All views of llvm-gprof report that are made of stacks: tables of functions,
// lines, modules and threads, and trees. In: a model with stacks. Out: text.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_MEASUREDREPORT_H
#define GMON_ANALYZER_COMMANDS_REPORT_MEASUREDREPORT_H

#include "commands/report/ReportSettings.h"
#include "commands/report/StackNames.h"
#include "model/IncompleteStacks.h"
#include "model/ProfileModel.h"

namespace gmon::command {

/// Prints the view of \p Settings. \p Model must have stacks.
llvm::Error printMeasuredReport(llvm::raw_ostream &OS,
                                const ProfileModel &Model,
                                const ReportSettings &Settings);

/// What the views share.
struct MeasuredContext {
  llvm::raw_ostream &OS;
  const ProfileModel &Model;
  const StackModel &Stacks;
  const ReportSettings &Settings;
  const StackNames &Names;
  const FunctionLookup &Lookup;
  const StackFilter &Filter;
  const StackTimes &Times; ///< of the samples that Filter chooses
  double All = 0;          ///< all samples, which are 100%
  LowerBounds Bounds;

  /// Returns the number of calls that StackTimes::ofCalls() is the total of. 0
  /// if it is unknown.
  double timedCalls(StackFunctionIndex F) const;
  /// Returns what to print in front of \p Total, in samples, of a function,
  /// line or module.
  const char *markOf(double Total) const {
    return Bounds.isOne(Total) ? ">=" : "";
  }
};

/// Prints a table of functions, lines, modules or threads.
void printMeasuredTable(const MeasuredContext &Context);

/// Prints \p Summary and the tree of all calls, or of callers or callees.
llvm::Error printMeasuredTrees(const MeasuredContext &Context,
                               llvm::StringRef Summary);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_MEASUREDREPORT_H
