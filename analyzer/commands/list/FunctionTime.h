//===-- commands/list/FunctionTime.h - All code of a function ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of a function may be out of line, inlined into others, or both. In:
// a model with lines. Out: the inlined copies of a function, and its time as
// llvm-gprof report shows it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_LIST_FUNCTIONTIME_H
#define GMON_ANALYZER_COMMANDS_LIST_FUNCTIONTIME_H

#include "commands/list/FunctionChooser.h"
#include <set>

namespace gmon::command {

/// Samples, and what has them.
using NamedAmount = std::pair<double, std::string>;

/// The code of a function that is inlined into others.
struct InlinedCopies {
  llvm::StringRef Name;                     ///< empty if there are none
  const UnitFunction *Definition = nullptr; ///< as in a ModelFrame
  /// The lines of the function that have code, by path.
  std::map<llvm::StringRef, std::set<uint32_t>> Numbers;
  /// The code, with that of functions that are inlined in it.
  std::vector<const ModelRow *> Rows;
};

/// The time of a function. With stacks, it is the time of all its code, but not
/// of functions that are inlined in it. Otherwise it is gprof's: the time of
/// the code out of line, with functions that are inlined in it.
class FunctionTime {
public:
  /// \p Model must outlive the object.
  FunctionTime(const ProfileModel &Model, FunctionIndex Index);
  FunctionTime(const ProfileModel &Model, const InlinedFunction &Function);

  const InlinedCopies &copies() const { return Copies; }
  /// Whether the time is from stacks.
  bool isMeasured() const { return Model.isMeasured(); }
  double self() const { return Self; } ///< in samples
  /// Returns the time in the copies, by function into which they are inlined.
  std::vector<NamedAmount> inCallers() const;
  /// Returns \p Name and the time: the start of a listing's first line.
  std::string head(llvm::StringRef Name) const;

private:
  void findCopies(const InlinedFunction &Function, llvm::StringRef OnlyPath,
                  FunctionIndex OutOfLine);
  void measure(llvm::ArrayRef<FunctionIndex> Wanted);

  const ProfileModel &Model;
  InlinedCopies Copies;
  std::map<FunctionIndex, double> InCallers; ///< samples in the copies
  double Self = 0;
  std::optional<double> Total; ///< with what it calls, if it is known
  bool IsEstimate = false;     ///< Self has bounds
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_LIST_FUNCTIONTIME_H
