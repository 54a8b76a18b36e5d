//===-- NextSteps.h - What to do, and what to ask next ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of what llvm-gprof prints on a terminal. In: a model. Out: advice,
// and command lines that tell more.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_NEXTSTEPS_H
#define GMON_ANALYZER_COMMANDS_REPORT_NEXTSTEPS_H

#include "commands/TextTable.h"
#include "model/ProfileModel.h"

namespace gmon::command {

/// Prints the first advice about \p Model, if there is any, and what to ask
/// next. Each command line has \p Options, and \p Words: the names of the
/// program and its profile data, as the user wrote them; or the library and its
/// data where list needs these. Each command works.
void printNextSteps(llvm::raw_ostream &OS, const ProfileModel &Model,
                    const Terminal &Display,
                    llvm::ArrayRef<std::string> Options,
                    llvm::ArrayRef<std::string> Words);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_NEXTSTEPS_H
