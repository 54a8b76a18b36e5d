//===-- GrowthFit.cpp - How a cost grows with the size of the input -------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weighs sums of terms by Bayes' rule. The costs are linear in the coefficients
// of a sum, so for a given spread the marginal likelihood is that of a linear
// regression with normal priors. It is averaged over spreads. The unit of all
// terms is the cost at the greatest size.
//
//===----------------------------------------------------------------------===//

#include "commands/check/GrowthFit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

using namespace gmon;
using namespace llvm;

static constexpr double Accuracy = 0.05; ///< of exponents

// Prior probabilities.
static constexpr double PriorOfFree = 0.3; ///< that the exponent is any number
static constexpr std::array<double, 3> PriorOfLower = {0.5, 0.35, 0.15};
static constexpr std::array<double, 3> PriorOfSkipped = {0.8, 0.15, 0.05};
/// The standard deviation of coefficients. The leading one's mean is 1, else 0.
static constexpr double CoefficientDeviation = 0.5;
static constexpr double LeastLeading = 0.1, LeastLower = -1;
/// Spreads from 0.01% to 40%, each twice the last, are equally probable.
static constexpr double LeastSpread = 1e-4;
static constexpr unsigned NumSpreads = 13;
static constexpr double NegligibleLog = 30; ///< of a quotient of probabilities
/// The width of the intervals of exponents that are any number.
static constexpr double PowerStep = 0.01;
static constexpr double MaxPowerOfAll = 10;
/// Between an exponent that is any number and that of a lower term.
static constexpr double LeastDistance = 0.25;

// The decision.
static constexpr double Certain = 0.997; ///< probability of a failure
static constexpr double Probable = 0.5;  ///< greatest probability of an excess
static constexpr double Excluded = 0.05; ///< of one that would be seen
/// An excess would be seen if it is this power of n and its term has this share
/// of the greatest cost.
static constexpr double SeenPower = 0.25, SeenShare = 0.5;
/// Beyond this spread, no sum describes the costs.
static constexpr double MaxSpread = 0.25;

