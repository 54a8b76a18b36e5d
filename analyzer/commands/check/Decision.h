//===-- Decision.h - Whether values satisfy a rule --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: values, some of which are only known to be between bounds. Out: whether a
// comparison holds, or that the bounds leave it open.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_DECISION_H
#define GMON_ANALYZER_COMMANDS_DECISION_H

#include "commands/check/Baseline.h"
#include "commands/check/Rules.h"
#include <optional>

namespace gmon::command {

/// What is known of a value.
struct Interval {
  double Low = 0, High = 0;

  explicit Interval(double Exact) : Low(Exact), High(Exact) {}
  /// Takes a value of which \p Estimates are parts.
  Interval(double Value, const std::map<std::string, CostEstimate> &Estimates);
  void add(const Interval &Term, double Factor);
};

bool holds(uint64_t A, Rule::OperatorKind Operator, uint64_t B);
bool holds(double A, Rule::OperatorKind Operator, double B);

/// Returns whether all values in \p A and \p B satisfy the comparison, or none
/// do; nothing if some do.
std::optional<bool> decide(const Interval &A, Rule::OperatorKind Operator,
                           const Interval &B);

/// Compares \p New with \p Factor times \p Old. A function whose code and
/// counts are those of the baseline has not changed, whatever it costs within
/// its bounds.
std::optional<bool> decideChange(BaselineValue New, Rule::OperatorKind Operator,
                                 BaselineValue Old, double Factor);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_DECISION_H
