//===-- EstimatedReport.h - Reports without stacks --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The views of llvm-gprof report for a profile without stacks. In: a model.
// Out: text, which says so where times are estimated.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_ESTIMATEDREPORT_H
#define GMON_ANALYZER_COMMANDS_REPORT_ESTIMATEDREPORT_H

#include "commands/report/ReportSettings.h"
#include "model/ProfileModel.h"
#include "support/Errors.h"

namespace gmon::command {

/// Prints the view of \p Settings. Fails if it needs stacks, and then takes the
/// reason why there are none from \p Warn.
llvm::Error printEstimatedReport(llvm::raw_ostream &OS,
                                 const ProfileModel &Model,
                                 const ReportSettings &Settings,
                                 Warnings &Warn);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_ESTIMATEDREPORT_H
