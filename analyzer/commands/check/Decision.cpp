//===-- Decision.cpp - Whether values satisfy a rule ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic of intervals.
//
//===----------------------------------------------------------------------===//

#include "commands/check/Decision.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

Interval::Interval(double Value,
                   const std::map<std::string, CostEstimate> &Estimates)
    : Interval(Value) {
  for (const auto &[Function, Estimate] : Estimates) {
    Low += Estimate.Low - Estimate.Value;
    High += Estimate.High - Estimate.Value;
  }
}

void Interval::add(const Interval &Term, double Factor) {
  if (Factor == 0)
    return; // even if there is no bound
  const double A = Factor * Term.Low, B = Factor * Term.High;
  Low += std::min(A, B);
  High += std::max(A, B);
}

template <typename NumberT>
static bool compare(NumberT A, Rule::OperatorKind Operator, NumberT B) {
  switch (Operator) {
  case Rule::Equal:
    return A == B;
  case Rule::NotEqual:
    return A != B;
  case Rule::Less:
    return A < B;
  case Rule::LessEqual:
    return A <= B;
  case Rule::Greater:
    return A > B;
  case Rule::GreaterEqual:
    return A >= B;
  }
  llvm_unreachable("an operator that is none");
}

bool command::holds(uint64_t A, Rule::OperatorKind Operator, uint64_t B) {
  return compare(A, Operator, B);
}

bool command::holds(double A, Rule::OperatorKind Operator, double B) {
  return compare(A, Operator, B);
}

std::optional<bool> command::decide(const Interval &A,
                                    Rule::OperatorKind Operator,
                                    const Interval &B) {
  const bool AreExact = A.Low == A.High && B.Low == B.High;
  const bool AreApart = A.High < B.Low || B.High < A.Low;
  bool Always = false, Ever = false;
  switch (Operator) {
  case Rule::Equal:
  case Rule::NotEqual:
    if (!AreExact && !AreApart)
      return std::nullopt;
    return AreApart == (Operator == Rule::NotEqual);
  case Rule::Less:
  case Rule::LessEqual:
    Always = holds(A.High, Operator, B.Low);
    Ever = holds(A.Low, Operator, B.High);
    break;
  case Rule::Greater:
  case Rule::GreaterEqual:
    Always = holds(A.Low, Operator, B.High);
    Ever = holds(A.High, Operator, B.Low);
    break;
  }
  return Always == Ever ? std::optional(Always) : std::nullopt;
}

std::optional<bool> command::decideChange(BaselineValue New,
                                          Rule::OperatorKind Operator,
                                          BaselineValue Old, double Factor) {
  // The right side, less what is on both sides.
  Interval Unchanged(0);
  for (auto It = New.Estimates.begin(); It != New.Estimates.end();) {
    auto OldEstimate = Old.Estimates.find(It->first);
    if (OldEstimate == Old.Estimates.end() || !It->second.Digest ||
        OldEstimate->second.Digest != It->second.Digest) {
      ++It;
      continue;
    }
    const CostEstimate &Same = It->second;
    New.Value -= Same.Value;
    Old.Value -= Same.Value;
    Interval Part(0);
    Part.Low = Same.Low;
    Part.High = Same.High;
    if (Factor != 1)
      Unchanged.add(Part, Factor - 1);
    Old.Estimates.erase(OldEstimate);
    It = New.Estimates.erase(It);
  }
  Interval Right = Unchanged;
  Right.add(Interval(Old.Value, Old.Estimates), Factor);
  return decide(Interval(New.Value, New.Estimates), Operator, Right);
}
