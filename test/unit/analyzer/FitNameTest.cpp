//===-- FitNameTest.cpp - Names in few columns ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "views/FitName.h"
#include "gtest/gtest.h"

using namespace gmon;

TEST(FitName, LeavesWhatFits) {
  EXPECT_EQ(fitName("a::f(int)", 9), "a::f(int)");
  EXPECT_EQ(fitName("  f [libc.so.6]", 15), "  f [libc.so.6]");
}

TEST(FitName, LeavesOutScopesFirst) {
  EXPECT_EQ(fitName("a::f(std::string, b::C)", 18), "a::f(string, C)");
  EXPECT_EQ(fitName("one::two::three::four", 18), "two::three::four");
  EXPECT_EQ(fitName("one::two::three::function", 14), "function");
  EXPECT_EQ(fitName("ns::Tree<std::pair<a::K, b::V>>::insert", 28),
            "ns::Tree<pair<K, V>>::insert");
  EXPECT_EQ(fitName("ns::Class<int>::operator()(a::B) const", 24),
            "operator()(B) const");
  EXPECT_EQ(fitName("ns::Class::operator<<(a::B)", 15), "operator<<(B)");
}

TEST(FitName, CutsArgumentsBehindAName) {
  EXPECT_EQ(fitName("scope::function(First, Second, Third)", 20),
            "function(First, Se..");
}

TEST(FitName, KeepsLineAndModule) {
  EXPECT_EQ(fitName("one::two::three::function (file.c:12) [lib.so]", 37),
            "three::function (file.c:12) [lib.so]");
  EXPECT_EQ(fitName("one::two::three::function (file.c:12) [lib.so]", 24),
            "function (file.c:12)");
  EXPECT_EQ(fitName("aVeryLongNameOfAFunction [libc.so.6]", 30),
            "aVeryLongNameOfAFunction");
}

TEST(FitName, CutsTheMiddleOfAName) {
  EXPECT_EQ(fitName("aVeryLongNameOfAFunction", 16), "aVeryLo..unction");
  EXPECT_EQ(fitName("    aVeryLongNameOfAFunction", 20),
            "    aVeryLo..unction");
}

TEST(FitName, NeverExceedsTheColumns) {
  const char *Names[] = {
      "",
      " ",
      "::",
      "operator",
      "a::operator>",
      "f(",
      "f<<<",
      ")>)",
      "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac",
      "x::\xe5\xad\x97\xe5\xad\x97\xe5\xad\x97\xe5\xad\x97\xe5\xad\x97::y",
      "\xff\xfe\xfd",
      "a::b(c::d) (x.c:1) [m]",
      "(anonymous namespace)::f(int) [lib]",
      "std::function<void (std::string const&)>::operator()(std::string)",
      };
  for (const char *Name : Names)
    for (size_t Columns = 1; Columns < 40; ++Columns)
      EXPECT_LE(columnsOf(fitName(Name, Columns)), Columns) << Name;
}
