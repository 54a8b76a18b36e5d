//===-- RuleChecker.h - Holds a profile against rules -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a ProfileModel with all functions, and rules. Out: for each rule, whether
// it holds and which values were found. Rules about growth have several
// profiles: words such as "1000=gmon.1k" are data files of runs with input of
// this size.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_CHECK_RULECHECKER_H
#define GMON_ANALYZER_COMMANDS_CHECK_RULECHECKER_H

#include "commands/check/Baseline.h"
#include "commands/check/QuantityMeter.h"
#include "commands/check/Rules.h"
#include "llvm/ADT/DenseSet.h"

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

/// Returns whether all values satisfy the comparison or none do, or nothing.
std::optional<bool> decide(const Interval &A, Rule::OperatorKind Operator,
                           const Interval &B);

/// Compares \p New with \p Factor times \p Old. A function with the code and
/// counts of the baseline has not changed, whatever it costs within its bounds.
std::optional<bool> decideChange(BaselineValue New, Rule::OperatorKind Operator,
                                 BaselineValue Old, double Factor);

/// The figures of quantities for which Quantity::isOfSegments(), by their text.
/// Nothing of calls if the profiles with the label do not have the module, any
/// calls or a function of that name.
using SegmentFigures = std::map<std::string, std::optional<Figure>>;

struct Verdict {
  bool Holds = false;
  /// Whether the bounds of costs that are not exact, or a lack of samples,
  /// leave it open. Such a rule does not hold.
  bool IsUnknown = false;
  std::string Found; ///< the values, or the reason why there are none
  /// Whether too few sizes of input leave all rules about growth open.
  bool LacksSizes = false;
  /// The function whose calls by libraries are not part of a value, or empty.
  std::string Uncounted = {};
};

class RuleChecker {
public:
  /// The model must have lines if \p Rules need lines or blocks. \p Old may be
  /// null. \p Known has the figures of quantities of segments.
  RuleChecker(const ProfileModel &Model, llvm::ArrayRef<Rule> Rules,
              const Baseline *Old = nullptr, SegmentFigures Known = {});

  /// \p R is no Growth.
  Verdict check(const Rule &R) const;
  /// Returns the value of \p Wanted, or the reason why there is none.
  llvm::Expected<BaselineValue> valueOf(const Quantity &Wanted) const;
  /// Returns the samples of which the value of \p Wanted is made.
  double samplesOf(const Quantity &Wanted) const;
  const CostKind &cost() const { return Model.Run.Cost; }
  /// As QuantityMeter::workOf().
  Quantity workOf(const Quantity &Wanted) const { return Meter.workOf(Wanted); }

private:
  Figure measure(const Quantity &Wanted) const;
  std::string unsampled(const Quantity &Wanted) const;
  void addUnsampled(const Rule &R, Verdict &Result) const;
  std::string print(const Figure &Found, Quantity::QuantityKind Unit) const;
  Verdict compare(const Rule &R) const;
  Verdict compareWithBaseline(const Rule &R) const;
  Verdict checkTogether(const Rule &R) const;
  Verdict checkNewCycles() const;
  std::string namesOf(llvm::ArrayRef<FunctionIndex> Some) const;

  const ProfileModel &Model;
  const QuantityMeter Meter;
  const Baseline *Old; ///< or null
  const SegmentFigures Known;
  /// The functions of each rule that names a cycle.
  std::vector<llvm::DenseSet<FunctionIndex>> KnownCycles;
};

/// Data files by size.
using GrowthFiles = std::map<double, std::vector<std::string>>;

/// Moves the words with a size from \p Words to the result.
llvm::Expected<GrowthFiles> takeGrowthFiles(std::vector<std::string> &Words);

/// The values of rules about growth, size by size.
class GrowthRuns {
public:
  explicit GrowthRuns(llvm::ArrayRef<Rule> Rules)
      : Rules(Rules), Runs(Rules.size()) {}

  /// Adds the means of the values of \p Checker, of \p NumRuns runs of size \p
  /// N.
  void add(double N, size_t NumRuns, const RuleChecker &Checker);
  /// Returns the verdict on the rule number \p Index, one about growth.
  Verdict check(size_t Index) const;

private:
  /// The values of a rule's quantity.
  struct Values {
    std::vector<GrowthPoint> Points;
    std::string Missing; ///< the reason why a size has none, or empty
    std::string Unit;    ///< what was counted
    std::map<double, double> Samples; ///< of a time, by size
  };

  llvm::ArrayRef<Rule> Rules;
  std::vector<Values> Runs; ///< by rule
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_CHECK_RULECHECKER_H
