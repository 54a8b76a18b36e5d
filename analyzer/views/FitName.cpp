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
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Unicode.h"

using namespace gmon;
using namespace llvm;

static constexpr StringLiteral Dots = "..";

size_t gmon::columnsOf(StringRef Text) {
  const int Columns = sys::unicode::columnWidthUTF8(Text);
  return Columns < 0 ? Text.size() : Columns;
}

static bool isContinuation(char Byte) { return (Byte & 0xc0) == 0x80; }

StringRef gmon::cutOff(StringRef Text, size_t Columns) {
  // Few letters take several columns.
  while (columnsOf(Text) > Columns) {
    size_t End = Text.size() - 1;
    while (End && isContinuation(Text[End]))
      --End;
    Text = Text.take_front(End);
  }
  return Text;
}

/// Returns the end of \p Text that fits into \p Columns.
static StringRef cutOffFront(StringRef Text, size_t Columns) {
  while (columnsOf(Text) > Columns) {
    Text = Text.drop_front();
    while (!Text.empty() && isContinuation(Text.front()))
      Text = Text.drop_front();
  }
  return Text;
}

namespace {

/// A function's name in its parts.
struct SplitName {
  std::string Text;           ///< without the scopes of types in it
  SmallVector<size_t> Scopes; ///< where each component of the function begins
  size_t EndOfName = 0;       ///< where its arguments begin, or Text ends
};

} // namespace

/// Splits \p Name at its scopes, those in arguments left out. Operators such as
/// "operator<" have signs that are no brackets.
static SplitName splitName(StringRef Name) {
  SplitName Result;
  Result.Scopes.push_back(0);
  SmallVector<char> Open;
  SmallVector<size_t> Starts; // of the innermost word, at each depth
  std::string &Text = Result.Text;
  std::optional<size_t> Arguments;
  for (size_t I = 0; I < Name.size(); ++I) {
    const StringRef Rest = Name.drop_front(I);
    if (Rest.starts_with("operator")) {
      const StringRef Signs = Rest.drop_front(8).take_while(
          [](char C) { return StringRef("<>()=-+*/%&|^!~,[]").contains(C); });
      // Behind the operator's own signs there may be arguments.
      size_t Own = std::min(Signs.size(), Signs.find('(', 1));
      if (Signs.starts_with("()"))
        Own = 2;
      Text += Rest.take_front(8 + Own);
      I += 7 + Own;
      continue;
    }
    if (Rest.starts_with("::")) {
      ++I;
      if (!Open.empty()) {
        Text.resize(Starts.back());
        continue;
      }
      Text += "::";
      Result.Scopes.push_back(Text.size());
      Arguments.reset();
      continue;
    }
    const char C = Name[I];
    Text += C;
    if (C == '<' || C == '(' || C == '{') {
      if (C == '(' && Open.empty() && !Arguments)
        Arguments = Text.size() - 1;
      Open.push_back(C);
      Starts.push_back(Text.size());
    } else if ((C == '>' || C == ')' || C == '}') && !Open.empty()) {
      Open.pop_back();
      Starts.pop_back();
    } else if ((C == ' ' || C == ',') && !Open.empty()) {
      Starts.back() = Text.size();
    }
  }
  Result.EndOfName = Arguments.value_or(Text.size());
  return Result;
}

/// Returns \p Name in \p Columns, with dots in place of the end of the
/// function's arguments or, if not even the name fits, of its middle.
static std::string withDots(StringRef Name, size_t EndOfName, size_t Columns) {
  if (columnsOf(Name) <= Columns)
    return Name.str();
  const StringRef Own = Name.take_front(EndOfName);
  if (columnsOf(Own) + Dots.size() <= Columns)
    return cutOff(Name, Columns - Dots.size()).str() + Dots.str();
  if (Columns <= 3 * Dots.size())
    return cutOff(Own, Columns).str();
  const StringRef End = cutOffFront(Own, (Columns - Dots.size()) / 2);
  return (Twine(cutOff(Own, Columns - Dots.size() - columnsOf(End))) + Dots +
          End)
      .str();
}

/// Returns \p Name in \p Columns.
static std::string fitFunction(StringRef Name, size_t Columns) {
  if (columnsOf(Name) <= Columns)
    return Name.str();
  const SplitName Split = splitName(Name);
  const StringRef Text = Split.Text;
  for (size_t Start : Split.Scopes)
    if (columnsOf(Text.drop_front(Start)) <= Columns)
      return Text.drop_front(Start).str();
  const size_t Last = Split.Scopes.back();
  return withDots(Text.drop_front(Last), Split.EndOfName - Last, Columns);
}

/// Takes the part behind a function off \p Text: " (file.c:12)" or
/// " [libc.so.6]".
static StringRef takeBehind(StringRef &Text, char Open, char Close) {
  const char Start[] = {' ', Open};
  const size_t At = Text.rfind(StringRef(Start, 2));
  if (!Text.ends_with(StringRef(&Close, 1)) || At == StringRef::npos || At == 0)
    return "";
  const StringRef Behind = Text.drop_front(At);
  Text = Text.take_front(At);
  return Behind;
}

std::string gmon::fitName(StringRef Text, size_t Columns) {
  if (columnsOf(Text) <= Columns)
    return Text.str();
  StringRef Name = Text.ltrim(' ');
  const size_t Indent = Text.size() - Name.size();
  // Few letters of a name say nothing.
  constexpr size_t Least = 12;
  if (Indent + Dots.size() > Columns)
    return cutOff(Text, Columns).str();
  const size_t Room = Columns - Indent;
  StringRef Module = takeBehind(Name, '[', ']');
  StringRef Line = takeBehind(Name, '(', ')');
  // A signature such as "f (int)" has no line behind it.
  if (!Line.contains(':') || Line.contains("::")) {
    Name = Text.ltrim(' ').drop_back(Module.size());
    Line = "";
  }
  const SplitName Split = splitName(Name);
  const size_t Own = std::min(
      columnsOf(
          StringRef(Split.Text).slice(Split.Scopes.back(), Split.EndOfName)),
      2 * Least);
  if (Own + columnsOf(Line) + columnsOf(Module) > Room)
    Module = "";
  if (std::min(Own, Least) + columnsOf(Line) > Room)
    Line = "";
  return std::string(Indent, ' ') +
         fitFunction(Name, Room - columnsOf(Line) - columnsOf(Module)) +
         Line.str() + Module.str();
}
