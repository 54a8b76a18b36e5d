//===-- GrowthFit.cpp - How a cost grows with the size of the input -------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The leading coefficient must be positive and its term a tenth of the greatest
// cost or more. Where errors are large, sums with lower terms would fit chance,
// so they are left out.
//
//===----------------------------------------------------------------------===//

#include "model/GrowthFit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

using namespace gmon;
using namespace llvm;

static constexpr double Accuracy = 0.05;      ///< of exponents
static constexpr double NoError = 1e-4;       ///< relative; as good as none
static constexpr double MaxErrorOfOne = 1e-2; ///< with one lower term
static constexpr double MaxErrorOfTwo = 3e-3; ///< with two
static constexpr double MaxPower = 4;
/// The difference of scores that does not matter.
static constexpr double Margin = 6;
/// The price of an exponent that is no multiple of 1/2, in parameters.
static constexpr double PriceOfPower = 1.2;

static constexpr GrowthOrder LowerTerms[] = {{0, 0}, {0, 1}, {0.5, 0},
                                             {1, 0}, {1, 1}, {1.5, 0},
                                             {2, 0}, {2, 1}, {2.5, 0}};

bool GrowthOrder::isWithin(const GrowthOrder &Bound) const {
  if (std::abs(Power - Bound.Power) <= Accuracy)
    return Logs <= Bound.Logs;
  return Power < Bound.Power;
}

std::string GrowthOrder::text() const {
  std::string Result;
  raw_string_ostream OS(Result);
  // Exponents are right to 0.05, so two decimals say whether a bound is near.
  const double Hundredths = std::round(100 * Power);
  if (Hundredths == 100)
    OS << "n";
  else if (std::fmod(Hundredths, 100) == 0 && Hundredths)
    OS << "n^" << format("%.0f", Power);
  else if (Hundredths)
    OS << "n^" << format("%.2f", Power);
  if (Logs)
    OS << (Result.empty() ? "" : "*") << "log(n)";
  if (Logs > 1)
    OS << '^' << Logs;
  if (Result.empty())
    OS << '1';
  return Result;
}

static double valueOf(const GrowthOrder &Order, double N) {
  return std::pow(N, Order.Power) * std::pow(std::log(N), Order.Logs);
}

/// Solves the symmetric equations \p Rows, each with its right side at the end.
/// Returns false if they have no single solution.
static bool solve(MutableArrayRef<std::array<double, 4>> Rows) {
  const size_t Num = Rows.size();
  for (size_t I = 0; I < Num; ++I) {
    size_t Pivot = I;
    for (size_t J = I + 1; J < Num; ++J)
      if (std::abs(Rows[J][I]) > std::abs(Rows[Pivot][I]))
        Pivot = J;
    std::swap(Rows[I], Rows[Pivot]);
    if (std::abs(Rows[I][I]) < 1e-14)
      return false;
    for (size_t J = 0; J < Num; ++J) {
      if (J == I)
        continue;
      double Factor = Rows[J][I] / Rows[I][I];
      for (size_t K = I; K < 4; ++K)
        Rows[J][K] -= Factor * Rows[I][K];
    }
  }
  for (size_t I = 0; I < Num; ++I)
    Rows[I][3] /= Rows[I][I];
  return true;
}

/// Returns the root of the mean square of the relative errors of the best sum
/// of \p Terms, the leading one first; infinity if there is none.
double GrowthFit::errorOf(ArrayRef<GrowthOrder> Terms) const {
  const GrowthPoint &Last = Points.back();
  const size_t Num = Terms.size();
  // The terms relative to the costs. Their scale is that of the last cost.
  auto Relative = [&](size_t Term, const GrowthPoint &At) {
    return valueOf(Terms[Term], At.N) / valueOf(Terms[Term], Last.N) *
           Last.Cost / At.Cost;
  };
  std::array<std::array<double, 4>, 3> Rows = {};
  for (const GrowthPoint &At : Points)
    for (size_t I = 0; I < Num; ++I) {
      for (size_t J = 0; J < Num; ++J)
        Rows[I][J] += Relative(I, At) * Relative(J, At);
      Rows[I][3] += Relative(I, At);
    }
  constexpr double None = std::numeric_limits<double>::infinity();
  if (!solve(MutableArrayRef(Rows).take_front(Num)))
    return None;
  constexpr double LeastShare = 0.1, GreatestShare = 4;
  for (size_t I = 0; I < Num; ++I)
    if (std::abs(Rows[I][3]) > GreatestShare)
      return None;
  if (Rows[0][3] < LeastShare)
    return None;
  double Sum = 0;
  for (const GrowthPoint &At : Points) {
    double Error = -1;
    for (size_t I = 0; I < Num; ++I)
      Error += Rows[I][3] * Relative(I, At);
    Sum += Error * Error;
  }
  double Result = std::sqrt(Sum / double(Points.size()));
  if ((Num == 2 && Result > MaxErrorOfOne) ||
      (Num == 3 && Result > MaxErrorOfTwo))
    return None;
  return Result;
}

