//===-- DecisionTest.cpp --------------------------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons of costs that are not exact.
//
//===----------------------------------------------------------------------===//

#include "commands/check/RuleChecker.h"
#include "gtest/gtest.h"
#include <limits>

using namespace gmon::command;

static Interval between(double Low, double High) {
  Interval Result(Low);
  Result.High = High;
  return Result;
}

TEST(Decision, BoundsDecideOrNot) {
  const Interval Wide = between(10, 20);
  EXPECT_EQ(decide(Wide, Rule::LessEqual, Interval(20)), true);
  EXPECT_EQ(decide(Wide, Rule::Less, Interval(20)), std::nullopt);
  EXPECT_EQ(decide(Wide, Rule::Less, Interval(10)), false);
  EXPECT_EQ(decide(Wide, Rule::GreaterEqual, Interval(10)), true);
  EXPECT_EQ(decide(Wide, Rule::Greater, Interval(15)), std::nullopt);
  EXPECT_EQ(decide(Wide, Rule::Equal, Interval(15)), std::nullopt);
  EXPECT_EQ(decide(Wide, Rule::Equal, Interval(21)), false);
  EXPECT_EQ(decide(Wide, Rule::NotEqual, between(21, 22)), true);
  EXPECT_EQ(decide(Interval(3), Rule::Equal, Interval(3)), true);
  EXPECT_EQ(decide(Interval(3), Rule::NotEqual, Interval(3)), false);
}

TEST(Decision, AFunctionWithEqualCodeAndCountsHasNotChanged) {
  const BaselineValue Old{1000, {{"f", {400, 500, 600, 7}}}};
  BaselineValue New = Old;
  EXPECT_EQ(decideChange(New, Rule::LessEqual, Old, 1), true);
  New.Value = 1001;
  EXPECT_EQ(decideChange(New, Rule::LessEqual, Old, 1), false);
  EXPECT_EQ(decideChange(New, Rule::LessEqual, Old, 1.002), true);
}

TEST(Decision, AChangedFunctionHasItsBounds) {
  const BaselineValue Old{1000, {{"f", {400, 500, 600, 7}}}};
  BaselineValue New = Old;
  New.Estimates["f"].Digest = 8;
  EXPECT_EQ(decideChange(New, Rule::LessEqual, Old, 1), std::nullopt);
  // 900 to 1,100 is below 1.3 times 900.
  EXPECT_EQ(decideChange(New, Rule::LessEqual, Old, 1.3), true);
  New.Value = 1500;
  EXPECT_EQ(decideChange(New, Rule::LessEqual, Old, 1), false);
}

TEST(Decision, WithoutABoundNothingIsCertain) {
  const double None = std::numeric_limits<double>::infinity();
  const BaselineValue Old{1000, {{"f", {0, 500, None, 7}}}};
  EXPECT_EQ(decideChange(Old, Rule::LessEqual, Old, 1), true);
  EXPECT_EQ(decideChange({1000, {}}, Rule::LessEqual, Old, 1), std::nullopt);
  EXPECT_EQ(decideChange({1000, {}}, Rule::LessEqual, Old, 0), false);
}
