//===-- HoldingRules.h - Rules that a profile fulfils -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a profile. Out: its counts as rules that check finds to hold. A format
// has the counts of the program. Check knows more: tail calls, and calls that
// nobody counts leave a rule open.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_CHECK_HOLDINGRULES_H
#define GMON_ANALYZER_COMMANDS_CHECK_HOLDINGRULES_H

#include "options/Options.h"
#include "support/Errors.h"

namespace gmon::command {

/// Writes the rules of the format filecheck that hold for the profile that \p
/// Opts choose: to its output file or, without one, to \p OS. Warns of others.
llvm::Error writeRulesThatHold(Options Opts, llvm::raw_ostream &OS,
                               Warnings &Warn);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_CHECK_HOLDINGRULES_H
