//===-- StatisticsTest.cpp - Telling changes from chance ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Probabilities against published tables, and simulated profiles: how often
// chance is reported as a change, and how often a change is missed. The seed of
// the generator is fixed, so each run has the same numbers.
//
//===----------------------------------------------------------------------===//

#include "model/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace gmon::command;
using namespace llvm;

TEST(Statistics, IncompleteBetaFunction) {
  // I_x(1, 1) = x, I_x(a, 1) = x^a; for whole numbers it is a binomial sum.
  EXPECT_NEAR(regularizedBeta(1, 1, 0.3), 0.3, 1e-14);
  EXPECT_NEAR(regularizedBeta(5, 1, 0.7), std::pow(0.7, 5), 1e-14);
  EXPECT_NEAR(regularizedBeta(2, 3, 0.5), 11.0 / 16, 1e-14);
  EXPECT_NEAR(regularizedBeta(8, 3, 0.5), 56.0 / 1024, 1e-14);
  EXPECT_NEAR(regularizedBeta(0.5, 0.5, 0.5), 0.5, 1e-13);
  EXPECT_NEAR(regularizedBeta(1e6, 1e6, 0.5), 0.5, 1e-6);
  EXPECT_EQ(regularizedBeta(3, 4, 0), 0);
  EXPECT_EQ(regularizedBeta(3, 4, 1), 1);
}

TEST(Statistics, ProbabilityOfOnePair) {
  Comparison By;
  By.Tolerance = 0;
  // Two-sided, with half the probability of the observed value: 1 of 10 coins.
  EXPECT_NEAR(probabilityByChance({1, 9}, By), 2 * (1 + 5.0) / 1024, 1e-12);
  EXPECT_NEAR(probabilityByChance({9, 1}, By), 2 * (1 + 5.0) / 1024, 1e-12);
  EXPECT_NEAR(probabilityByChance({0, 10}, By), 1.0 / 1024, 1e-12);
  EXPECT_EQ(probabilityByChance({0, 0}, By), 1);
  EXPECT_EQ(probabilityByChance({100, 100}, By), 1);
  // Twice the time, twice the samples.
  By.NewExposure = 2;
  EXPECT_EQ(probabilityByChance({100, 200}, By), 1);
  EXPECT_LT(probabilityByChance({100, 100}, By), 1e-4);
  // A change within the tolerance is not reported, however certain it is.
  By = Comparison();
  EXPECT_EQ(probabilityByChance({1e6, 1.0099e6}, By), 1);
  EXPECT_LT(probabilityByChance({1e6, 1.02e6}, By), 1e-9);
  // Great numbers follow the normal distribution.
  By.Tolerance = 0;
  double Z = 1e4 / std::sqrt(2e7 + 1e4);
  EXPECT_NEAR(probabilityByChance({1e7, 1e7 + 1e4}, By),
              std::erfc(Z / std::sqrt(2.0)), 1e-5);
}

TEST(Statistics, ProbabilityOfGreatest) {
  // All heads or all tails of ten coins; five of five samples in one of four.
  EXPECT_NEAR(probabilityOfGreatest(10, 10, 2), 2.0 / 1024, 1e-12);
  EXPECT_NEAR(probabilityOfGreatest(5, 5, 4), std::pow(0.25, 4), 1e-12);
  EXPECT_EQ(probabilityOfGreatest(1, 1, 10000), 1);
  EXPECT_EQ(probabilityOfGreatest(25, 100, 4), 1);
  EXPECT_EQ(probabilityOfGreatest(7, 7, 1), 1);
  EXPECT_LT(probabilityOfGreatest(20, 10000, 10000), 1e-12);
}

// The bound is nearly exact: in 50 of 1000 balanced jobs there is a false alarm.
TEST(Statistics, FewBalancedJobsHaveAGreatRank) {
  std::mt19937_64 Random{1982};
  for (auto [NumRanks, NumSamples] :
       {std::pair(2, 100), {16, 1000}, {16, 20}, {1000, 5000}, {1000, 10}}) {
    std::uniform_int_distribution<int> AnyRank(0, NumRanks - 1);
    int NumAlarms = 0;
    for (int Job = 0; Job != 1000; ++Job) {
      std::vector<int> Samples(NumRanks);
      for (int I = 0; I != NumSamples; ++I)
        ++Samples[AnyRank(Random)];
      NumAlarms += probabilityOfGreatest(*llvm::max_element(Samples),
                                         NumSamples, NumRanks) < 0.05;
    }
    EXPECT_LE(NumAlarms, 60) << NumRanks << " ranks, " << NumSamples;
  }
}

