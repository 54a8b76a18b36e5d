//===-- RuleChecker.h - Holds a profile against rules -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a ProfileModel with all functions, and rules. Out: for each rule, whether
// it holds and which values were found.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_RULECHECKER_H
#define GMON_ANALYZER_COMMANDS_RULECHECKER_H

#include "commands/check/Baseline.h"
#include "commands/check/Rules.h"
#include "model/FunctionLookup.h"
#include "model/StackTimes.h"

namespace gmon::command {

struct Verdict {
  bool Holds = false;
  /// Whether the bounds of costs that are not exact leave it open. Such a rule
  /// does not hold.
  bool IsUnknown = false;
  std::string Found; ///< the values, or the reason why there are none
};

class RuleChecker {
public:
  /// The model must have lines if \p Rules need lines or blocks. \p Old may be
  /// null.
  RuleChecker(const ProfileModel &Model, llvm::ArrayRef<Rule> Rules,
              const Baseline *Old = nullptr);

  /// \p Each is no Growth.
  Verdict check(const Rule &Each) const;
  /// Returns the value of \p Each, or the reason why there is none.
  llvm::Expected<BaselineValue> valueOf(const Quantity &Each) const;
  /// Returns what Quantity::Work is in this profile: blocks or, if none were
  /// counted, calls; if the profile has an exact cost, that.
  Quantity workOf(const Quantity &Each) const;

private:
  using Functions = llvm::SmallVector<FunctionIndex, 1>;
  /// The value of a quantity in this profile.
  struct Figure {
    std::string Missing; ///< the reason why there is no value, or empty
    uint64_t Count = 0;
    double Samples = 0; ///< of times
    /// Parts of Count or Samples that are not exact.
    std::map<std::string, CostEstimate> Estimates;
    bool IsTime = false;
    bool IsMeasured = false; ///< of the stacks, which are the whole process's
  };

  void requireArcs(std::string &Missing) const;
  /// Returns the functions called \p Name; if there is none, \p Missing says
  /// so, and which other module has them.
  Functions find(llvm::StringRef Name, std::string &Missing) const;
  bool isInOtherModule(const Quantity &Each) const;
  Functions findInProcess(llvm::StringRef Name) const;
  void countInProcess(const Quantity &Each, Figure &Into) const;
  Figure measure(const Quantity &Each) const;
  void measureStacks(const Quantity &Each, Figure &Into) const;
  uint64_t callsBetween(const Functions &Callers,
                        const Functions &Callees) const;
  void measureLines(const Quantity &Each, Figure &Into) const;
  uint64_t blocksOf(const Functions &Of) const;
  void addEstimate(FunctionIndex Of, Figure &Into) const;
  std::string print(const Figure &Each, Quantity::QuantityKind Unit) const;
  double allSamples(bool IsMeasured) const;
  Verdict compare(const Rule &Each) const;
  Verdict compareWithBaseline(const Rule &Each) const;
  void measureCost(const Quantity &Each, const Functions *Of,
                   Figure &Into) const;
  Verdict checkTogether(const Rule &Each) const;
  Verdict checkNewCycles() const;
  std::string namesOf(llvm::ArrayRef<FunctionIndex> Some) const;

  const ProfileModel &Model;
  FunctionLookup Lookup;
  const Baseline *Old; ///< or null
  std::vector<Functions> KnownCycles;
  std::optional<FunctionLookup> StackLookup; ///< if there are stacks
  std::optional<StackTimes> Stacks;          ///< and if rules need them
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_RULECHECKER_H
