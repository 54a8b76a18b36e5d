//===-- CostText.cpp - Costs as text for a terminal -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints costs.
//
//===----------------------------------------------------------------------===//

#include "commands/CostText.h"
#include "commands/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the unit of an event in a histogram's header, which has room for 15
/// characters: rt/settings/event_choice.cpp.
static StringRef unitOfEvent(StringRef Event) {
  return StringSwitch<StringRef>(Event)
      .Case("faults", "page-faults")
      .Case("context-switches", "switches")
      .Case("cs", "switches")
      .Case("cpu-migrations", "migrations")
      .Case("cpu-cycles", "cycles")
      .Case("cache-references", "cache-refs")
      .Case("branch-instructions", "branches")
      .Default(Event);
}

std::string command::costName(StringRef Word) {
  if (StringRef Unit = unitOfEvent(Word); isEvent(Unit))
    return Unit.str();
  std::string Unit =
      (Word.take_front() + unitOfEvent(Word.drop_front(!Word.empty()))).str();
  const EventUnit Split = splitUnit(Unit);
  return Split.Number > 1 && isEvent(Split.Event) ? Unit : "";
}

bool CostText::variesBetweenRuns() const {
  static constexpr StringLiteral KernelEvents[] = {
      "page-faults",    "minor-faults",     "major-faults",
      "switches",       "migrations",       "context-switches",
      "cpu-migrations", "alignment-faults", "emulation-faults"};
  return Kind.IsCounted && is_contained(KernelEvents, Kind.Name);
}

std::string CostText::title(StringRef What) const {
  return (What + " " + Kind.shortName()).str();
}

unsigned CostText::decimals() const {
  // A unit of several samples has parts; one sample is not 0.00.
  return Kind.Rate <= 1 ? 0 : Kind.Rate <= 100 ? 2 : 3;
}

std::string CostText::number(double Value, unsigned Decimals) const {
  return isTime() ? fixed(Value, Decimals) : groupedNumber(Value, decimals());
}

std::string CostText::amount(double Value, unsigned Decimals) const {
  return number(Value, Decimals) + " " +
         (isTime() ? std::string("s") : Kind.Name);
}

std::string CostText::ofCall(double Value) const {
  if (isTime())
    return shortTime(Value);
  if (Value == std::floor(Value))
    return groupedNumber(Value, 0);
  // Three digits of a small number, as times have by their unit.
  constexpr double MostDecimals = 9;
  const double Digits =
      Value > 0 ? std::min(2 - std::floor(std::log10(Value)), MostDecimals) : 0;
  return groupedNumber(
      Value, std::max({2U, decimals(), unsigned(std::max(Digits, 0.0))}));
}
