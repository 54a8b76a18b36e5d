//===-- NameParts.cpp - The parts of names in tables ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is split by its signs alone: it need not be one of C++.
//
//===----------------------------------------------------------------------===//

#include "views/NameParts.h"
#include "llvm/Support/Unicode.h"
#include <optional>

using namespace gmon;
using namespace llvm;

size_t gmon::columnsOf(StringRef Text) {
  const int Columns = sys::unicode::columnWidthUTF8(Text);
  return Columns < 0 ? Text.size() : Columns;
}

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

StringRef gmon::cutOffFront(StringRef Text, size_t Columns) {
  while (columnsOf(Text) > Columns) {
    Text = Text.drop_front();
    while (!Text.empty() && isContinuation(Text.front()))
      Text = Text.drop_front();
  }
  return Text;
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

TableName::TableName(StringRef Text) : Function(Text.ltrim(' ')) {
  Indent = Text.size() - Function.size();
  const size_t Remarks =
      std::min(Function.find(" (inlined)"), Function.find(" (called at "));
  if (Remarks != 0 && Remarks != StringRef::npos) {
    Remark = Function.drop_front(Remarks);
    Function = Function.take_front(Remarks);
  }
  Module = takeBehind(Function, '[', ']');
  const StringRef WithLine = Function;
  Line = takeBehind(Function, '(', ')');
  // A signature such as "f (int)" has no line behind it.
  if (!Line.contains(':') || Line.contains("::")) {
    Function = WithLine;
    Line = "";
  }
}

SplitName::SplitName(StringRef Name, bool KeepsScopesOfTypes) {
  Scopes.push_back(0);
  SmallVector<char> Open;
  SmallVector<size_t> Starts; // of the innermost word, at each depth
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
      if (!Open.empty() && !KeepsScopesOfTypes) {
        Text.resize(Starts.back());
        continue;
      }
      Text += "::";
      if (!Open.empty())
        continue;
      Scopes.push_back(Text.size());
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
  EndOfName = Arguments.value_or(Text.size());
}
