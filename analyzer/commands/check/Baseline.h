//===-- Baseline.h - Values of an earlier run -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file of llvm-gprof check --baseline: quantities of a profile with which
// rules compare those of later profiles. In: JSON, one quantity a line, sorted,
// so that a repository can have it. Out: values by the text of the quantity.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_BASELINE_H
#define GMON_ANALYZER_COMMANDS_BASELINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <string>

namespace gmon::command {

/// The cost of a function where it is not exact.
struct CostEstimate {
  double Low = 0, Value = 0;
  double High = 0;     ///< infinity if there is no bound
  uint64_t Digest = 0; ///< equal if the code and all its counts are; 0: unknown
};

/// A count, or a time in seconds. An exact value has no estimates.
struct BaselineValue {
  double Value = 0;
  std::map<std::string, CostEstimate> Estimates; ///< parts of it, by function
};

/// The run that a baseline is of. What is unknown is empty.
struct BaselineOrigin {
  std::string Program; ///< its name, without folder
  std::string BuildId; ///< hexadecimal
  std::string Triple;
  std::string Cost;     ///< of --cost: "instructions" or "instructions:all"
  uint64_t NumRuns = 0; ///< in the sum of the profiles; 0 if that is unknown
};

class Baseline {
public:
  static llvm::Expected<Baseline> read(llvm::StringRef Path);

  /// Fails if values of \p New cannot be compared with those of the baseline:
  /// another processor executes other instructions, and two runs twice as many.
  /// Another program or another build is what baselines are for.
  llvm::Error checkComparable(const BaselineOrigin &New) const;
  void setOrigin(BaselineOrigin NewOrigin) { Origin = std::move(NewOrigin); }

  void set(std::string Quantity, BaselineValue Value) {
    Values[std::move(Quantity)] = std::move(Value);
  }
  /// Returns null if there is no value.
  const BaselineValue *find(llvm::StringRef Quantity) const {
    auto It = Values.find(Quantity.str());
    return It == Values.end() ? nullptr : &It->second;
  }
  size_t size() const { return Values.size(); }

  void write(llvm::raw_ostream &OS) const;

private:
  BaselineOrigin Origin;
  std::map<std::string, BaselineValue> Values;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_BASELINE_H
