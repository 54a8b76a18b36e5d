//===-- Columns.cpp - Numbers in columns ----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints numbers as printf does. A large report has millions of numbers, and
// printf took a third of the time.
//
//===----------------------------------------------------------------------===//

#include "reports/Reports.h"
#include <charconv>
#include <cmath>

using namespace gmon;
using namespace llvm;

/// Writes the digits of \p Value, rounded to \p Precision digits behind the
/// point, at the end of \p Text. Writes nothing if the value is large, or
/// nearly half way between two such numbers.
static StringRef roundQuickly(double Value, unsigned Precision,
                              MutableArrayRef<char> Text) {
  double Scaled = Value;
  for (unsigned I = 0; I < Precision; ++I)
    Scaled *= 10;
  // Below this limit, rounding changes the product by less than a millionth.
  if (std::signbit(Value) || !(Scaled < 1e9))
    return "";
  double Whole = std::floor(Scaled);
  double Rest = Scaled - Whole;
  if (std::abs(Rest - 0.5) < 1e-6)
    return "";
  uint64_t Digits = uint64_t(Whole) + (Rest > 0.5);
  char *Start = Text.end();
  for (unsigned I = 0; I <= Precision || Digits; ++I, Digits /= 10) {
    if (I == Precision && I)
      *--Start = '.';
    *--Start = char('0' + Digits % 10);
  }
  return StringRef(Start, Text.end() - Start);
}

void gmon::printFixed(raw_ostream &OS, double Value, unsigned Width,
                      unsigned Precision) {
  // The greatest double has 309 digits before its point.
  char Text[400];
  StringRef Shown = roundQuickly(Value, Precision, Text);
  if (Shown.empty()) {
    char *End = std::to_chars(std::begin(Text), std::end(Text), Value,
                              std::chars_format::fixed, int(Precision))
                    .ptr;
    Shown = StringRef(Text, End - Text);
  }
  if (Shown.size() < Width)
    OS.indent(Width - Shown.size());
  OS << Shown;
}
