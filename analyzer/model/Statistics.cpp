//===-- Statistics.cpp - Tells changes from chance ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes probabilities, and divides the risk among functions. The tail of a
// binomial distribution is an incomplete beta function. That is also defined
// for fractions of samples, which result from shared bins.
//
//===----------------------------------------------------------------------===//

#include "model/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the continued fraction of I_X(A, B), which converges fast for X
/// below (A + 1) / (A + B + 2): DLMF 8.17.22, by Lentz's method.
static double betaFraction(double A, double B, double X) {
  constexpr double Tiny = std::numeric_limits<double>::min() * 1e30;
  auto AwayFromZero = [](double Value) {
    return std::abs(Value) < Tiny ? Tiny : Value;
  };
  double C = 1;
  double D = 1 / AwayFromZero(1 - (A + B) * X / (A + 1));
  double Result = D;
  // The number of steps grows with the square root of A and B.
  const double NumSteps = 200 + 10 * std::sqrt(std::max(A, B));
  for (double M = 1; M < NumSteps; ++M) {
    double Even = M * (B - M) * X / ((A + 2 * M - 1) * (A + 2 * M));
    D = 1 / AwayFromZero(1 + Even * D);
    C = AwayFromZero(1 + Even / C);
    Result *= C * D;
    double Odd = -(A + M) * (A + B + M) * X / ((A + 2 * M) * (A + 2 * M + 1));
    D = 1 / AwayFromZero(1 + Odd * D);
    C = AwayFromZero(1 + Odd / C);
    Result *= C * D;
    if (std::abs(C * D - 1) < 1e-14)
      break;
  }
  return Result;
}

double command::regularizedBeta(double A, double B, double X) {
  if (X <= 0 || X >= 1)
    return X <= 0 ? 0 : 1;
  if (X > (A + 1) / (A + B + 2))
    return 1 - regularizedBeta(B, A, 1 - X);
  double LogFront = std::lgamma(A + B) - std::lgamma(A) - std::lgamma(B) +
                    A * std::log(X) + B * std::log1p(-X);
  return std::exp(LogFront) / A * betaFraction(A, B, X);
}

/// Returns the probability of at least \p Count of \p Count + \p Rest events
/// if each one counts with the probability \p P. Half of the probability of
/// exactly \p Count is included (mid-p).
static double upperTail(double Count, double Rest, double P) {
  double OrMore = Count > 0 ? regularizedBeta(Count, Rest + 1, P) : 1;
  double More = Rest > 0 ? regularizedBeta(Count + 1, Rest, P) : 0;
  return (OrMore + More) / 2;
}

double command::probabilityByChance(SamplePair Samples,
                                    const Comparison &Settings) {
  if (Samples.sum() <= 0)
    return 1;
  double Old = Samples.Old, New = Samples.New;
  double OldExposure = Settings.OldExposure, NewExposure = Settings.NewExposure;
  // New becomes the greater one.
  if (New * OldExposure < Old * NewExposure) {
    std::swap(Old, New);
    std::swap(OldExposure, NewExposure);
  }
  double NewShare = NewExposure * (1 + Settings.Tolerance);
  double P = NewShare / (OldExposure + NewShare);
  if (New <= P * (Old + New))
    return 1;
  return std::min(1.0, 2 * upperTail(New, Old, P));
}

double command::probabilityOfGreatest(double Greatest, double Samples,
                                      uint64_t NumProcesses) {
  const double N = double(NumProcesses);
  if (NumProcesses < 2 || Greatest * N <= Samples)
    return 1;
  // The processes' probabilities add up to a bound.
  return std::min(1.0,
                  N * regularizedBeta(Greatest, Samples - Greatest + 1, 1 / N));
}

/// Returns the probability that a standard normal variable is greater than \p
/// Z.
static double normalTail(double Z) { return std::erfc(Z / std::sqrt(2.0)) / 2; }

std::vector<double> command::divideRisk(ArrayRef<SamplePair> Samples,
                                        const Comparison &Settings) {
  // The change to detect, in 96 of 100 pairs, and the part of the risk for it.
  // The rest is for smaller changes and smaller functions.
  constexpr double Change = 1.2, PowerInSigmas = 1.75, DecisiveShare = 0.75;
  double P =
      Settings.NewExposure / (Settings.OldExposure + Settings.NewExposure);
  double Effect = std::log(std::max(Change / (1 + Settings.Tolerance), 1.01));
  double Left = Settings.Risk, All = 0;
  std::vector<double> Parts(Samples.size());
  std::vector<size_t> Order;
  for (size_t I = 0; I < Samples.size(); ++I) {
    All += Samples[I].sum();
    Order.push_back(I);
  }
  llvm::stable_sort(Order, [&](size_t A, size_t B) {
    return Samples[A].sum() > Samples[B].sum();
  });
  for (size_t I : Order) {
    double InSigmas = Effect * std::sqrt(Samples[I].sum() * P * (1 - P));
    double Needed = 2 * normalTail(InSigmas - PowerInSigmas);
    if (Left - Needed < (1 - DecisiveShare) * Settings.Risk)
      break;
    Parts[I] = Needed;
    Left -= Needed;
  }
  if (All > 0)
    for (size_t I = 0; I < Samples.size(); ++I)
      Parts[I] += Left * Samples[I].sum() / All;
  return Parts;
}

std::vector<double> command::probabilitiesInAll(ArrayRef<SamplePair> Samples,
                                                const Comparison &Settings) {
  std::vector<double> Result = divideRisk(Samples, Settings);
  for (size_t I = 0; I < Samples.size(); ++I) {
    double Alone = probabilityByChance(Samples[I], Settings);
    Result[I] =
        Result[I] > 0 ? std::min(1.0, Alone * Settings.Risk / Result[I]) : 1;
  }
  return Result;
}
