//===-- StackSummary.h - The time of the process, in a line -----*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a StackModel. Out: the time of the whole process by module, its clocks,
// and what the samples lack if that is more than a hundredth.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_STACKSUMMARY_H
#define GMON_ANALYZER_COMMANDS_REPORT_STACKSUMMARY_H

#include "model/StackModel.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon::command {

void printStackSummary(llvm::raw_ostream &OS, const StackModel &Model);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_STACKSUMMARY_H
