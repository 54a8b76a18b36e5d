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
  size_t At = Key.find(Old);
  if (At == StringRef::npos) {
    Old = "second";
    Unit = "unit";
    At = Key.find(Old);
  }
  if (At == StringRef::npos)
    return Key.str();
  return (Key.take_front(At) + Unit + Key.drop_front(At + Old.size())).str();
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