static constexpr GrowthOrder LowerOrders[] = {{0, 0}, {0, 1}, {0.5, 0},
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

/// Returns the value of \p Order at \p N, divided by that at \p Last. The
/// values themselves may be too great for a number.
static double valueOf(const GrowthOrder &Order, double N, double Last) {
  return std::pow(N / Last, Order.Power) *
         std::pow(std::log(N) / std::log(Last), Order.Logs);
}

namespace {

constexpr unsigned MaxTerms = 4;
using TermValues = std::array<double, MaxTerms>;

/// A symmetric, positive definite matrix, of which the lower triangle is used.
class Matrix {
public:
  explicit Matrix(unsigned Num) : Num(Num) {}

  double &at(unsigned I, unsigned J) { return Cells[I][J]; }
  /// Replaces it by its Cholesky factor. Returns the determinant's logarithm.
  double factorize();
  /// Solves the equations with the right side \p X. Needs factorize().
  void solve(TermValues &X) const;

private:
  unsigned Num;
  std::array<TermValues, MaxTerms> Cells = {};
};

/// The linear regression of relative costs, which are all 1.
class Regression {
public:
  struct Result {
    double LogEvidence;
    TermValues Coefficients;
  };

  explicit Regression(size_t NumPoints) : Values(NumPoints) {}

  /// Adds a term with these values by point, relative to its cost.
  void addTerm(double PriorMean, double PriorVariance,
               function_ref<double(size_t)> ValueAt);
  double valueOf(size_t Point, unsigned Term) const {
    return Values[Point][Term];
  }
  /// Returns the most probable coefficients and the logarithm of the
  /// probability density of the costs, if they deviate by \p Spread.
  Result solve(double Spread) const;

private:
  double residual(size_t Point, const TermValues &Coefficients) const;

  unsigned NumTerms = 0;
  SmallVector<TermValues, 8> Values;
  TermValues Mean = {}, Variance = {};
  std::array<TermValues, MaxTerms> Products = {}; ///< of the terms' values
};

} // namespace

double Matrix::factorize() {
  double LogDeterminant = 0;
  for (unsigned I = 0; I < Num; ++I)
    for (unsigned J = 0; J <= I; ++J) {
      double Rest = Cells[I][J];
      for (unsigned K = 0; K < J; ++K)
        Rest -= Cells[I][K] * Cells[J][K];
      if (I != J) {
        Cells[I][J] = Rest / Cells[J][J];
        continue;
      }
      Cells[I][I] = std::sqrt(std::max(Rest, 1e-300));
      LogDeterminant += 2 * std::log(Cells[I][I]);
    }
  return LogDeterminant;
}

void Matrix::solve(TermValues &X) const {
  for (unsigned I = 0; I < Num; ++I) {
    for (unsigned K = 0; K < I; ++K)
      X[I] -= Cells[I][K] * X[K];
    X[I] /= Cells[I][I];
  }
  for (unsigned I = Num; I-- > 0;) {
    for (unsigned K = I + 1; K < Num; ++K)
      X[I] -= Cells[K][I] * X[K];
    X[I] /= Cells[I][I];
  }
}

void Regression::addTerm(double PriorMean, double PriorVariance,
                         function_ref<double(size_t)> ValueAt) {
  const unsigned New = NumTerms++;
  Mean[New] = PriorMean;
  Variance[New] = PriorVariance;
  for (size_t P = 0; P < Values.size(); ++P) {
    Values[P][New] = ValueAt(P);
    for (unsigned T = 0; T <= New; ++T)
      Products[New][T] += Values[P][New] * Values[P][T];
  }
}

double Regression::residual(size_t Point,
                            const TermValues &Coefficients) const {
  double Result = 1;
  for (unsigned T = 0; T < NumTerms; ++T)
    Result -= Coefficients[T] * Values[Point][T];
  return Result;
}

Regression::Result Regression::solve(double Spread) const {
  const double Deviation = Spread * Spread;
  Matrix Precision(NumTerms);
  TermValues Step = {};
  for (size_t P = 0; P < Values.size(); ++P)
    for (unsigned I = 0; I < NumTerms; ++I)
      Step[I] += Values[P][I] * residual(P, Mean) / Deviation;
  double LogVariances = 0;
  for (unsigned I = 0; I < NumTerms; ++I) {
    for (unsigned J = 0; J <= I; ++J)
      Precision.at(I, J) = Products[I][J] / Deviation;
    Precision.at(I, I) += 1 / Variance[I];
    LogVariances += std::log(Variance[I]);
  }
  const double LogDeterminant = Precision.factorize();
  Precision.solve(Step);

  Result Found = {0, Mean};
  double Squares = 0;
  for (unsigned I = 0; I < NumTerms; ++I) {
    Found.Coefficients[I] += Step[I];
    Squares += Step[I] * Step[I] / Variance[I];
  }
  for (size_t P = 0; P < Values.size(); ++P) {
    const double Rest = residual(P, Found.Coefficients);
    Squares += Rest * Rest / Deviation;
  }
  Found.LogEvidence =
      -(double(Values.size()) * std::log(2 * numbers::pi * Deviation) +
        LogVariances + LogDeterminant + Squares) /
      2;
  return Found;
}

namespace {
/// What the costs say about a sum, whatever the spread is.
struct Evidence {
  double LogEvidence;
  double Spread; ///< the mean
  double Share;  ///< of the leading term, in the greatest cost
};
} // namespace

/// Averages the evidence for \p Sum over all spreads. Returns none if its
/// leading term is too small, or one of \p NumLower lower ones too negative.
static std::optional<Evidence> weigh(const Regression &Sum, size_t NumLower) {
  SmallVector<std::pair<double, double>> Spreads;
  double Best = -std::numeric_limits<double>::infinity(), Share = 0;
  // From great spreads to those that are far too small for the sum.
  for (unsigned I = NumSpreads; I-- > 0;) {
    const double Spread = std::ldexp(LeastSpread, int(I));
    const Regression::Result Found = Sum.solve(Spread);
    if (!(Found.LogEvidence >= Best - NegligibleLog))
      break;
    const ArrayRef<double> Lower =
        ArrayRef(Found.Coefficients).slice(1, NumLower);
    if (Found.Coefficients[0] < LeastLeading ||
        any_of(Lower, [](double C) { return C < LeastLower; }))
      continue;
    Spreads.push_back({Spread, Found.LogEvidence});
    if (Found.LogEvidence > Best) {
      Best = Found.LogEvidence;
      Share = Found.Coefficients[0];
    }
  }
  if (Spreads.empty())
    return std::nullopt;
  double Total = 0, Sums = 0;
  for (auto [Spread, LogEvidence] : Spreads) {
    Total += std::exp(LogEvidence - Best);
    Sums += std::exp(LogEvidence - Best) * Spread;
  }
  return Evidence{Best + std::log(Total / NumSpreads), Sums / Total, Share};
}

GrowthFit::Term GrowthFit::termOf(const GrowthOrder &Order) const {
  Term Result = {Order, {}};
  for (const GrowthPoint &At : Points)
    Result.Values.push_back(valueOf(Order, At.N, Points.back().N) *
                            Points.back().Cost / At.Cost);
  return Result;
}

/// Adds the sum of \p Terms, the leading one first. \p LogPrior is the
/// logarithm of its prior probability.
void GrowthFit::addSum(ArrayRef<const Term *> Terms, bool IsFree,
                       size_t NumSkipped, double LogPrior) {
  const ArrayRef<GrowthPoint> Described =
      ArrayRef(Points).drop_front(NumSkipped);
  // A spread has no meaning where a sum fits any costs.
  if (Terms.size() + IsFree + 1 > Described.size())
    return;
  Regression Sum(Described.size());
  constexpr double Variance = CoefficientDeviation * CoefficientDeviation;
  for (const Term *T : Terms)
    Sum.addTerm(T == Terms.front(), Variance,
                [&](size_t I) { return T->Values[NumSkipped + I]; });
  // The derivative by the exponent, which is anywhere in its interval.
  if (IsFree)
    Sum.addTerm(0, PowerStep * PowerStep / 12, [&](size_t I) {
      return Sum.valueOf(I, 0) * std::log(Described[I].N / Described.back().N);
    });
  if (const std::optional<Evidence> Found = weigh(Sum, Terms.size() - 1))
    Hypotheses.push_back({Terms.front()->Order, IsFree, Described.front().N,
                          Found->Share, Found->Spread,
                          Found->LogEvidence + LogPrior});
}

/// Adds all sums with the leading term \p Order.
void GrowthFit::addSumsWith(const GrowthOrder &Order, bool IsFree,
                            size_t NumSkipped, double LogPrior) {
  SmallVector<const Term *> Lower;
  for (const Term &T : LowerTerms) {
    const auto [Power, Logs] = T.Order;
    const bool IsConstant = Power == 0 && Logs == 0;
    // The sum of a power and one near to it is a logarithm in disguise.
    if (IsFree && Order.Power - Power < LeastDistance)
      continue;
    if ((IsConstant || Power >= Order.Power - 2.1) &&
        std::tie(Power, Logs) < std::tie(Order.Power, Order.Logs))
      Lower.push_back(&T);
  }
  auto Add = [&](ArrayRef<const Term *> Terms, size_t NumSums) {
    addSum(Terms, IsFree, NumSkipped,
           LogPrior +
               std::log(PriorOfLower[Terms.size() - 1] / double(NumSums)));
  };
  const Term Leading = termOf(Order);
  Add(&Leading, 1);
  const size_t Num = Lower.size();
  for (size_t I = 0; I < Num; ++I) {
    Add({&Leading, Lower[I]}, Num);
    // An exponent that is any number is a parameter, too.
    for (size_t J = 0; J < I && !IsFree; ++J)
      Add({&Leading, Lower[I], Lower[J]}, Num * (Num - 1) / 2);
  }
}

/// Adds all sums that describe all but the \p NumSkipped smallest sizes. The
/// costs of these have any value, with a probability density of 1.
void GrowthFit::addSums(size_t NumSkipped, double MaxPower) {
  const double LogPrior = std::log(PriorOfSkipped[NumSkipped]);
  const auto NumWhole = unsigned(4 * MaxPower + 2);
  const auto NumFree = unsigned(MaxPower / PowerStep);
  for (double Power = 0; Power <= MaxPower; Power += 0.5)
    for (unsigned Logs : {0, 1})
      addSumsWith({Power, Logs}, /*IsFree=*/false, NumSkipped,
                  LogPrior + std::log((1 - PriorOfFree) / NumWhole));
  for (unsigned I = 1; I <= NumFree; ++I)
    addSumsWith({I * PowerStep, 0}, /*IsFree=*/true, NumSkipped,
                LogPrior + std::log(PriorOfFree / NumFree));
}

GrowthFit::GrowthFit(std::vector<GrowthPoint> Measured)
    : Points(std::move(Measured)) {
  std::ranges::sort(Points, {}, &GrowthPoint::N);
  auto IsNone = [](const GrowthPoint &At) { return At.Cost <= 0; };
  if (all_of(Points, IsNone)) {
    Hypotheses.push_back({GrowthOrder(), false, Points.front().N, 1, 0, 1});
    return;
  }
  // Relative errors need costs. What small sizes do not run starts somewhere.
  if (any_of(Points, IsNone))
    for (GrowthPoint &At : Points)
      At.Cost = std::max(At.Cost, 0.0) + 1;

  for (const GrowthOrder &Order : LowerOrders)
    LowerTerms.push_back(termOf(Order));
  double Steepest = 0;
  for (size_t I = 1; I < Points.size(); ++I)
    Steepest =
        std::max(Steepest, std::log(Points[I].Cost / Points[I - 1].Cost) /
                               std::log(Points[I].N / Points[I - 1].N));
  const double MaxPower =
      std::clamp(std::ceil(Steepest + 0.5), 2.0, MaxPowerOfAll);
  for (size_t Skipped = 0; Skipped < PriorOfSkipped.size(); ++Skipped)
    if (Points.size() >= MinPoints + Skipped)
      addSums(Skipped, MaxPower);

  // Converts logarithms to probabilities.
  double Best = -std::numeric_limits<double>::infinity(), Total = 0;
  for (const Hypothesis &H : Hypotheses)
    Best = std::max(Best, H.Probability);
  for (Hypothesis &H : Hypotheses)
    Total += H.Probability = std::exp(H.Probability - Best);
  for (Hypothesis &H : Hypotheses)
    H.Probability /= Total;
}

GrowthOrder GrowthFit::best() const {
  std::map<std::pair<double, unsigned>, double> Probabilities;
  std::pair<double, unsigned> Best;
  double Greatest = 0;
  for (const Hypothesis &H : Hypotheses) {
    const std::pair<double, unsigned> Order(H.Order.Power, H.Order.Logs);
    const double Sum = Probabilities[Order] += H.Probability;
    if (Sum > Greatest) {
      Greatest = Sum;
      Best = Order;
    }
  }
  return {Best.first, Best.second};
}

double GrowthFit::spread() const {
  double Result = 0;
  for (const Hypothesis &H : Hypotheses)
    Result += H.Probability * H.Spread;
  return Result;
}

/// Returns the power of n by which \p H outgrows \p Bound within the sizes.
double GrowthFit::excess(const Hypothesis &H, const GrowthOrder &Bound) const {
  const double Least = H.LeastSize, Most = Points.back().N;
  const double PowerOfLog =
      std::log(std::log(Most) / std::log(Least)) / std::log(Most / Least);
  return H.Order.Power - Bound.Power +
         (double(H.Order.Logs) - double(Bound.Logs)) * PowerOfLog;
}

bool GrowthFit::exceeds(const Hypothesis &H, const GrowthOrder &Bound) const {
  if (H.IsFree)
    return excess(H, Bound) > Accuracy;
  if (H.Order.isWithin(Bound))
    return false;
  // One logarithm more counts, also where it hardly grows.
  return std::abs(H.Order.Power - Bound.Power) <= Accuracy ||
         excess(H, Bound) > Accuracy;
}

/// Whether the costs outgrow \p Bound from each size to the next by a power of
/// n that would be seen, as those of an exponential algorithm. For six costs in
/// random order, the probability is 1/6!.
bool GrowthFit::alwaysExceeds(const GrowthOrder &Bound) const {
  constexpr size_t EnoughPoints = 6;
  for (size_t I = 1; I < Points.size(); ++I) {
    const GrowthPoint &Previous = Points[I - 1], &At = Points[I];
    if (At.Cost / Previous.Cost <= valueOf(Bound, At.N, Previous.N) *
                                       std::pow(At.N / Previous.N, SeenPower))
      return false;
  }
  return Points.size() >= EnoughPoints;
}

GrowthVerdict GrowthFit::judge(const GrowthOrder &Bound) const {
  // What never rises is within each bound, also where no sum describes it.
  if (is_sorted(Points, [](const GrowthPoint &A, const GrowthPoint &B) {
        return A.Cost > B.Cost;
      }))
    return GrowthVerdict::Within;
  double More = 0, Seen = 0;
  for (const Hypothesis &H : Hypotheses) {
    if (!exceeds(H, Bound))
      continue;
    More += H.Probability;
    if (excess(H, Bound) > SeenPower && H.Share >= SeenShare)
      Seen += H.Probability;
  }
  if (Hypotheses.empty() || spread() > MaxSpread)
    return alwaysExceeds(Bound) ? GrowthVerdict::Exceeds : GrowthVerdict::Open;
  if (More >= Certain)
    return GrowthVerdict::Exceeds;
  return More <= Probable && Seen <= Excluded ? GrowthVerdict::Within
                                              : GrowthVerdict::Open;
}
