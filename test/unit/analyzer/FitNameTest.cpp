//===-- FitNameTest.cpp - Names in few columns ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "views/FitNames.h"
#include "views/NamePrinter.h"
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

using Names = std::vector<std::string>;

TEST(FitNames, LeavesWhatFits) {
  EXPECT_EQ(fitNames({"a::f", "b::f [l.so]"}, 11),
            (Names{"a::f", "b::f [l.so]"}));
}

TEST(FitNames, LeavesAScopeOutOfAll) {
  EXPECT_EQ(
      fitNames({"shop::Poly<7>::operator()", "shop::Poly<7>::area", "std::sort",
                "shop::sum"},
               20),
      (Names{"Poly<7>::operator()", "Poly<7>::area", "std::sort", "sum"}));
}

TEST(FitNames, ShowsTheScopesThatDiffer) {
  EXPECT_EQ(fitNames({"main::$_0::operator()", "main::$_1::operator()"}, 16),
            (Names{"$_0::operator()", "$_1::operator()"}));
  EXPECT_EQ(fitNames({"one::X::Y::f", "two::X::Y::f", "g"}, 8),
            (Names{"one::X..", "two::X..", "g"}));
  EXPECT_EQ(fitNames({"long::A::run", "long::B::run", "long::C::walk"}, 8),
            (Names{"A::run", "B::run", "C::walk"}));
  // A name that is whole looks like the end of another.
  EXPECT_EQ(fitNames({"scope::inner::f", "inner::f", "f"}, 14),
            (Names{"scope::inner..", "inner::f", "f"}));
}

TEST(FitNames, ShowsDotsInShortNames) {
  EXPECT_EQ(fitNames({"helper (a.cpp:9)", "helper (b.cpp:4)"}, 15),
            (Names{"hel.. (a.cpp:9)", "hel.. (b.cpp:4)"}));
}

TEST(DistinctNames, HavePlacesWithLinesOnly) {
  const NamedFunction First = {"f", "f", "a.c", 3},
                      Second = {"f", "f", "b.c", 0};
  EXPECT_EQ(distinctNames({First, Second}), (Names{"f (a.c:3)", "f"}));
}

TEST(FitNames, ShowsWhatIsBehindTheFunction) {
  EXPECT_EQ(fitNames({"function [liba.so]", "function [libb.so]"}, 16),
            (Names{"func.. [liba.so]", "func.. [libb.so]"}));
  EXPECT_EQ(fitNames({"f(a::T) [x]", "f(b::T) [x]"}, 8),
            (Names{"f(a::T)", "f(b::T)"}));
}

TEST(FitNames, ShowsTheDifferenceOfLongNames) {
  EXPECT_EQ(
      fitNames({"TheLongNameOfAClassOne::run", "TheLongNameOfAClassTwo::run",
                "TheLongNameOfAClassTen::run"},
               12),
      (Names{"..One::run", "..Two::run", "..Ten::run"}));
}

TEST(FitNames, DifferIfTheWholeNamesDo) {
  const Names Whole = {"main::$_0::operator()(int)",
                       "main::$_1::operator()(int)",
                       "f [liba.so]",
                       "f [libb.so]",
                       "ns::f (a.c:1)",
                       "ns::f (b.c:1)",
                       "x::aVeryLongNameOfAFunctionOne",
                       "x::aVeryLongNameOfAFunctionTwo",
                       "f(std::string)",
                       "f(other::string)"};
  for (size_t Columns = 12; Columns < 40; ++Columns) {
    Names Shown = fitNames(Whole, Columns);
    for (const std::string &Name : Shown)
      EXPECT_LE(columnsOf(Name), Columns) << Name;
    std::sort(Shown.begin(), Shown.end());
    EXPECT_EQ(std::unique(Shown.begin(), Shown.end()), Shown.end()) << Columns;
  }
}

TEST(FitNames, LevelsOfATreeAreShortenedAlone) {
  EXPECT_EQ(
      fitNames({"a::run", "  a::run", "      a::run", "        b::run"}, 12),
      (Names{"a::run", "  a::run", "      a::run", "        run"}));
}

TEST(FitNames, MayShowAs) {
  EXPECT_TRUE(mayShowAs("ns::TheLongNameOne::run", "..One::run"));
  EXPECT_TRUE(mayShowAs("ns::TheLongNameOne::run", "TheLo..run"));
  EXPECT_FALSE(mayShowAs("ns::TheLongNameTwo::run", "..One::run"));
  EXPECT_FALSE(mayShowAs("ns::run", "run"));
}
