//===-- OrderReport.cpp - Prints orders for a linker ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints an order of functions or object files for linkers: one name on each
// line.
//
//===----------------------------------------------------------------------===//

#include "reports/Reports.h"

using namespace gmon;
using namespace llvm;

void gmon::printOrder(ReportContext &Context, ArrayRef<NodeIndex> Order,
                      ArrayRef<StringRef> More) {
  for (NodeIndex N : Order)
    Context.OS << Context.Table[N].Name << '\n';
  for (StringRef Name : More)
    Context.OS << Name << '\n';
}
