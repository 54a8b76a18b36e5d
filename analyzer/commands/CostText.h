//===-- CostText.h - Costs as text for a terminal ---------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a cost in its unit. Out: text: seconds have decimals, other costs are
// whole numbers in groups of three digits.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_COSTTEXT_H
#define GMON_ANALYZER_COMMANDS_COSTTEXT_H

#include "profile/Cost.h"

namespace gmon::command {

class CostText {
public:
  explicit CostText(const CostKind &Kind) : Kind(Kind) {}

  bool isTime() const { return Kind.isTime(); }
  /// Whether numbers have errors.
  bool hasErrors() const { return !Kind.IsCounted; }

  /// Whether two runs of one program may have other numbers, though each event
  /// is a sample: the kernel's events depend on the machine.
  bool variesBetweenRuns() const;

  /// Returns the word for the cost: "time" or its unit.
  llvm::StringRef word() const {
    return isTime() ? llvm::StringRef("time") : llvm::StringRef(Kind.Name);
  }
  /// Returns the title of a column, \p What with the unit: "self s".
  std::string title(llvm::StringRef What) const;
  /// Returns the title of a column with the parts of the whole: "time %".
  std::string shareTitle() const {
    return isTime() ? "time %" : title("").substr(1) + " %";
  }
  /// Returns how many decimals numbers have that are not time.
  unsigned decimals() const;
  /// Returns \p Value without its unit. Seconds have \p Decimals.
  std::string number(double Value, unsigned Decimals = 2) const;
  /// Returns \p Value with its unit: "0.25 s", "1,234 instructions".
  std::string amount(double Value, unsigned Decimals = 2) const;
  /// Returns \p Value, the cost of a call, with a suitable unit if it is time.
  std::string ofCall(double Value) const;

private:
  CostKind Kind;
};

/// What stands below lines that have time and were never executed.
inline constexpr llvm::StringLiteral SkidNote =
    "Lines that have time and were never executed: a sample may be taken some\n"
    "instructions late, and has the line of the code that follows.\n";

inline constexpr llvm::StringLiteral OptimizedNote =
    "Executions are those of optimized code: an unrolled or vectorized loop\n"
    "has fewer than in the source, which -a=source counts.\n";

/// Returns the unit of the cost that a rule calls \p Word: that of an event, by
/// the names that perf(1) has for it. Returns an empty text if there is none.
std::string costName(llvm::StringRef Word);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_COSTTEXT_H
