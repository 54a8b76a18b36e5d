//===-- CostTest.cpp - What samples count ---------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names and numbers of costs.
//
//===----------------------------------------------------------------------===//

#include "profile/Cost.h"
#include "gtest/gtest.h"

using namespace gmon;

TEST(Cost, TimeIsThatOfSecondsAndOfNoSamples) {
  EXPECT_TRUE(makeCost("seconds", 100).isTime());
  EXPECT_TRUE(CostKind().isTime());
  EXPECT_FALSE(makeCost("instructions", 1).isTime());
  EXPECT_EQ(makeCost("seconds", 100).of(25), 0.25);
  EXPECT_EQ(CostKind().of(25), 0);
}

TEST(Cost, SingleEventsAreExact) {
  EXPECT_TRUE(makeCost("instructions", 1).IsCounted);
  EXPECT_TRUE(makeCost("page-faults", 1).IsCounted);
  EXPECT_FALSE(makeCost("kcycles", 1).IsCounted);
  EXPECT_FALSE(makeCost("seconds", 100).IsCounted);
  EXPECT_FALSE(makeCost("instructions", 1000).IsCounted);
}

TEST(Cost, KeysNameTheUnit) {
  const CostKind Time = makeCost("seconds", 100);
  const CostKind Faults = makeCost("page-faults", 1);
  EXPECT_EQ(Time.key("self_seconds"), "self_seconds");
  EXPECT_EQ(Faults.key("self_seconds"), "self_page_faults");
  EXPECT_EQ(Faults.key("seconds_per_call"), "page_faults_per_call");
  EXPECT_EQ(Faults.key("samples_per_second"), "samples_per_unit");
  EXPECT_EQ(Faults.key("calls"), "calls");
}

TEST(Cost, WholeUnitsArePartsOfSeconds) {
  EXPECT_EQ(makeCost("seconds", 100).wholeUnits(3, 1e6), 30000);
  EXPECT_EQ(makeCost("loads", 1).wholeUnits(3, 1e6), 3);
  // A sample of ten events.
  EXPECT_EQ(makeCost("kpage-faults", 100).wholeUnits(3, 1e6), 30);
  EXPECT_EQ(makeCost("kpage-faults", 100).wholeName(), "page-faults");
  EXPECT_EQ(makeCost("Gcycles", 1).wholeUnits(3, 1e6), 3);
  EXPECT_EQ(makeCost("Gcycles", 1).wholeName(), "Gcycles");
  // These events are not known.
  EXPECT_EQ(makeCost("kernels", 10).wholeUnits(30, 1e6), 3);
  EXPECT_EQ(makeCost("kernels", 10).wholeName(), "kernels");
}

TEST(Cost, UnitsOfEventsAreSplit) {
  EXPECT_EQ(splitUnit("kcycles").Number, 1000u);
  EXPECT_EQ(splitUnit("kcycles").Event, "cycles");
  EXPECT_EQ(splitUnit("Gr1c2").Event, "r1c2");
  EXPECT_EQ(splitUnit("cycles").Number, 1u);
  EXPECT_EQ(splitUnit("kernels").Event, "kernels");
  EXPECT_EQ(splitUnit("").Event, "");
}

TEST(Cost, NamesAreForTerminals) {
  EXPECT_EQ(makeCost("a\x1b[1m\xff", 1).Name, "a?[1m?");
  EXPECT_EQ(makeCost("instructions", 1).shortName(), "instr");
  EXPECT_EQ(makeCost("kcycles", 1).shortName(), "kcycles");
  EXPECT_EQ(makeCost("seconds", 1).shortName(), "s");
}

TEST(Cost, NumbersHaveGroups) {
  EXPECT_EQ(groupedNumber(0), "0");
  EXPECT_EQ(groupedNumber(999), "999");
  EXPECT_EQ(groupedNumber(1000), "1,000");
  EXPECT_EQ(groupedNumber(1234567), "1,234,567");
  EXPECT_EQ(groupedNumber(-1234567), "-1,234,567");
  EXPECT_EQ(groupedNumber(-999), "-999");
  EXPECT_EQ(groupedNumber(1234.567, 2), "1,234.57");
}
