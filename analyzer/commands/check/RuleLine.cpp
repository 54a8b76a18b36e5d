//===-- RuleLine.cpp - The words of a rule --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See RuleLine.h.
//
//===----------------------------------------------------------------------===//

#include "commands/check/RuleLine.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

Error RuleLine::expected(const Twine &Wanted,
                         ArrayRef<StringLiteral> Words) const {
  if (Rest.empty())
    return fail(Rest, "expected " + Wanted + ", found the end of the line");
  StringRef Found = Rest.take_while(
      [](char C) { return isAlnum(C) || C == '-' || C == '_'; });
  if (Found.empty())
    Found = Rest.take_front();
  NearestWord Nearest(Found, unsigned(Found.size() / 3));
  for (StringRef Word : Words)
    Nearest.consider(Word);
  return fail(Rest, "expected " + Wanted + ", found '" + Found + "'" +
                        Nearest.suggestion());
}

Error RuleLine::expect(StringRef Token) {
  skipSpaces();
  if (Rest.consume_front(Token))
    return Error::success();
  return expected("'" + Token + "'");
}

StringRef RuleLine::takeWord() {
  skipSpaces();
  StringRef Word =
      Rest.take_while([](char C) { return isAlpha(C) || C == '-'; });
  Rest = Rest.drop_front(Word.size());
  return Word;
}

/// Returns where the quotes end that \p Text begins with: in front of what may
/// follow a name, because names like operator"" _km have quotes.
static size_t endOfQuoted(StringRef Text) {
  for (size_t At = 0; (At = Text.find('"', At + 1)) != StringRef::npos;) {
    StringRef Rest = Text.drop_front(At + 1).ltrim();
    if (Rest.empty() || Rest.starts_with(",") || Rest.starts_with(")") ||
        Rest.starts_with("->"))
      return At;
  }
  return StringRef::npos;
}

Error RuleLine::parseName(std::string &Result) {
  skipSpaces();
  if (Rest.starts_with("\"")) {
    const size_t End = endOfQuoted(Rest);
    if (End == StringRef::npos)
      return fail(Rest, "this name has no end");
    Result = Rest.slice(1, End).str();
    if (Result.empty())
      return fail(Rest, "this name is empty");
    Rest = Rest.drop_front(End + 1);
    return Error::success();
  }
  // C++ names contain parentheses with commas, also in the names of operators.
  unsigned Depth = 0;
  size_t At = 0;
  for (; At < Rest.size(); ++At) {
    StringRef Here = Rest.drop_front(At);
    char C = Here.front();
    bool IsEnd =
        C == ',' || C == ')' ||
        (Here.starts_with("->") && !Rest.take_front(At).ends_with("operator"));
    if (IsEnd && Depth == 0)
      break;
    if (C == '(' || C == '[' || C == '{')
      ++Depth;
    else if (Depth && (C == ')' || C == ']' || C == '}'))
      --Depth;
  }
  StringRef Name = Rest.take_front(At).rtrim();
  if (Name.empty())
    return expected("a name");
  Result = Name.str();
  Rest = Rest.drop_front(At);
  return Error::success();
}

Error RuleLine::parseNames(std::vector<std::string> &Names) {
  if (Error E = expect("("))
    return E;
  do {
    if (Error E = parseName(Names.emplace_back()))
      return E;
    skipSpaces();
  } while (Rest.consume_front(","));
  return expect(")");
}

Error RuleLine::parseFactor(GrowthOrder &Order) {
  skipSpaces();
  if (Rest.consume_front("1"))
    return Error::success();
  const bool IsLog = Rest.consume_front("log");
  if (IsLog) {
    if (Error E = expect("("))
      return E;
    skipSpaces();
  }
  if (!Rest.consume_front("n"))
    return expected("1, n or log(n)");
  if (IsLog)
    if (Error E = expect(")"))
      return E;
  double Power = 1;
  skipSpaces();
  if (Rest.consume_front("^")) {
    skipSpaces();
    StringRef Digits =
        Rest.take_while([](char C) { return isDigit(C) || C == '.'; });
    if (Digits.empty() || Digits.getAsDouble(Power) || Power > 10 ||
        (IsLog && Power != std::floor(Power)))
      return expected(IsLog ? "a whole number" : "a number up to 10");
    Rest = Rest.drop_front(Digits.size());
  }
  if (IsLog)
    Order.Logs += unsigned(Power);
  else
    Order.Power += Power;
  return Error::success();
}
