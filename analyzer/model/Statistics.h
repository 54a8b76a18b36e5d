//===-- Statistics.h - Tells changes from chance ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares numbers of samples. In: the samples of each function in two
// profiles, and how long each profile was taken. Out: for each function how
// likely chance alone makes such a difference in it, and in any of them.
//
// What is compared are looks at the program: samples, or interrupts, where each
// took several. Those of a function are Poisson distributed. Of two such
// counts, given their sum, one is binomially distributed, whatever the time of
// the function is (Przyborowski and Wilenski, Homogeneity of Results in Testing
// Samples from Poisson Series, Biometrika 1940), so that the probability is
// exact.
//
// A profile has hundreds of functions, and chance may make any of them look
// changed, so the risk of calling one changed is divided between them. The sums
// of the counts do not tell anything about the difference, so it may be divided
// by them. Each function, the largest first, gets what it takes to find that it
// became slower by a fifth: next to nothing where samples abound, and more the
// fewer there are. When most of the risk is spent, which is at some 1,000
// samples, the rest is divided by the functions' shares of all samples.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_STATISTICS_H
#define GMON_ANALYZER_COMMANDS_STATISTICS_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace gmon::command {

/// The samples of a function in two profiles; bins that functions share make
/// fractions.
struct SamplePair {
  double Old = 0;
  double New = 0;

  double sum() const { return Old + New; }
};

/// How two profiles are compared.
struct Comparison {
  /// What samples are divided by: what a function without a change has in
  /// proportion to. Greater than zero.
  double OldExposure = 1;
  double NewExposure = 1;
  double Tolerance = 0.01; ///< lesser relative changes are ignored
  double Risk = 0.05;      ///< of calling any function changed that is not
};

/// The incomplete beta function I_X(A, B), for A and B greater than zero.
double regularizedBeta(double A, double B, double X);

/// The probability that a function which did not change has counts that differ
/// as much as \p Samples do, or more, in whichever direction.
double probabilityByChance(SamplePair Samples, const Comparison &By);

/// The parts of the risk for each of \p Samples; their sum is By.Risk.
std::vector<double> divideRisk(llvm::ArrayRef<SamplePair> Samples,
                               const Comparison &By);

/// For each of \p Samples, the probability that chance alone makes a difference
/// like its own in any of them. It is significant if that is below By.Risk.
std::vector<double> probabilitiesInAll(llvm::ArrayRef<SamplePair> Samples,
                                       const Comparison &By);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_STATISTICS_H
