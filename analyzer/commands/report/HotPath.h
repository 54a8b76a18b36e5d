//===-- HotPath.h - Where the time goes -------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind the table that llvm-gprof prints on a terminal. In: a model. Out: the
// calls that take most of the time.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_HOTPATH_H
#define GMON_ANALYZER_COMMANDS_REPORT_HOTPATH_H

#include "commands/TextTable.h"
#include "model/ProfileModel.h"

namespace gmon::command {

/// Prints the hot path, if there are times and calls: from main or the
/// outermost function of the program in a thread, the callee with most of the
/// time, as long as that is at least half of its caller's.
void printHotPath(llvm::raw_ostream &OS, const ProfileModel &Model,
                  const Terminal &Display);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_HOTPATH_H
