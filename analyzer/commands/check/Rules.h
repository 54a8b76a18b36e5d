//===-- Rules.h - What a profile is checked for -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of llvm-gprof check. In: the text of a rules file. Out: rules, or
// an error with its place. RuleChecker.h compares a profile with them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_RULES_H
#define GMON_ANALYZER_COMMANDS_RULES_H

#include "commands/check/GrowthFit.h"
#include "model/LineRange.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace gmon::command {

/// A side of a comparison: a quantity of the profile, or a number.
struct Quantity {
  enum QuantityKind {
    Calls,     ///< of a function, or of Names[1] by Names[0]
    Self,      ///< time of a function's own code
    Total,     ///< Self, with callees, as the call graph estimates it
    Measured,  ///< time of the stacks with Names[0], or with a call of Names[1]
               ///< by Names[0]
    Lines,     ///< executions of the line Line of the file Names[0]
    Blocks,    ///< sum of the executions of a function's blocks
    Cycles,    ///< number of cycles
    Imbalance, ///< of a function's own time, of all time outside of MPI, or of
               ///< the calls of Names[1] by Names[0], between the ranks of a
               ///< job: maximum divided by mean
    Mpi,       ///< elapsed time in an MPI function, or in all, divided by all
               ///< elapsed time
    Coverage,  ///< lines of a file, or of all, that were executed, divided by
               ///< its lines
    Cost,      ///< units of CostName in a function's own code, or in all
    Work,      ///< the exact quantity that says most of a function's growth
    Count,     ///< the number Number
    Ratio,     ///< the number Fraction
    Percent,   ///< Fraction of all time
    Seconds,   ///< Fraction in seconds
    Units,     ///< Fraction in units of CostName: "20 page-faults"
    Baseline,  ///< Fraction of the other side's value in the baseline
  };
  QuantityKind Kind = Count;
  std::vector<std::string> Names;
  std::string CostName;
  std::optional<std::string> Label; ///< of profiles in sets, of calls
  uint32_t Line = 0;
  uint64_t Number = 0;
  double Fraction = 0;
  /// Of Coverage: only these lines count; null: all do.
  std::shared_ptr<const std::vector<LineRange>> Among;

  bool isTime() const {
    return Kind == Self || Kind == Total || Kind == Measured;
  }
  bool isTimeLimit() const {
    return Kind == Percent || Kind == Seconds || Kind == Units;
  }
  /// Whether it is a part of a whole, as a percentage is.
  bool isShare() const { return Kind == Mpi || Kind == Coverage; }
  /// Whether it is one of single profiles of sets, not of their sum.
  bool isOfSegments() const {
    return Label || (Kind == Imbalance && Names.size() == 2);
  }
  /// Returns it as rules have it; its name in a baseline.
  std::string text() const;
  /// Whether it is a number, independent of the profile.
  bool isNumber() const {
    return Kind == Count || Kind == Ratio || isTimeLimit();
  }
};

struct Rule {
  enum RuleKind {
    Compare,
    Cycle,       ///< Names share a cycle, which is known
    KnownCycle,  ///< demands nothing; declares a cycle that is not new
    NoCycle,     ///< Names share no cycle; a single name is in none
    NoNewCycles, ///< each cycle is a part of a known one
    Growth,      ///< Left grows with the size of the input at most as Bound
  };
  enum OperatorKind { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

  RuleKind Kind = Compare;
  unsigned Line = 0; ///< in the file, from 1
  std::string Text;  ///< as in the file
  Quantity Left, Right;
  OperatorKind Operator = Equal;
  GrowthOrder Bound;
  std::vector<std::string> Names; ///< of functions
};

/// Parses the rules in \p Text, the contents of the file \p FileName.
llvm::Expected<std::vector<Rule>> parseRules(llvm::StringRef Text,
                                             llvm::StringRef FileName);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_RULES_H
