//===-- GroupReport.h - Time and calls by label, rank, process --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the options of llvm-gprof report --by=label and the like. Out: a row for
// each label, rank or process with the function that took most of its time.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_SETS_GROUPREPORT_H
#define GMON_ANALYZER_COMMANDS_SETS_GROUPREPORT_H

#include "commands/report/ReportSettings.h"

namespace gmon::command {

/// Reads the profiles one by one, and prints the report.
llvm::Error reportGroups(const CommandLine &Line, llvm::raw_ostream &OS,
                         Warnings &Warn, const ReportSettings &Settings);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_SETS_GROUPREPORT_H
