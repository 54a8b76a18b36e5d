//===-- GrowthFit.h - How a cost grows with the size of the input *- C++
//-*-===//
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
// diagram with logarithmic axes is no exponent. So sums of a leading term and
// of up to two lower ones are fitted by least squares of relative errors. The
// leading exponent is a multiple of 1/2 or, at the price of a parameter, any
// number. Of all sums, the corrected information criterion of Akaike (Hurvich
// and Tsai, Regression and Time Series Model Selection in Small Samples,
// Biometrika 1989) chooses: it weighs the errors against the number of
// parameters. Relative errors below 0.01% are noise, such as that of rounding.
//
// An order bounds the growth if some sum whose leading term is within it is
// nearly as good as the best of all.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODEL_GROWTHFIT_H
#define GMON_ANALYZER_MODEL_GROWTHFIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
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

class GrowthFit {
public:
  /// The smallest number of sizes.
  static constexpr size_t MinPoints = 4;

  /// \p Points have at least MinPoints different sizes.
  explicit GrowthFit(std::vector<GrowthPoint> Points);

  /// Returns the order that fits best. A cost of 0 has the order 1.
  GrowthOrder best() const;
  /// Whether the growth is at most that of \p Bound.
  bool isBoundedBy(const GrowthOrder &Bound) const;

private:
  bool flattens(const GrowthOrder &Bound) const;

  struct Candidate {
    GrowthOrder Order;
    double Score; ///< the less the better
  };

  void addSums(double Power, unsigned Logs, size_t MaxLower, bool IsFree);
  double errorOf(llvm::ArrayRef<GrowthOrder> Terms) const;
  void refine(double Power, llvm::ArrayRef<GrowthOrder> Lower);
  void add(const GrowthOrder &Order, double Error, double NumParameters);

  std::vector<GrowthPoint> Points;   ///< sorted by size
  std::vector<Candidate> Candidates; ///< the best is first
};

} // namespace gmon

#endif // GMON_ANALYZER_MODEL_GROWTHFIT_H
