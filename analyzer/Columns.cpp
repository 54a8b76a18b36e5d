//===-- Columns.cpp - Numbers in columns ----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints numbers as printf would. A big report is millions of them, and printf
// took a third of its time.
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include <charconv>

using namespace gmon;
using namespace llvm;

void gmon::printFixed(raw_ostream &OS, double Value, unsigned Width,
                      unsigned Precision) {
  // The greatest double has 309 digits before its point.
  char Text[400];
  std::to_chars_result End =
      std::to_chars(std::begin(Text), std::end(Text), Value,
                    std::chars_format::fixed, int(Precision));
  size_t Length = End.ptr - Text;
  if (Length < Width)
    OS.indent(Width - Length);
  OS.write(Text, Length);
}
