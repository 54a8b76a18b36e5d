//===-- CallsReport.h - Callers without samples --------------------*- C++
//-*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Callers and callees of a run without samples, in all modules.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CALLSREPORT_H
#define GMON_ANALYZER_CALLSREPORT_H

#include "commands/report/ReportSettings.h"
#include "model/StackModel.h"

namespace gmon::command {

/// Prints the callers or callees of the functions that \p Settings name, with
/// the numbers of their calls.
llvm::Error printCalls(llvm::raw_ostream &OS, const StackModel &Stacks,
                       const ReportSettings &Settings);

} // namespace gmon::command

#endif // GMON_ANALYZER_CALLSREPORT_H
