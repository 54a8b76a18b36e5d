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
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <clocale>
#include <fnmatch.h>

using namespace gmon;
using namespace llvm;

/// Returns the size of \p Text times all its bounds: Regex makes no more of it.
static uint64_t repeatedSize(StringRef Text) {
  constexpr unsigned GreatestBound = 255; // of Regex
  uint64_t Size = Text.size();
  for (size_t Place = 0; (Place = Text.find('{', Place)) != StringRef::npos;) {
    StringRef Rest = Text.substr(++Place);
    unsigned Least = 0, Most = 0;
    Rest.consumeInteger(10, Least);
    if (Rest.consume_front(","))
      Rest.consumeInteger(10, Most);
    Size = SaturatingMultiply<uint64_t>(
        Size, std::clamp(std::max(Least, Most), 1u, GreatestBound));
  }
  return Size;
}

Expected<Regex> gmon::makePattern(StringRef Text, Regex::RegexFlags Flags) {
  constexpr uint64_t MostCharacters = 10'000;
  if (repeatedSize(Text) > MostCharacters)
    return makeError("more than " + Twine(MostCharacters) +
                     " characters, with their repetitions");
  if (Regex(R"(\\[1-9])").match(Text))
    return makeError("back references are not supported");
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
