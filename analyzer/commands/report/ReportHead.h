//===-- ReportHead.h - What stands above a report ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the model. Out: the time of the whole process by module, its clocks, and
// what the samples lack if that is more than a hundredth; and lines about
// missing samples, profiles and calls.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_REPORTHEAD_H
#define GMON_ANALYZER_COMMANDS_REPORT_REPORTHEAD_H

#include "model/ProfileModel.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon::command {

/// Prints the times of the stacks of \p Whole and what they lack.
void printStackSummary(llvm::raw_ostream &OS, const ProfileModel &Whole);

/// Prints which part of the process's time the program has if that is not
/// measured by stacks, or that there is none. The rest is in the runtime, which
/// is excluded from all reports (mainly the hooks that unoptimized code calls),
/// and in the C library and other modules.
void printProcessTime(llvm::raw_ostream &OS, const ProfileModel &Model);

/// Returns the lines about what \p Model lacks; empty if it lacks nothing.
std::string headNotes(const ProfileModel &Model);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_REPORTHEAD_H
