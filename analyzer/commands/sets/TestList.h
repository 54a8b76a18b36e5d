//===-- TestList.h - Tests and what they counted ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: profiles, and what each counted of what the user looks for. Out: the
// tests that have counted some of it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_SETS_TESTLIST_H
#define GMON_ANALYZER_COMMANDS_SETS_TESTLIST_H

#include "commands/sets/TestedModules.h"
#include "files/ProfileSet.h"
#include "profile/Profile.h"
#include "support/Errors.h"
#include "support/Pager.h"

#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

namespace gmon::command {

/// A label or, without one, a process.
struct Test {
  std::string Name;
  bool HasLabel = true;
  uint64_t Count = 0;     ///< of what the user looks for
  double Self = 0;        ///< the functions' own time, in units of the cost
  bool IsUnknown = false; ///< some profile could not be read
  /// All is what processes with labels did outside of these: it is no test.
  bool IsPart = true;
};

/// Words about what tests have counted.
struct TestWords {
  llvm::StringRef Does, Do; ///< "calls", "call"
  llvm::StringRef Counts;   ///< the title of the counts
  std::string Wanted;       ///< what the user looks for
};

class TestList {
public:
  explicit TestList(Warnings &Warn) : Warn(Warn) {}

  /// Returns the test of the profile \p File.
  Test &testOf(llvm::StringRef File);
  /// Notes what samples in the profiles count. That of the first counts.
  void noteCost(const CostKind &Found);
  /// Notes the tests with profiles of \p Module that are not in \p WereRead.
  void noteUnknown(const TestedModule &Module, const NameList &WereRead);
  /// Leaves out tests without counts, and sorts the others: the most first.
  void finish();

  /// Whether each test is known.
  bool isComplete() const { return NumUnknown == 0; }

  /// Prints the labels, for scripts.
  void printNames(llvm::raw_ostream &OS) const;
  void printText(llvm::raw_ostream &OS, const Terminal &Display,
                 const TestWords &Words) const;
  void printJson(llvm::raw_ostream &OS, const TestWords &Words) const;

private:
  bool isPart(llvm::StringRef File);
  std::string textOfUnknown() const;

  Warnings &Warn;
  std::map<std::pair<bool, std::string>, size_t> IndexOf;
  std::vector<Test> Tests;
  CostKind Cost;
  /// The runs of each set of which some segment has a label.
  std::map<std::shared_ptr<const ProfileSet>, std::set<uint32_t>> LabelledRuns;
  size_t NumTests = 0;
  size_t NumUnknown = 0;  ///< tests without counts whose profiles lack some
  bool IsMissing = false; ///< some program's file
  bool IsOtherBuild = false;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_SETS_TESTLIST_H
