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
#include "support/ShortTime.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Events that processors count and that are recorded by many at a time, too.
static constexpr StringLiteral SampledEvents[] = {
    "cycles", "cache-misses", "branch-misses", "cache-references"};

bool command::isCostName(StringRef Name) {
  auto IsEvent = [](StringRef Event) {
    return makeCost(Event, 1).IsCounted || is_contained(SampledEvents, Event);
  };
  if (IsEvent(Name))
    return true;
  return !Name.empty() && StringRef("kMG").contains(Name.front()) &&
         IsEvent(Name.drop_front());
}

std::string CostText::title(StringRef What) const {
  return (What + " " + Kind.shortName()).str();
}

std::string CostText::number(double Value, unsigned Decimals) const {
  if (isTime())
    return fixed(Value, Decimals);
  // A unit of several samples has parts.
  return groupedNumber(Value, Kind.Rate > 1 ? 2 : 0);
}

std::string CostText::amount(double Value, unsigned Decimals) const {
  return number(Value, Decimals) + " " +
         (isTime() ? std::string("s") : Kind.Name);
}

std::string CostText::ofCall(double Value) const {
  if (isTime())
    return shortTime(Value);
  const bool IsWhole = Value == std::floor(Value);
  return groupedNumber(Value, IsWhole ? 0 : 2);
}
