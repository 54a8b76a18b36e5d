//===-- RankCountsTest.cpp - Tests of counts over ranks -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/StackProfile.h"
#include "gtest/gtest.h"

using namespace gmon;

TEST(RankCounts, Unbalanced) {
  // 2, 2, 6 and 2.
  const RankDistribution Of = {12, 48, 2, 6, 0, 2};
  EXPECT_DOUBLE_EQ(Of.mean(4), 3);
  EXPECT_DOUBLE_EQ(Of.deviation(4), std::sqrt(3));
  EXPECT_DOUBLE_EQ(Of.imbalance(4), 2);
  EXPECT_DOUBLE_EQ(Of.lost(4), 12);
}

TEST(RankCounts, Balanced) {
  const RankDistribution Of = {21, 147, 7, 7, 0, 0};
  EXPECT_DOUBLE_EQ(Of.deviation(3), 0);
  EXPECT_DOUBLE_EQ(Of.imbalance(3), 1);
  EXPECT_DOUBLE_EQ(Of.lost(3), 0);
}

TEST(RankCounts, Nothing) {
  const RankDistribution Of;
  EXPECT_DOUBLE_EQ(Of.deviation(3), 0);
  EXPECT_DOUBLE_EQ(Of.imbalance(3), 1);
  EXPECT_DOUBLE_EQ(Of.lost(3), 0);
}

TEST(RankCounts, GreatNumbers) {
  // The sum of squares has more than 64 bits. Rounding makes no NaN.
  const uint64_t Value = (uint64_t(1) << 40) + 1;
  const RankDistribution Of = {1000 * Value,
                               (unsigned __int128)(Value)*Value * 1000,
                               Value,
                               Value,
                               0,
                               0};
  EXPECT_LT(Of.deviation(1000), 1e-3 * double(Value));
  EXPECT_DOUBLE_EQ(Of.imbalance(1000), 1);
}
