//===-- ThreadReport.cpp - Prints what each thread did --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a line for each thread.
//
//===----------------------------------------------------------------------===//

#include "profile/ThreadTable.h"
#include "reports/Reports.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

void gmon::printThreads(ReportContext &Context, const ThreadTable &Table) {
  Context.startPage();
  raw_ostream &OS = Context.OS;
  const CostKind Cost = Context.Data.cost();
  double All = 0;
  for (const ThreadCounts &Each : Table.Threads)
    All += double(Each.Samples);
  OS << "Threads of `" << Table.File << "':\n\n"
     << "  %         self\n"
     << " time " << right_justify(Cost.isTime() ? "seconds" : Cost.Name, 10)
     << "        calls     thread  name\n";
  for (const ThreadCounts &Each : Table.Threads) {
    OS << format("%6.2f %10.2f ", All ? 100 * double(Each.Samples) / All : 0.0,
                 double(Each.Samples) / double(Table.Rate))
       << right_justify(Each.Calls ? utostr(*Each.Calls) : "-", 12) << ' ';
    if (Each.Id)
      OS << format("%10llu  ", static_cast<unsigned long long>(Each.Id));
    else
      OS << "         -  ";
    OS.write_escaped(Each.Name) << '\n';
  }
}
