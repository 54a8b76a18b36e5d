//===-- CallsReport.h - Callers without samples --------------------*- C++
//-*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Callers and callees of a run without samples, in all modules; and what the
// head of a report says about calls that nobody counted.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CALLSREPORT_H
#define GMON_ANALYZER_CALLSREPORT_H

#include "commands/report/ReportSettings.h"
#include "model/ProfileModel.h"

namespace gmon::command {

/// Prints the callers or callees of the functions that \p Settings name, with
/// the numbers of their calls.
llvm::Error printCalls(llvm::raw_ostream &OS, const StackModel &Stacks,
                       const ReportSettings &Settings);

/// Returns a line about the calls of \p Model's program that nobody counted;
/// empty if there are none, or nothing is known. Why a function has no counter
/// is not known: it may be of another compiler, or a filter left it out.
std::string uncountedNote(const ProfileModel &Model);

} // namespace gmon::command

#endif // GMON_ANALYZER_CALLSREPORT_H
