//===-- GrowthFit.h - How a cost grows with the input -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the order of growth of a cost. In: the cost in runs of several sizes.
// Out: the exponent P and the number Q in n^P * log(n)^Q, and whether a given
// order bounds the growth.
//
// A cost has lower-order terms, which dominate small sizes: the slope in a
// diagram with logarithmic axes is no exponent. So the hypotheses are sums of a
// leading term and of up to two lower ones. The leading exponent is a multiple
// of 1/2 or any number. The smallest sizes may have another algorithm, so a sum
// may also describe all sizes but the first one or two.
//
// Costs deviate from each sum: inputs are random, and tables grow by steps.
// How far is unknown, from 0.01% to 40%, and follows from the costs alone.
// Bayes' rule weighs each sum by its marginal likelihood (MacKay, Bayesian
// Interpolation, Neural Computation 4, 1992), which prefers few terms unless
// more of them describe the costs better than chance would. All sums together
// say how probable it is that the growth exceeds a bound. To choose the best
// sum alone would take chance for growth.
//
// Within the measured sizes, log(n) is hardly distinct from a small power. A
// sum exceeds a bound as far as the quotient of their leading terms grows from
// the first size to the last: as a power of n.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_GROWTHFIT_H
#define GMON_ANALYZER_COMMANDS_GROWTHFIT_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace gmon {

/// n^Power * log(n)^Logs.
struct GrowthOrder {
  double Power = 0;
  unsigned Logs = 0;

  /// Whether it is at most \p Bound, up to the accuracy of exponents.
  bool isWithin(const GrowthOrder &Bound) const;
  /// Returns "1", "n", "n^1.58", "n^2*log(n)".
  std::string text() const;
};

/// The cost of a run with input of size N, which is greater than 1.
struct GrowthPoint {
  double N = 0;
  double Cost = 0;
};

enum class GrowthVerdict {
  Within, ///< the bound holds, and a violation would have been seen
  Exceeds,
  Open ///< the costs do not decide it
};

class GrowthFit {
public:
  /// The smallest number of sizes.
  static constexpr size_t MinPoints = 4;

  /// \p Points have at least MinPoints different sizes.
  explicit GrowthFit(std::vector<GrowthPoint> Points);

  /// Returns the most probable order. A cost of 0 has the order 1.
  GrowthOrder best() const;
  /// Returns by how much costs deviate from the sums, relatively.
  double spread() const;
  GrowthVerdict judge(const GrowthOrder &Bound) const;

private:
  struct Term {
    GrowthOrder Order;
    /// By point: in units of the greatest size's cost, relative to the cost.
    std::vector<double> Values;
  };

  /// A sum with the leading term Order.
  struct Hypothesis {
    GrowthOrder Order;
    bool IsFree;      ///< whether Order.Power is the middle of a small interval
    double LeastSize; ///< the smallest size that the sum describes
    double Share;     ///< of the leading term in the greatest cost
    double Spread;
    double Probability;
  };

  void addSums(size_t NumSkipped, double MaxPower);
  void addSumsWith(const GrowthOrder &Order, bool IsFree, size_t NumSkipped,
                   double LogPrior);
  Term termOf(const GrowthOrder &Order) const;
  void addSum(llvm::ArrayRef<const Term *> Terms, bool IsFree,
              size_t NumSkipped, double LogPrior);
  double excess(const Hypothesis &H, const GrowthOrder &Bound) const;
  bool exceeds(const Hypothesis &H, const GrowthOrder &Bound) const;
  bool alwaysExceeds(const GrowthOrder &Bound) const;

  std::vector<GrowthPoint> Points; ///< sorted by size
  std::vector<Term> LowerTerms;
  std::vector<Hypothesis> Hypotheses;
};

} // namespace gmon

#endif // GMON_ANALYZER_COMMANDS_GROWTHFIT_H
