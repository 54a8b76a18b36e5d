//===-- MpiReport.h - Time in MPI -------------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a ProfileModel with the measured MPI calls of a job. Out: a table of the
// MPI functions, by the size of their communicators.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_MPIREPORT_H
#define GMON_ANALYZER_COMMANDS_REPORT_MPIREPORT_H

#include "commands/report/ReportSettings.h"
#include "model/ProfileModel.h"

namespace gmon::command {

/// How to get measured MPI calls if the profile data have none.
inline constexpr llvm::StringLiteral HowToGetMpi =
    "nothing is known of time in MPI: link an MPI program with gmon-clang, "
    "without -gmon-mpi=off, and run it as a job, without add=1";

/// Prints the table. Fails if \p Model has no MPI calls.
llvm::Error printMpi(llvm::raw_ostream &OS, const ProfileModel &Model,
                     const ReportSettings &Settings);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_MPIREPORT_H