void GrowthFit::add(const GrowthOrder &Order, double Error,
                    double NumParameters) {
  const auto Num = double(Points.size());
  if (!std::isfinite(Error) || NumParameters + 1 >= Num)
    return;
  double Score =
      Num * std::log(Error * Error + NoError * NoError) + 2 * NumParameters +
      2 * NumParameters * (NumParameters + 1) / (Num - NumParameters - 1);
  Candidates.push_back({Order, Score});
}

/// Adds the best sum whose leading exponent is near \p Power.
void GrowthFit::refine(double Power, ArrayRef<GrowthOrder> Lower) {
  auto ErrorAt = [&](double P) {
    SmallVector<GrowthOrder, 3> Terms;
    Terms.push_back({P, 0});
    append_range(Terms, Lower);
    return errorOf(Terms);
  };
  double Low = Power - Accuracy, High = Power + Accuracy;
  for (unsigned Step = 0; Step < 30; ++Step) {
    double A = Low + 0.382 * (High - Low), B = Low + 0.618 * (High - Low);
    if (ErrorAt(A) < ErrorAt(B))
      High = B;
    else
      Low = A;
  }
  double Best = (Low + High) / 2;
  add({Best, 0}, ErrorAt(Best), 1 + double(Lower.size()) + PriceOfPower);
}

/// Adds all sums with the leading term n^\p Power * log(n)^\p Logs, or with an
/// exponent near it if \p IsFree.
void GrowthFit::addSums(double Power, unsigned Logs, size_t MaxLower,
                        bool IsFree) {
  const GrowthOrder Leading{Power, Logs};
  auto Add = [&](ArrayRef<GrowthOrder> Lower) {
    if (IsFree)
      return refine(Power, Lower);
    SmallVector<GrowthOrder, 3> Terms;
    Terms.push_back(Leading);
    append_range(Terms, Lower);
    add(Leading, errorOf(Terms), double(Terms.size()));
  };
  Add({});
  SmallVector<GrowthOrder> Lower;
  for (const GrowthOrder &Term : LowerTerms)
    if (std::tie(Term.Power, Term.Logs) < std::tie(Power, Logs) &&
        Term.Power >= Power - 2.1)
      Lower.push_back(Term);
  for (size_t I = 0; I < Lower.size() && MaxLower >= 1; ++I) {
    Add(Lower[I]);
    for (size_t J = 0; J < I && MaxLower >= 2; ++J)
      Add({Lower[I], Lower[J]});
  }
}

GrowthFit::GrowthFit(std::vector<GrowthPoint> Of) : Points(std::move(Of)) {
  llvm::sort(Points, [](const GrowthPoint &A, const GrowthPoint &B) {
    return A.N < B.N;
  });
  if (any_of(Points, [](const GrowthPoint &At) { return At.Cost <= 0; })) {
    // Relative errors need costs. What does not run at small sizes starts
    // somewhere.
    if (all_of(Points, [](const GrowthPoint &At) { return At.Cost <= 0; })) {
      Candidates.push_back({GrowthOrder(), 0});
      return;
    }
    for (GrowthPoint &At : Points)
      At.Cost = std::max(At.Cost, 0.0) + 1;
  }
  for (unsigned Halves = 0; Halves <= 2 * MaxPower; ++Halves)
    for (unsigned Logs : {0, 1})
      addSums(Halves / 2.0, Logs, 2, /*IsFree=*/false);
  for (double Power = 0; Power <= MaxPower; Power += Accuracy)
    addSums(Power, 0, 1, /*IsFree=*/true);
  llvm::stable_sort(Candidates, [](const Candidate &A, const Candidate &B) {
    return A.Score < B.Score;
  });
}

GrowthOrder GrowthFit::best() const {
  return Candidates.empty() ? GrowthOrder{MaxPower, 1}
                            : Candidates.front().Order;
}

/// Whether the costs, as a function of \p Bound's values, rise ever less
/// steeply. Nothing then says that they grow faster, whatever sum fits best:
/// terms with opposite signs fit any curve.
bool GrowthFit::flattens(const GrowthOrder &Bound) const {
  double Before = std::numeric_limits<double>::infinity();
  for (size_t I = 1; I < Points.size(); ++I) {
    const double Cost = Points[I].Cost - Points[I - 1].Cost;
    const double Rise =
        valueOf(Bound, Points[I].N) - valueOf(Bound, Points[I - 1].N);
    // A constant bound has no rise.
    const double Slope = Rise > 0 ? Cost / Rise : Cost;
    if (Rise > 0 ? Slope > Before : Slope > 0)
      return false;
    Before = Slope;
  }
  return true;
}

bool GrowthFit::isBoundedBy(const GrowthOrder &Bound) const {
  // Logarithms alone are hard to tell from lower terms.
  const bool IsNear = best().Power - Bound.Power <= Accuracy;
  return (IsNear && flattens(Bound)) ||
         any_of(Candidates, [&](const Candidate &Each) {
           return Each.Order.isWithin(Bound) &&
                  Each.Score <= Candidates.front().Score + Margin;
         });
}
