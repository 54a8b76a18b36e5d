//===-- ExecCountsReport.cpp - Prints execution counts --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a line for each count.
//
//===----------------------------------------------------------------------===//

#include "reports/Reports.h"

using namespace gmon;
using namespace llvm;

void gmon::printExecCounts(ReportContext &Context, const ExecCounts &Counts) {
  Context.startPage();
  for (const ExecRow &Row : Counts) {
    Context.OS << (Row.Path.empty() ? StringRef("<unknown>") : Row.Path) << ':'
               << Row.Line << ": (" << Row.Function << ":0x"
               << utohexstr(Row.Address, /*LowerCase=*/true) << ") "
               << Row.Count << " executions\n";
  }
}
