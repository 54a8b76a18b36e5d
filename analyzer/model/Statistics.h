//===-- Statistics.h - Tells changes from chance ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares numbers of samples. In: the samples of each function in two
// profiles, and the durations of both. Out: for each function, the probability
// that chance alone causes such a difference in it, and in any function.
//
// The test counts interrupts, each of which may take several samples. The
// counts of a function have Poisson distributions. Given the sum of two such
// counts, one of them has a binomial distribution, whatever the function's time
// is (Przyborowski and Wilenski, Homogeneity of Results in Testing Samples from
// Poisson Series, Biometrika 1940). So the probability is exact.
//
// A profile has hundreds of functions, and chance may change any of them. So
// the risk of a false alarm is divided among them. The sum of a function's two
// counts says nothing about their difference, so the division may depend on it.
// Each function, the largest first, gets the risk that it takes to detect a
// slowdown of a fifth: very little for many samples, and more for few. When
// most of the risk is spent, at about 1,000 samples, the rest is divided in
// proportion to samples.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_STATISTICS_H
#define GMON_ANALYZER_COMMANDS_STATISTICS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace gmon::command {

/// The samples of a function in two profiles; fractions result from shared
/// bins.
struct SamplePair {
  double Old = 0;
  double New = 0;

  double sum() const { return Old + New; }
};

/// Parameters of the comparison of two profiles.
struct Comparison {
  /// The divisors of samples: a function without a change has samples in this
  /// proportion. Greater than zero.
  double OldExposure = 1;
  double NewExposure = 1;
  double Tolerance = 0.01; ///< smaller relative changes are ignored
  double Risk = 0.05;      ///< probability of any false alarm
};

/// Returns the incomplete beta function I_X(A, B), for A and B greater than
/// zero.
double regularizedBeta(double A, double B, double X);

/// Returns the probability that an unchanged function has counts that differ at
/// least as much as \p Samples, in either direction.
double probabilityByChance(SamplePair Samples, const Comparison &Settings);

/// Returns a bound of the probability that any of \p NumProcesses equal
/// processes has at least \p Greatest of all \p Samples.
double probabilityOfGreatest(double Greatest, double Samples,
                             uint64_t NumProcesses);

/// Returns each item's part of the risk; their sum is Settings.Risk.
std::vector<double> divideRisk(llvm::ArrayRef<SamplePair> Samples,
                               const Comparison &Settings);

/// Returns for each of \p Samples the probability that chance alone causes a
/// difference like this one in any of them. The difference is significant if
/// that is below Settings.Risk.
std::vector<double> probabilitiesInAll(llvm::ArrayRef<SamplePair> Samples,
                                       const Comparison &Settings);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_STATISTICS_H
