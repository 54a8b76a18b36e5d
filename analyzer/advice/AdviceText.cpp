//===-- AdviceText.cpp - Advice as text -----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers have three digits, as the page's have
// (formats/html/page/values.js).
//
//===----------------------------------------------------------------------===//

#include "advice/Advice.h"
#include "support/Paths.h"
#include "support/Rounding.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace gmon;
using namespace llvm;

static std::string withDecimals(double Value, unsigned Decimals) {
  std::string Text;
  raw_string_ostream(Text) << format("%.*f", int(Decimals),
                                     roundToDigits(Value, Decimals));
  return Text;
}

/// Returns \p Value with three digits, or with all in front of the point.
static std::string withThreeDigits(double Value) {
  if (!(Value > 0) || !std::isfinite(Value))
    return "0";
  const double Rounded = Value / 0.9995 * (1 + 1e-11); // 9.995 becomes 10.0
  return withDecimals(
      Value, unsigned(std::max(0.0, 2 - std::floor(std::log10(Rounded)))));
}

/// Returns "49.1 M".
static std::string roundCount(uint64_t Count) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1e9, " G"}, {1e6, " M"}, {1e3, " k"}};
  for (auto [Scale, Unit] : Units)
    if (double(Count) >= 0.9995 * Scale)
      return withThreeDigits(double(Count) / Scale) + Unit;
  return std::to_string(Count);
}

/// Returns "18.0 ns".
static std::string timeOfEach(double Seconds) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1, " s"}, {1e-3, " ms"}, {1e-6, " us"}, {1e-9, " ns"}};
  for (auto [Scale, Unit] : Units)
    if (Seconds >= Scale)
      return withThreeDigits(Seconds / Scale) + Unit;
  return withThreeDigits(Seconds / 1e-12) + " ps";
}

static std::string
partText(const AdvicePart &Part, const CostKind &Cost,
         function_ref<std::string(uint32_t Function)> NameOf) {
  switch (Part.What) {
  case AdvicePart::Words:
  case AdvicePart::Code:
  case AdvicePart::Ranks:
    return Part.Text;
  case AdvicePart::Function:
    return NameOf(uint32_t(Part.Number));
  case AdvicePart::Line:
    return (baseName(Part.Text) + ":" + Twine(Part.Number)).str();
  case AdvicePart::Cycle:
    return "Cycle " + std::to_string(Part.Number);
  case AdvicePart::Count:
    return roundCount(Part.Number);
  case AdvicePart::Percent:
    return withDecimals(Part.Value, 1) + "%";
  case AdvicePart::Portion:
    return Part.Value >= 99.95 ? "all" : withDecimals(Part.Value, 1) + "%";
  case AdvicePart::Factor:
    return withDecimals(Part.Value, 2);
  case AdvicePart::Each:
    return timeOfEach(Part.Value);
  case AdvicePart::Amount:
    return Cost.isTime() ? withDecimals(Part.Value, 2) + " s"
                         : groupedNumber(Part.Value) + " " + Cost.Name;
  }
  llvm_unreachable("a part of no kind");
}

std::string
gmon::adviceText(const Advice &Of, const CostKind &Cost,
                 function_ref<std::string(uint32_t Function)> NameOf) {
  std::string Text;
  for (const AdvicePart &Part : Of.Parts)
    Text += partText(Part, Cost, NameOf);
  return Text;
}
