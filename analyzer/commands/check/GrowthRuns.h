//===-- GrowthRuns.h - Profiles of runs with several sizes ------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The words "1000=gmon.1k" of llvm-gprof check: data files of runs with input
// of this size. In: words. Out: the files by size, and verdicts on rules about
// growth from the values of their quantities.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_GROWTHRUNS_H
#define GMON_ANALYZER_COMMANDS_GROWTHRUNS_H

#include "commands/check/RuleChecker.h"

namespace gmon::command {

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

#endif // GMON_ANALYZER_COMMANDS_GROWTHRUNS_H
