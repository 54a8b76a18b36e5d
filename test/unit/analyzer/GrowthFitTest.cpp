//===-- GrowthFitTest.cpp - How a cost grows with the size of the input ---===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exponents of the counted steps of algorithms, from six runs, on several
// ranges of sizes, and whether true and too small bounds hold.
// e2e/growth.test counts in compiled programs.
//
//===----------------------------------------------------------------------===//

#include "commands/check/GrowthFit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <functional>
#include <random>

using namespace gmon;

namespace {

struct Algorithm {
  const char *Name;
  GrowthOrder Order;
  std::function<double(uint64_t)> Steps;
};

/// The steps of a recursion into \p Parts halves.
double halves(uint64_t N, unsigned Parts,
              const std::function<double(double)> &Own) {
  return Own(double(N)) + (N > 1 ? Parts * halves(N / 2, Parts, Own) : 0);
}

const std::vector<Algorithm> &algorithms() {
  static const std::vector<Algorithm> All = {
      {"constant", {0, 0}, [](uint64_t) { return 37; }},
      {"binary search",
       {0, 1},
       [](uint64_t N) { return std::floor(std::log2(N)); }},
      {"digits",
       {0, 1},
       [](uint64_t N) { return 5 + 3 * std::floor(std::log2(N)); }},
      {"trial division",
       {0.5, 0},
       [](uint64_t N) { return std::floor(std::sqrt(N)); }},
      {"scan", {1, 0}, [](uint64_t N) { return N; }},
      {"scan after set-up", {1, 0}, [](uint64_t N) { return 3 * N + 1000; }},
      {"nodes of a tree", {1, 0}, [](uint64_t N) { return 2 * N - 1; }},
      {"merge sort",
       {1, 1},
       [](uint64_t N) {
         return halves(N, 2, [](double Own) { return Own + 1; });
       }},
      {"heap sort",
       {1, 1},
       [](uint64_t N) {
         double Sum = 0;
         for (uint64_t I = 1; I <= N; ++I)
           Sum += std::floor(std::log2(I));
         return Sum;
       }},
      {"n log n and n",
       {1, 1},
       [](uint64_t N) { return N * std::log2(N) + 8 * N; }},
      {"Shell's gaps",
       {1.5, 0},
       [](uint64_t N) { return N * std::floor(std::sqrt(N)); }},
      {"Karatsuba",
       {std::log2(3), 0},
       [](uint64_t N) {
         return halves(N, 3, [](double Own) { return 4 * Own; });
       }},
      {"bubble sort", {2, 0}, [](uint64_t N) { return N * (N - 1) / 2; }},
      {"square and scan", {2, 0}, [](uint64_t N) { return N * N + 1000 * N; }},
      {"square of logs",
       {2, 1},
       [](uint64_t N) { return N * N * std::log2(N); }},
      {"square root of quintic",
       {2.5, 0},
       [](uint64_t N) { return N * N * std::floor(std::sqrt(N)); }},
      {"Strassen",
       {std::log2(7), 0},
       [](uint64_t N) {
         return halves(N, 7, [](double Own) { return Own * Own; });
       }},
      {"matrices", {3, 0}, [](uint64_t N) { return N * N * N; }},
      {"triples", {3, 0}, [](uint64_t N) { return N * (N - 1) * (N - 2) / 6; }},
      {"cube and square",
       {3, 0},
       [](uint64_t N) { return N * N * N + 20 * N * N; }},
  };
  return All;
}

const std::vector<std::vector<uint64_t>> Sizes = {
    {64, 128, 256, 512, 1024, 2048},
    {128, 256, 512, 1024, 2048, 4096},
    {1024, 2048, 4096, 8192, 16384, 32768}};

GrowthFit fit(const Algorithm &Of, const std::vector<uint64_t> &At) {
  std::vector<GrowthPoint> Points;
  for (uint64_t N : At)
    Points.push_back({double(N), Of.Steps(N)});
  return GrowthFit(Points);
}

} // namespace

TEST(GrowthFit, ExponentsAndBoundsOfTwentyAlgorithms) {
  ASSERT_EQ(algorithms().size(), 20u);
  for (const Algorithm &Each : algorithms())
    for (const std::vector<uint64_t> &At : Sizes) {
      const GrowthFit Fit = fit(Each, At);
      EXPECT_NEAR(Fit.best().Power, Each.Order.Power, 0.05)
          << Each.Name << " from " << At.front();
      EXPECT_EQ(Fit.judge(Each.Order), GrowthVerdict::Within)
          << Each.Name << " from " << At.front() << " is " << Fit.best().text();
      if (Each.Order.Logs)
        EXPECT_EQ(Fit.judge({Each.Order.Power, 0}), GrowthVerdict::Exceeds)
            << Each.Name << " from " << At.front();
      else if (Each.Order.Power >= 0.5)
        EXPECT_EQ(Fit.judge({Each.Order.Power - 0.5, 1}),
                  GrowthVerdict::Exceeds)
            << Each.Name << " from " << At.front();
    }
}

