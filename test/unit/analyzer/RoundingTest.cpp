//===-- RoundingTest.cpp - Tests of whole numbers -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Rounding.h"
#include "gtest/gtest.h"

using namespace gmon;

namespace {

TEST(Rounding, SumIsRoundedOnce) {
  Rounder Round;
  uint64_t Sum = 0;
  for (int I = 0; I < 300; ++I)
    Sum += Round(1.0 / 3);
  EXPECT_EQ(Sum, 100u);
}

TEST(Rounding, WholePartsStayWhole) {
  Rounder Round;
  EXPECT_EQ(Round(0.4) + Round(0.6), 1u);
  EXPECT_EQ(Round(1.5) + Round(1.5), 3u);
  EXPECT_EQ(Round(7), 7u);
  EXPECT_EQ(Round(0), 0u);
}

TEST(Rounding, NothingIsLessThanZeroOrMoreThanFits) {
  EXPECT_EQ(roundToWhole(-1), 0u);
  EXPECT_EQ(roundToWhole(0.5), 1u);
  EXPECT_EQ(roundToWhole(1e30), uint64_t(INT64_MAX) - 1023);
  Rounder Round;
  EXPECT_EQ(Round(1e30), uint64_t(INT64_MAX) - 1023);
  EXPECT_EQ(Round(1e30), 0u);
}

TEST(Rounding, HalvesGoAwayFromZero) {
  EXPECT_EQ(roundToDigits(6.25, 1), 6.3);
  EXPECT_EQ(roundToDigits(-6.25, 1), -6.3);
  EXPECT_EQ(roundToDigits(0.125, 2), 0.13);
  // The next doubles below the halves.
  EXPECT_EQ(roundToDigits(0.15, 1), 0.2);
  EXPECT_EQ(roundToDigits(1.005, 2), 1.01);
  EXPECT_EQ(roundToDigits(100 * (0.005 / 0.08), 1), 6.3);
  EXPECT_EQ(roundToDigits(6.2499, 1), 6.2);
  EXPECT_EQ(roundToDigits(1e300, 3), 1e300);
}

} // namespace
