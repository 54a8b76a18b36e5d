//===-- Cost.cpp - What samples count -------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of costs, and their numbers as text.
//
//===----------------------------------------------------------------------===//

#include "profile/Cost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace gmon;
using namespace llvm;

/// Events that are recorded one by one. The name of a unit of several events
/// has a prefix, as "kcycles" has.
static constexpr StringLiteral SingleEvents[] = {
    "instructions",     "loads",          "stores",
    "branches",         "calls",          "bytes-moved",
    "page-faults",      "minor-faults",   "major-faults",
    "context-switches", "cpu-migrations", "alignment-faults",
    "emulation-faults", "switches",       "migrations"};

/// Events that processors count and that are recorded by many at a time, too.
static constexpr StringLiteral SampledEvents[] = {
    "cycles", "cache-misses", "branch-misses", "cache-refs"};

/// Whether \p Name is the number of an event of a processor, as perf has it.
static bool isRawEvent(StringRef Name) {
  return Name.consume_front("r") && !Name.empty() && all_of(Name, isHexDigit);
}

bool gmon::isEvent(StringRef Name) {
  return is_contained(SingleEvents, Name) || is_contained(SampledEvents, Name);
}

EventUnit gmon::splitUnit(StringRef Name) {
  static constexpr std::pair<StringLiteral, uint64_t> Prefixes[] = {
      {"k", 1'000}, {"M", 1'000'000}, {"G", 1'000'000'000}};
  for (auto [Prefix, Number] : Prefixes)
    if (StringRef Event = Name;
        Event.consume_front(Prefix) && (isEvent(Event) || isRawEvent(Event)))
      return {Number, Event};
  return {1, Name};
}

double CostKind::wholeUnits(double Samples, double PartsOfSecond) const {
  if (isTime())
    return of(Samples) * PartsOfSecond;
  return of(Samples) * (Rate > 1 ? double(splitUnit(Name).Number) : 1);
}

StringRef CostKind::wholeName() const {
  return Rate > 1 ? splitUnit(Name).Event : StringRef(Name);
}

CostKind gmon::makeCost(StringRef Name, uint64_t Rate) {
  CostKind Result{"", Rate, Rate == 1 && is_contained(SingleEvents, Name)};
  for (char C : Name)
    Result.Name += isPrint(C) ? C : '?';
  return Result;
}

StringRef CostKind::shortName() const {
  if (isTime())
    return "s";
  return Name == "instructions" ? StringRef("instr") : StringRef(Name);
}

std::string CostKind::key(StringRef Key) const {
  if (isTime())
    return Key.str();
  std::string Unit = Name;
  for (char &C : Unit)
    if (C == '-')
      C = '_';
  StringRef Old = "seconds";
  size_t Place = Key.find(Old);
  if (Place == StringRef::npos) {
    Old = "second";
    Unit = "unit";
    Place = Key.find(Old);
  }
  if (Place == StringRef::npos)
    return Key.str();
  return (Key.take_front(Place) + Unit + Key.drop_front(Place + Old.size()))
      .str();
}

std::string gmon::groupedNumber(double Value, unsigned Decimals) {
  std::string Text;
  raw_string_ostream(Text) << format("%.*f", int(Decimals), Value);
  size_t End = std::min(Text.find('.'), Text.size());
  const size_t First = Text.front() == '-' ? 1 : 0;
  while (End > First + 3) {
    End -= 3;
    Text.insert(End, ",");
  }
  return Text;
}

std::string gmon::shortTime(double Seconds) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1, "s"}, {1e3, "ms"}, {1e6, "us"}, {1e9, "ns"}};
  if (Seconds <= 0)
    return "0 s";
  // The greatest unit in which the number is at least 1.
  const auto *Unit = find_if(drop_end(Units), [&](const auto &Known) {
    return Seconds * Known.first >= 0.9995;
  });
  std::string Text;
  raw_string_ostream(Text) << format("%.2f", Seconds * Unit->first) << ' '
                           << Unit->second;
  return Text;
}