/// Each algorithm, range of sizes and bound at or above the order.
TEST(GrowthFit, HundredsOfTrueBoundsHold) {
  unsigned NumRight = 0;
  for (const Algorithm &Each : algorithms())
    for (const std::vector<uint64_t> &At : Sizes) {
      const GrowthFit Fit = fit(Each, At);
      for (double More : {0.0, 0.03, 0.05, 0.1, 0.5, 1.0}) {
        const GrowthOrder Bound{Each.Order.Power + More, Each.Order.Logs};
        EXPECT_EQ(Fit.judge(Bound), GrowthVerdict::Within)
            << Each.Name << " from " << At.front() << " by " << Bound.text();
        ++NumRight;
      }
    }
  EXPECT_GE(NumRight, 100u);
}

/// A bound just farther from the order than exponents are accurate. That of a
/// logarithm is only found by whole powers.
TEST(GrowthFit, ExponentsThatAreATenthTooSmallDoNotHold) {
  for (const Algorithm &Each : algorithms())
    for (const std::vector<uint64_t> &At : Sizes) {
      if (Each.Order.Logs || Each.Order.Power == 0)
        continue;
      const GrowthFit Fit = fit(Each, At);
      for (double Less : {0.11, 0.2, 0.4}) {
        const GrowthOrder Bound{Each.Order.Power - Less, 0};
        EXPECT_EQ(Fit.judge(Bound), GrowthVerdict::Exceeds)
            << Each.Name << " from " << At.front() << " by " << Bound.text();
      }
    }
}

TEST(GrowthFit, WhatNeverRunsDoesNotGrow) {
  const GrowthFit Fit({{10, 0}, {20, 0}, {40, 0}, {80, 0}});
  EXPECT_EQ(Fit.best().text(), "1");
  EXPECT_EQ(Fit.judge({0, 0}), GrowthVerdict::Within);
}

TEST(GrowthFit, WhatRunsFromSomeSizeOnHasAnOrder) {
  const GrowthFit Fit({{10, 0}, {20, 20}, {40, 40}, {80, 80}, {160, 160}});
  EXPECT_EQ(Fit.judge({2, 0}), GrowthVerdict::Within);
}

TEST(GrowthFit, WhatFallsIsWithinEachBound) {
  const GrowthFit Fit({{10, 900}, {20, 300}, {40, 90}, {80, 90}, {160, 1}});
  EXPECT_EQ(Fit.judge({0, 0}), GrowthVerdict::Within);
}

TEST(GrowthFit, WhatGrowsFasterThanEachPowerExceeds) {
  std::vector<GrowthPoint> Points;
  for (int N = 12; N <= 22; N += 2)
    Points.push_back({double(N), std::ldexp(1, N)});
  EXPECT_EQ(GrowthFit(Points).judge({2, 0}), GrowthVerdict::Exceeds);
}

TEST(GrowthFit, GreatSizesHaveAnOrder) {
  std::vector<GrowthPoint> Points;
  for (double N = 1e290; N < 1e299; N *= 10)
    Points.push_back({N, N / 1e285});
  const GrowthFit Fit(Points);
  EXPECT_EQ(Fit.best().text(), "n");
  EXPECT_EQ(Fit.judge({1, 0}), GrowthVerdict::Within);
}

// The instructions of bzip2's BZ2_compressBlock: ever fewer for each byte.
TEST(GrowthFit, WhatFlattensKeepsTheBound) {
  const GrowthFit Fit({{10000, 1058127},
                       {20000, 1993194},
                       {40000, 3683301},
                       {80000, 6788488},
                       {160000, 12743874},
                       {320000, 24390056}});
  EXPECT_TRUE(Fit.best().isWithin({1, 0})) << Fit.best().text();
  EXPECT_EQ(Fit.judge({1, 0}), GrowthVerdict::Within);
  EXPECT_EQ(Fit.judge({0.5, 0}), GrowthVerdict::Exceeds);
}

// The instructions of bzip2's BZ2_blockSort: a table of 65537 numbers dominates
// small blocks, and the cost for a byte depends on the text.
TEST(GrowthFit, LowerTermsAndRandomInputsAreNoGrowth) {
  const GrowthFit Small({{10000, 2997210},
                         {20000, 4370646},
                         {40000, 7232725},
                         {80000, 13373415},
                         {160000, 26506540},
                         {320000, 55850847}});
  EXPECT_NE(Small.judge({1, 1}), GrowthVerdict::Exceeds);
  const GrowthFit Large({{25000, 5359061},
                         {50000, 9525839},
                         {100000, 18017411},
                         {200000, 37038003},
                         {400000, 78572042},
                         {800000, 160518232}});
  EXPECT_EQ(Large.judge({1, 1}), GrowthVerdict::Within);
  EXPECT_EQ(Large.judge({0.5, 0}), GrowthVerdict::Exceeds);
}

