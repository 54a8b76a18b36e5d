//===-- RankReport.h - Imbalance between ranks ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a ProfileModel with the counts of the ranks of a job. Out: a table of
// functions whose times differ between the ranks.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_RANKREPORT_H
#define GMON_ANALYZER_COMMANDS_REPORT_RANKREPORT_H

#include "commands/report/ReportSettings.h"
#include "model/ProfileModel.h"

namespace gmon::command {

/// How to get the counts of ranks if the profile data have none.
inline constexpr llvm::StringLiteral HowToGetRanks =
    "nothing is known of ranks: link an MPI program with gmon-clang, and run "
    "it "
    "as several processes with stacks, or merge the files of its ranks";

/// Prints the table. Fails if \p Model has no ranks.
llvm::Error printRanks(llvm::raw_ostream &OS, const ProfileModel &Model,
                       const ReportSettings &Settings);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_RANKREPORT_H
