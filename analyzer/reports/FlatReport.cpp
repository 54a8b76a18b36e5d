//===-- FlatReport.cpp - Prints the flat profile --------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the flat profile, in gprof's columns or in BSD's. Numbers of all
// reports are printed as printf does; a large report has millions of them, and
// printf took a third of the time.
//
//===----------------------------------------------------------------------===//

#include "reports/Reports.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>

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

double ReportContext::cost(double Samples) const {
  if (Data.Rate == 0 && Samples == 0)
    return std::copysign(std::nan(""), -1.0);
  return Samples / Data.Rate;
}

void ReportContext::printGranularity() {
  OS << "\ngranularity: each sample hit covers "
     << (Data.IsOfInstructions ? 1 : 2 * uint64_t(Data.Scale)) << " byte(s)";
}

static void printHeader(ReportContext &Context, const FlatProfile &Flat) {
  raw_ostream &OS = Context.OS;
  const char *Dimension = Context.Data.Dimension.c_str();
  if (Context.Settings.IsBsd) {
    Context.printGranularity();
    if (Flat.Total > 0)
      OS << format(" for %.2f%% of %.2f %s\n\n", 100 / Flat.Total,
                   Context.cost(Flat.Total), Dimension);
    else
      OS << " no time accumulated\n\n";
  } else {
    OS << "Flat profile:\n";
    OS << format("\nEach sample counts as %g %s.\n", 1.0 / Context.Data.Rate,
                 Dimension);
    if (Flat.Total <= 0)
      OS << " no time accumulated\n\n";
  }

  std::string Unit;
  if (Flat.Prefix)
    Unit += Flat.Prefix;
  Unit += Context.Data.Unit;
  Unit += "/call";
  auto PrintTitles = [&](const char *Percent, const char *Cumulative,
                         const char *Self) {
    OS << format("%5.5s %10.10s %8.8s ", Percent, Cumulative, Self);
  };
  std::string Seconds = Context.Data.Dimension.substr(0, 9) + " ";
  PrintTitles("%  ", "cumulative", "self  ");
  OS << "           self     total           \n";
  PrintTitles("time", Seconds.c_str(), Dimension);
  OS << format("   calls %8.8s %8.8s  name    \n", Unit.c_str(), Unit.c_str());
}

void gmon::printFlat(ReportContext &Context, const FlatProfile &Flat,
                     const CallGraph &Graph) {
  Context.startPage();
  printHeader(Context, Flat);
  raw_ostream &OS = Context.OS;
  bool IsBsd = Context.Settings.IsBsd;
  for (const FlatRow &Row : Flat.Rows) {
    printFixed(OS, Row.Percent, IsBsd ? 5 : 6, IsBsd ? 1 : 2);
    OS << ' ';
    printFixed(OS, Context.cost(Row.Cumulative), IsBsd ? 10 : 9, 2);
    OS << ' ';
    printFixed(OS, Context.cost(Row.Time), 8, 2);
    if (Row.Calls) {
      auto EachCall = [&](double Time) {
        return Context.cost(Flat.Factor * Time) / double(Row.Calls);
      };
      OS << ' ' << right_justify(utostr(Row.Calls), 8) << ' ';
      printFixed(OS, EachCall(Row.Time), 8, 2);
      OS << ' ';
      printFixed(OS, EachCall(Row.TimeWithChildren), 8, 2);
      OS << "  ";
    } else {
      OS.indent(29);
    }
    if (IsBsd)
      Context.Names.printFullName(OS, Graph, Row.Symbol);
    else
      OS << Context.Names.name(Row.Symbol);
    OS << '\n';
  }
  if (!Context.Settings.Brief)
    explainFlat(Context);
}