// The instructions of gzip: quadratic until the window of 32 KB is full.
TEST(GrowthFit, SmallSizesMayHaveAnotherOrder) {
  const GrowthFit Fit({{10000, 1174028},
                       {20000, 2753883},
                       {40000, 7161314},
                       {80000, 16784098},
                       {160000, 35984036},
                       {320000, 74584074}});
  EXPECT_NE(Fit.judge({1, 0}), GrowthVerdict::Exceeds);
  EXPECT_EQ(Fit.judge({2, 0}), GrowthVerdict::Within);
}

namespace {
/// How often a verdict was reached.
struct Verdicts {
  unsigned Within = 0, Exceeds = 0, Open = 0;
};
} // namespace

/// Judges 100 times whether \p Cost, which varies by \p Spread, is within
/// \p Bound.
static Verdicts judge(double Spread, const GrowthOrder &Bound,
                      const std::function<double(double)> &Cost) {
  std::mt19937 Random(1);
  std::normal_distribution<double> Deviation(0, Spread);
  Verdicts Result;
  for (unsigned Run = 0; Run < 100; ++Run) {
    std::vector<GrowthPoint> Points;
    for (double N = 1000; N <= 32000; N *= 2)
      Points.push_back({N, std::round(Cost(N) * (1 + Deviation(Random)))});
    const GrowthVerdict Found = GrowthFit(Points).judge(Bound);
    Result.Within += Found == GrowthVerdict::Within;
    Result.Exceeds += Found == GrowthVerdict::Exceeds;
    Result.Open += Found == GrowthVerdict::Open;
  }
  return Result;
}

static double linear(double N) { return 2000 + N; }
static double logarithmic(double N) { return N * std::log2(N); }
static double slightlyMore(double N) { return std::pow(N, 1.1); }
static double square(double N) { return N * N + 100 * N; }

TEST(GrowthFit, SpreadIsNoGrowth) {
  for (double Spread : {0.01, 0.05}) {
    EXPECT_EQ(judge(Spread, {1, 0}, linear).Exceeds, 0u);
    const Verdicts Found = judge(Spread, {1, 1}, logarithmic);
    EXPECT_GE(Found.Within, 99u);
    EXPECT_EQ(Found.Exceeds, 0u);
  }
}

TEST(GrowthFit, GrowthBeyondTheBoundIsSeen) {
  constexpr double Spread = 0.005;
  EXPECT_EQ(judge(10 * Spread, {1, 1}, square).Exceeds, 100u);
  EXPECT_EQ(judge(Spread, {1, 0}, logarithmic).Exceeds, 100u);
  EXPECT_EQ(judge(Spread, {1, 0}, slightlyMore).Exceeds, 100u);
}

/// Where a violation is not seen, the bound does not hold either.
TEST(GrowthFit, WhatCannotBeSeenIsOpen) {
  constexpr double Spread = 0.05;
  EXPECT_LE(judge(Spread, {1, 0}, logarithmic).Within, 1u);
  EXPECT_LE(judge(Spread, {1, 0}, slightlyMore).Within, 1u);
  // Sizes near to each other.
  const GrowthFit Near(
      {{1000, 1030}, {1100, 1060}, {1200, 1240}, {1300, 1260}});
  EXPECT_EQ(Near.judge({1, 0}), GrowthVerdict::Open);
  // Another algorithm for the last size.
  const GrowthFit Jump({{500, 1599},
                        {1000, 3177},
                        {2000, 6231},
                        {4000, 12387},
                        {8000, 24693},
                        {16000, 4420747}});
  EXPECT_EQ(Jump.judge({1, 1}), GrowthVerdict::Open);
}

TEST(GrowthFit, OrdersAsText) {
  EXPECT_EQ((GrowthOrder{0, 0}).text(), "1");
  EXPECT_EQ((GrowthOrder{0, 1}).text(), "log(n)");
  EXPECT_EQ((GrowthOrder{1, 0}).text(), "n");
  EXPECT_EQ((GrowthOrder{1, 1}).text(), "n*log(n)");
  EXPECT_EQ((GrowthOrder{1.585, 0}).text(), "n^1.58");
  EXPECT_EQ((GrowthOrder{1.5, 0}).text(), "n^1.50");
  EXPECT_EQ((GrowthOrder{1.02, 0}).text(), "n^1.02");
  EXPECT_EQ((GrowthOrder{0.5, 1}).text(), "n^0.50*log(n)");
  EXPECT_EQ((GrowthOrder{2, 2}).text(), "n^2*log(n)^2");
}
