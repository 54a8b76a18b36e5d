//===-- Rounding.h - Rounded numbers ----------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounds times for formats that have whole numbers only, and numbers for
// readers. The sum of hostile counts may exceed the type: it becomes the
// greatest number.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ROUNDING_H
#define GMON_ANALYZER_ROUNDING_H

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gmon {

/// Returns \p Exact, rounded and limited to 63 bits, as numbers have a sign.
inline uint64_t roundToWhole(double Exact) {
  constexpr double Most = 0x1p63 - 1024; // the last double below 2^63
  return uint64_t(std::clamp(Exact + 0.5, 0.0, Most));
}

/// Returns \p Value rounded to \p Digits behind the point, halves away from
/// zero: also what the errors of computing have made a little less than a half.
/// The page does the same (formats/html/page/values.js).
inline double roundToDigits(double Value, unsigned Digits) {
  const double Scale = std::pow(10, Digits), Scaled = std::abs(Value) * Scale;
  constexpr double LeastWhole = 0x1p52; // this, infinity and NaN stay
  if (!(Scaled < LeastWhole))
    return Value;
  const double Whole = std::floor(Scaled);
  const bool IsUp = Scaled - Whole >= 0.5 - std::min(1e-3, Scaled * 1e-11);
  return std::copysign((IsUp ? Whole + 1 : Whole) / Scale, Value);
}

/// Rounds numbers so that their sum is the rounded sum of the exact ones.
class Rounder {
public:
  uint64_t operator()(double Exact) {
    Sum += Exact;
    uint64_t Rounded = roundToWhole(Sum);
    uint64_t Result = Rounded > Given ? Rounded - Given : 0;
    Given += Result;
    return Result;
  }

private:
  double Sum = 0;
  uint64_t Given = 0;
};

} // namespace gmon

#endif // GMON_ANALYZER_ROUNDING_H