TEST(Statistics, RiskIsDividedWithoutRest) {
  for (double Scale : {1.0, 100.0, 1e4, 1e6}) {
    std::vector<SamplePair> Samples = {{0, 0}};
    for (int I = 1; I <= 300; ++I)
      Samples.push_back({Scale / I, Scale / I});
    double Sum = 0;
    for (double Part : divideRisk(Samples, Comparison())) {
      EXPECT_GE(Part, 0);
      Sum += Part;
    }
    EXPECT_NEAR(Sum, 0.05, 1e-9);
  }
  EXPECT_NEAR(divideRisk({{500, 500}}, Comparison()).front(), 0.05, 1e-9);
}

namespace {

/// Simulates profiles.
class Simulation {
public:
  /// \p NumFunctions functions, the largest with \p Largest samples, the others
  /// distributed by Zipf's law.
  Simulation(size_t NumFunctions, double Largest) {
    for (size_t I = 0; I < NumFunctions; ++I)
      Means.push_back(Largest / double(I + 1));
  }

  /// The number of pairs, of \p NumPairs pairs of profiles, in which a function
  /// seems to have changed although none did.
  int countFalseAlarms(int NumPairs, const Comparison &By = {}) {
    int NumAlarms = 0;
    for (int I = 0; I < NumPairs; ++I)
      NumAlarms += any_of(changes(By), [](bool Changed) { return Changed; });
    return NumAlarms;
  }

  /// The number of pairs, of \p NumPairs pairs, in which the function \p Index,
  /// \p Factor times as slow as before, is found.
  int countFound(int NumPairs, size_t Index, double Factor) {
    int NumFound = 0;
    Changed = Index;
    ChangedBy = Factor;
    for (int I = 0; I < NumPairs; ++I)
      NumFound += changes({})[Index];
    ChangedBy = 1;
    return NumFound;
  }

private:
  std::vector<bool> changes(const Comparison &By) {
    std::vector<SamplePair> Samples;
    for (size_t I = 0; I < Means.size(); ++I) {
      double NewMean = Means[I] * (I == Changed ? ChangedBy : 1);
      auto Draw = [&](double Mean) {
        return double(std::poisson_distribution<int>(Mean)(Random));
      };
      Samples.push_back(
          {Draw(Means[I] * By.OldExposure), Draw(NewMean * By.NewExposure)});
    }
    std::vector<bool> Result;
    for (double P : probabilitiesInAll(Samples, By))
      Result.push_back(P < By.Risk);
    return Result;
  }

  std::vector<double> Means;
  size_t Changed = 0;
  double ChangedBy = 1;
  std::mt19937_64 Random{1982};
};

} // namespace

// The risk allows 50 false alarms in 1000 pairs.
TEST(Statistics, SeesNoChangeWhereThereIsNone) {
  for (auto [NumFunctions, Largest] :
       {std::pair(1, 1000.0), {20, 50.0}, {50, 3000.0}, {400, 1000.0}})
    EXPECT_LE(Simulation(NumFunctions, Largest).countFalseAlarms(1000), 50)
        << NumFunctions << " functions, the largest of " << Largest;
  // The same without a tolerance, and for profiles of different length.
  Comparison By;
  By.Tolerance = 0;
  EXPECT_LE(Simulation(50, 3000).countFalseAlarms(1000, By), 60);
  By.NewExposure = 3;
  EXPECT_LE(Simulation(50, 1000).countFalseAlarms(1000, By), 60);
}

// Finds a function of 1,000 samples that is 20% slower in 95 of 100 pairs.
TEST(Statistics, FindsAFifthInAThousandSamples) {
  for (size_t NumFunctions : {1, 10, 50, 400})
    EXPECT_GE(Simulation(NumFunctions, 1000).countFound(1000, 0, 1.2), 950)
        << NumFunctions << " functions";
  // The tenth function of a larger program; nine functions have more samples.
  EXPECT_GE(Simulation(400, 20000).countFound(1000, 9, 1.2), 950);
  // Smaller changes in more samples, and greater ones in fewer.
  EXPECT_GE(Simulation(400, 50000).countFound(1000, 0, 1.05), 950);
  EXPECT_GE(Simulation(400, 1000).countFound(1000, 19, 3), 950);
}
