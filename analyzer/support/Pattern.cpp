//===-- Pattern.cpp - Patterns of users -----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's Regex copies what a bound in braces repeats, so nested bounds multiply
// its size. It simulates all ways at once, unless there are back references:
// then it tries them one after the other.
//
//===----------------------------------------------------------------------===//

#include "support/Pattern.h"
#include "support/Errors.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include <clocale>
#include <fnmatch.h>

using namespace gmon;
using namespace llvm;

/// The greatest number of characters, each counted as often as bounds repeat
/// it; and the greatest number of nested parentheses.
static constexpr uint64_t MostCharacters = 1000;
static constexpr size_t MostLevels = 50;

namespace {

/// Counts the characters of an expression. Malformed ones may have any result:
/// Regex rejects them.
class SizeCounter {
public:
  explicit SizeCounter(StringRef Text) : Left(Text) {}
  Error count();

private:
  /// The characters between parentheses.
  struct Level {
    uint64_t Sum = 0;
    uint64_t Last = 0; ///< the part of Sum that a repetition repeats
  };

  void add(uint64_t Size) {
    Levels.back().Sum += Size;
    Levels.back().Last = Size;
  }
  void skipBracket();
  void repeat();

  StringRef Left;
  SmallVector<Level> Levels = {Level()};
};

} // namespace

/// Skips the rest of a bracket expression, such as "[^]a[:digit:]".
void SizeCounter::skipBracket() {
  Left.consume_front("^");
  Left.consume_front("]");
  while (!Left.empty() && !Left.consume_front("]")) {
    size_t Size = 1;
    if (Left.starts_with("[:") || Left.starts_with("[.") ||
        Left.starts_with("[=")) {
      const char EndMark[] = {Left[1], ']'};
      if (size_t End = Left.find(StringRef(EndMark, 2), 2);
          End != StringRef::npos)
        Size = End + 2;
    }
    Left = Left.drop_front(Size);
  }
}

/// Applies the bound whose brace was just read, if it is one.
void SizeCounter::repeat() {
  StringRef Rest = Left;
  unsigned Least, Most;
  if (Rest.consumeInteger(10, Least))
    return add(1);
  if (!Rest.consume_front(",") || Rest.consumeInteger(10, Most))
    Most = Least;
  if (!Rest.consume_front("}"))
    return add(1);
  Left = Rest;
  // Regex has no greater bounds than 255.
  const uint64_t Times = std::min(std::max({Least, Most, 1u}), 255u);
  Level &Here = Levels.back();
  Here.Sum += (Times - 1) * Here.Last;
  Here.Last *= Times;
}

Error SizeCounter::count() {
  while (!Left.empty()) {
    const char Next = Left.front();
    Left = Left.drop_front();
    switch (Next) {
    case '\\':
      if (!Left.empty() && isDigit(Left.front()))
        return makeError("back references are not supported");
      Left = Left.drop_front(!Left.empty());
      add(1);
      break;
    case '[':
      skipBracket();
      add(1);
      break;
    case '(':
      if (Levels.size() > MostLevels)
        return makeError("more than " + Twine(MostLevels) +
                         " nested parentheses");
      Levels.push_back(Level());
      break;
    case ')': {
      const uint64_t Size = Levels.back().Sum;
      if (Levels.size() > 1)
        Levels.pop_back();
      add(Size + 2);
      break;
    }
    case '{':
      repeat();
      break;
    case '*':
    case '+':
    case '?':
      // These belong to what they repeat.
      ++Levels.back().Sum;
      ++Levels.back().Last;
      break;
    default:
      add(1);
    }
    if (Levels.back().Sum > MostCharacters)
      return makeError("more than " + Twine(MostCharacters) +
                       " characters, with their repetitions");
  }
  return Error::success();
}

Expected<Regex> gmon::makePattern(StringRef Text, Regex::RegexFlags Flags) {
  if (Error E = SizeCounter(Text).count())
    return std::move(E);
  Regex Result(Text, Flags);
  std::string Reason;
  if (!Result.isValid(Reason))
    return makeError(Reason);
  return std::move(Result);
}

Expected<Glob> Glob::create(StringRef Text) {
  // fnmatch() takes a malformed pattern literally.
  Expected<GlobPattern> Checked = GlobPattern::create(Text);
  if (!Checked)
    return Checked.takeError();
  return Glob(Text);
}

bool Glob::match(const std::string &Name) const {
  // LLVM's patterns match bytes. The user's locale may be any.
  static const locale_t Utf8 = newlocale(LC_ALL_MASK, "C.UTF-8", nullptr);
  const locale_t Own = uselocale(Utf8);
  const bool Matches = fnmatch(Text.c_str(), Name.c_str(), /*flags=*/0) == 0;
  uselocale(Own);
  return Matches;
}
