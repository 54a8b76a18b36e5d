//===-- QuantityMeter.h - Measures what rules name --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a ProfileModel with all functions, and a quantity of a rule. Out: its
// value in this profile, or the reason why there is none.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_QUANTITYMETER_H
#define GMON_ANALYZER_COMMANDS_QUANTITYMETER_H

#include "commands/check/Baseline.h"
#include "commands/check/CallMeter.h"
#include "commands/check/RuleNames.h"
#include "commands/check/Rules.h"
#include "model/StackFacts.h"
#include "model/StackTimes.h"

namespace gmon::command {

/// The value of a quantity in a profile.
struct Figure {
  std::string Missing; ///< the reason why there is no value, or empty
  bool IsOpen = false; ///< Missing is a lack of samples or counts
  uint64_t Count = 0;
  /// What Count lacks, if it is of units of several events.
  double Rest = 0;
  double Samples = 0; ///< of times
  /// Parts of Count or Samples that are not exact.
  std::map<std::string, CostEstimate> Estimates;
  /// An imbalance or a number beside one, its sampling error, and its rank.
  std::optional<double> Ratio;
  double RatioError = 0;
  std::optional<uint32_t> Rank;
  double Chance = 0;    ///< that ranks which take equally long have this Ratio
  bool IsShare = false; ///< Ratio is a part of a whole
  bool IsTime = false;
  bool IsMeasured = false; ///< of the stacks, which are the whole process's

  /// Whether chance alone may be the reason of an imbalance.
  bool mayBeChance() const {
    return RatioError > 0 && !StackRanks::isSignificant(Chance);
  }

  double value() const {
    return Ratio ? *Ratio : IsTime ? Samples : double(Count) + Rest;
  }
};

class QuantityMeter {
public:
  /// \p NeedsStacks if quantities are of functions' time.
  QuantityMeter(const ProfileModel &Model, bool NeedsStacks);

  /// \p Wanted is no Baseline.
  Figure measure(const Quantity &Wanted) const;
  /// The number of threads whose samples are missing in \p Wanted.
  uint64_t unsampledThreads(const Quantity &Wanted) const;

  /// Returns what Quantity::Work is in this profile: blocks or, if none were
  /// counted, calls; if the profile has an exact cost, that.
  Quantity workOf(const Quantity &Wanted) const;

  /// Returns the functions of the program that \p Name means.
  const NamedFunctions &findInProgram(llvm::StringRef Name) const {
    return Names.of(Name).InProgram;
  }
  /// Returns findInProgram(); if there is none, \p Missing says why.
  const NamedFunctions &find(llvm::StringRef Name, std::string &Missing) const;
  /// Whether the profile has functions of all names of \p Wanted.
  bool hasFunctions(const Quantity &Wanted) const {
    return llvm::all_of(Wanted.Names, [&](llvm::StringRef Name) {
      return Names.isKnown(withoutStubSuffix(Name));
    });
  }
  double allSamples(bool IsMeasured) const;

private:
  const NamedFunctions &findOnStacks(llvm::StringRef Name) const {
    return Names.of(Name).OnStacks;
  }
  void measureCalls(const Quantity &Wanted, Figure &Result) const;
  void measureStacks(const Quantity &Wanted, Figure &Result) const;
  void measureImbalance(const Quantity &Wanted, Figure &Result) const;
  void measureMpi(const Quantity &Wanted, Figure &Result) const;
  CopySamples inlinedTime(llvm::StringRef Name) const;
  double selfSamples(llvm::StringRef Name,
                     const NamedFunctions &Functions) const;
  void measureLines(const Quantity &Wanted, Figure &Result) const;
  void requireSamples(Figure &Result) const;
  void measureSelf(const Quantity &Wanted, Figure &Result) const;
  void measureTotal(const Quantity &Wanted, Figure &Result) const;
  void measureBlocks(const Quantity &Wanted, Figure &Result) const;
  void measureCycles(const Quantity &Wanted, Figure &Result) const;
  void measureLimit(const Quantity &Wanted, Figure &Result) const;
  uint64_t blocksOf(const NamedFunctions &Functions) const;
  bool lacksCounts(const ModelFunction &Function) const;
  void requireCounts(const NamedFunctions &Functions, Figure &Result) const;
  Figure measureKnown(const Quantity &Wanted) const;
  void addEstimate(FunctionIndex Index, Figure &Result) const;
  std::string otherCost(const std::string &Wanted) const;
  void measureCost(const Quantity &Wanted, Figure &Result) const;

  const ProfileModel &Model;
  const RuleNames Names;
  const CallMeter Calls;            ///< of Names
  const CountCoverage Coverage;     ///< of Names
  std::optional<StackTimes> Stacks; ///< if there are some, and rules need them
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_QUANTITYMETER_H
