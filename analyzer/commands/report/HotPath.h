//===-- HotPath.h - Where the time goes, and what to ask next ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of what llvm-gprof prints on a terminal. In: a model. Out: the calls
// that take most of the time, and command lines that say more about it.
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

/// Prints what to ask next. Each command line has \p Options, and \p Words: the
/// names of the program and its profile data, as the user wrote them. Functions
/// whose names are too long for a line are passed over.
void printNextSteps(llvm::raw_ostream &OS, const ProfileModel &Model,
                    const Terminal &Display,
                    llvm::ArrayRef<std::string> Options,
                    llvm::ArrayRef<std::string> Words);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_HOTPATH_H
