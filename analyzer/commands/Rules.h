//===-- Rules.h - What a profile is checked for -----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of llvm-gprof check. In: the text of a rules file. Out: rules, or
// the place where the text is malformed. RuleChecker.h holds a profile against
// them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_RULES_H
#define GMON_ANALYZER_COMMANDS_RULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gmon::command {

/// What a rule compares: a quantity of the profile, or a number.
struct Quantity {
  enum QuantityKind {
    Calls,   ///< of a function, or of Names[1] by Names[0]
    Self,    ///< time of a function's own code
    Total,   ///< the same with what it called
    Lines,   ///< executions of the line Line of the file Names[0]
    Blocks,  ///< executions of a function's blocks, all together
    Cycles,  ///< number of cycles
    Count,   ///< Number itself
    Percent, ///< Fraction itself, of all time
    Seconds, ///< Fraction itself
  };
  QuantityKind Kind = Count;
  std::vector<std::string> Names;
  uint32_t Line = 0;
  uint64_t Number = 0;
  double Fraction = 0;

  bool isTime() const { return Kind == Self || Kind == Total; }
  bool isTimeLimit() const { return Kind == Percent || Kind == Seconds; }
  /// Whether it is a number, which says nothing about the profile.
  bool isNumber() const { return Kind == Count || isTimeLimit(); }
};

struct Rule {
  enum RuleKind {
    Compare,
    Cycle,       ///< Names are in one cycle, which is a known one
    KnownCycle,  ///< no demand: such a cycle is not new
    NoCycle,     ///< Names are in no cycle together; one name: in none
    NoNewCycles, ///< each cycle has its members in one that is known
  };
  enum OperatorKind { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

  RuleKind Kind = Compare;
  unsigned Line = 0; ///< in the file, from 1
  std::string Text;  ///< as it was written
  Quantity Left, Right;
  OperatorKind Operator = Equal;
  std::vector<std::string> Names; ///< of functions
};

/// Reads the rules in \p Text, the contents of the file \p FileName.
llvm::Expected<std::vector<Rule>> parseRules(llvm::StringRef Text,
                                             llvm::StringRef FileName);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_RULES_H
