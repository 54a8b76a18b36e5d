//===-- PatternTest.cpp - Tests of users' regular expressions -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ordinary expressions match as POSIX says. Those that would take much memory
// or time are errors.
//
//===----------------------------------------------------------------------===//

#include "support/Pattern.h"
#include "gtest/gtest.h"

using namespace gmon;
using namespace llvm;

/// Returns whether \p Pattern matches, or the error.
static std::string match(const std::string &Pattern, StringRef Text) {
  Expected<Regex> Made = makePattern(Pattern, Regex::NoFlags);
  if (!Made)
    return toString(Made.takeError());
  return Made->match(Text) ? "yes" : "no";
}

static std::string repeated(StringRef Text, unsigned Times) {
  std::string Result;
  for (unsigned I = 0; I < Times; ++I)
    Result += Text;
  return Result;
}

static const char *const TooLarge =
    "more than 10000 characters, with their repetitions";

TEST(Pattern, Ordinary) {
  EXPECT_EQ(match("^std::sort", "std::sort<int>"), "yes");
  EXPECT_EQ(match("^sort", "std::sort"), "no");
  EXPECT_EQ(match("a{3}", "aaa"), "yes");
  EXPECT_EQ(match("^a{2,}b?$", "aaab"), "yes");
  EXPECT_EQ(match("^(ab|c){2,3}$", "abcab"), "yes");
  EXPECT_EQ(match("^[](){}*]+$", "](){}*"), "yes");
  EXPECT_EQ(match("^[^]a]$", "]"), "no");
  EXPECT_EQ(match("^[[:digit:](]+$", "1(2"), "yes");
  EXPECT_EQ(match("operator\\(\\)", "f::operator()"), "yes");
  EXPECT_EQ(match("^a{x}$", "a{x}"), "yes");
}

TEST(Pattern, Malformed) {
  EXPECT_EQ(match("", ""), "empty (sub)expression");
  EXPECT_EQ(match("(", ""), "parentheses not balanced");
  EXPECT_EQ(match("[a", ""), "brackets ([ ]) not balanced");
  EXPECT_EQ(match("a{2,1}", ""), "invalid repetition count(s)");
  EXPECT_EQ(match("a\\", ""), "trailing backslash (\\)");
}

TEST(Pattern, BoundsMultiplyTheSize) {
  EXPECT_EQ(match("a{1,255}", "a"), "yes");
  EXPECT_EQ(match("(a{1,20}){1,20}", "a"), "yes");
  EXPECT_EQ(match("(a{1,100}){1,100}", "a"), TooLarge);
  EXPECT_EQ(match("((((a{1,100}){1,100}){1,100}){1,100})", "a"), TooLarge);
  EXPECT_EQ(match("((a{255}){255,}){255}", "a"), TooLarge);
  EXPECT_EQ(match("((a{18446744073709551616}){255}){255}", "a"), TooLarge);
}

TEST(Pattern, LongAndDeep) {
  EXPECT_EQ(match(std::string(10'000, 'a'), std::string(10'000, 'a')), "yes");
  EXPECT_EQ(match(std::string(10'001, 'a'), "a"), TooLarge);
  EXPECT_EQ(match(repeated("(", 4999) + "a" + repeated(")", 4999), "a"), "yes");
}

TEST(Pattern, NestedRepetitionsTakeLittleTime) {
  // Each would take forever if the ways were tried one after the other.
  const std::string Text(10'000, 'a');
  EXPECT_EQ(match("(a*)*b", Text), "no");
  EXPECT_EQ(match("((a+)+)+b", Text), "no");
  EXPECT_EQ(match("(a|a)*b", Text), "no");
  EXPECT_EQ(match("(a?){20}a{20}b", Text), "no");
  EXPECT_EQ(match("(a*)\\1", Text), "back references are not supported");
}
