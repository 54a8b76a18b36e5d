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
#include <optional>
#include <string>

namespace gmon::command {

class Baseline {
public:
  static llvm::Expected<Baseline> read(llvm::StringRef Path);

  /// Stores \p Value: a count, or a time in seconds.
  void set(std::string Quantity, double Value) {
    Values[std::move(Quantity)] = Value;
  }
  std::optional<double> find(llvm::StringRef Quantity) const {
    auto It = Values.find(Quantity.str());
    return It == Values.end() ? std::nullopt : std::optional(It->second);
  }
  size_t size() const { return Values.size(); }

  void write(llvm::raw_ostream &OS) const;

private:
  std::map<std::string, double> Values;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_BASELINE_H
