//===-- FitName.cpp - Names in few columns --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last component of a name says most, so it is the last to be shortened.
//
//===----------------------------------------------------------------------===//

#include "views/FitName.h"
#include "llvm/ADT/Twine.h"

using namespace gmon;
using namespace llvm;

static constexpr StringLiteral Dots = "..";

/// Returns \p Name in \p Columns, with dots in place of the end of the
/// function's arguments or, if not even the name fits, of its middle.
static std::string withDots(StringRef Name, size_t EndOfName, size_t Columns) {
  if (columnsOf(Name) <= Columns)
    return Name.str();
  const StringRef Own = Name.take_front(EndOfName);
  if (columnsOf(Own) + Dots.size() <= Columns)
    return cutOff(Name, Columns - Dots.size()).str() + Dots.str();
  if (Columns < 2 * Dots.size())
    return cutOff(Own, Columns).str();
  if (Columns <= 3 * Dots.size())
    return cutOff(Own, Columns - Dots.size()).str() + Dots.str();
  const StringRef End = cutOffFront(Own, (Columns - Dots.size()) / 2);
  return (Twine(cutOff(Own, Columns - Dots.size() - columnsOf(End))) + Dots +
          End)
      .str();
}

size_t gmon::scopesLeftOut(const SplitName &Name, size_t Columns) {
  size_t Number = 0;
  while (Number + 1 < Name.Scopes.size() &&
         columnsOf(Name.without(Number)) > Columns)
    ++Number;
  return Number;
}

std::string gmon::fitWithout(const SplitName &Name, size_t Number,
                             size_t Columns) {
  Number = std::max(Number, scopesLeftOut(Name, Columns));
  return withDots(Name.without(Number), Name.EndOfName - Name.Scopes[Number],
                  Columns);
}

std::string gmon::fitFunction(StringRef Name, size_t Columns) {
  if (columnsOf(Name) <= Columns)
    return Name.str();
  return fitWithout(SplitName(Name), 0, Columns);
}

std::string gmon::behindThatFits(const TableName &Name, size_t Room) {
  // Few letters of a name say nothing.
  constexpr size_t Least = 12;
  const SplitName Split(Name.Function);
  const size_t Own = std::min(columnsOf(Split.ownName()), 2 * Least);
  std::string Behind;
  if (std::min(Own, Least) + columnsOf(Name.Line) <= Room)
    Behind += Name.Line;
  for (StringRef Part : {Name.Module, Name.Remark})
    if (Own + columnsOf(Behind) + columnsOf(Part) <= Room)
      Behind += Part;
  return Behind;
}

std::string gmon::fitName(StringRef Text, size_t Columns) {
  if (columnsOf(Text) <= Columns)
    return Text.str();
  const TableName Name(Text);
  if (Name.Indent + Dots.size() > Columns)
    return cutOff(Text, Columns).str();
  const size_t Room = Columns - Name.Indent;
  const std::string Behind = behindThatFits(Name, Room);
  return std::string(Name.Indent, ' ') +
         fitFunction(Name.Function, Room - columnsOf(Behind)) + Behind;
}
