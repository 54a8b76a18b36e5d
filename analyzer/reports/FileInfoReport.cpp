//===-- FileInfoReport.cpp - Prints what gmon files contain ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the number of records of each kind in a file.
//
//===----------------------------------------------------------------------===//

#include "reports/Reports.h"

using namespace gmon;
using namespace llvm;

void gmon::printFileInfo(ReportContext &Context, const FileContents &File) {
  auto Print = [&](uint64_t Count, StringRef Kind) {
    Context.OS << '\t' << Count << ' ' << Kind
               << (Count == 1 ? " record\n" : " records\n");
  };
  Context.OS << "File `" << File.Name << "' (version " << File.Version
             << ") contains:\n";
  Print(File.NumHistograms, "histogram");
  Print(File.NumArcs, "call-graph");
  Print(File.NumBlockRecords, "basic-block count");
  Context.HasOutput = true;
}
