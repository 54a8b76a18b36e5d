//===-- TestSearch.h - What the profiles of tests have ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a program, and its profiles. Out: how often each test did what the user
// looks for.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_SETS_TESTSEARCH_H
#define GMON_ANALYZER_COMMANDS_SETS_TESTSEARCH_H

#include "commands/sets/TestList.h"
#include "driver/ProfileCounter.h"
#include "model/LineRange.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"

namespace gmon::command {

class TestSearch {
public:
  virtual ~TestSearch() = default;

  /// Whether the places of functions are needed.
  virtual bool needsSources() const { return false; }
  /// Looks for it in the program of \p Model, one of \p NumModules, and adds
  /// the counts of its profiles to \p Tests.
  virtual llvm::Error searchIn(const ProfileModel &Model, size_t NumModules,
                               TestList &Tests) = 0;
  /// Fails if no program has any of it.
  virtual llvm::Error finish() = 0;
  /// Whether all of it has counts.
  virtual bool isComplete() const { return true; }
  virtual TestWords words() const = 0;
};

/// Searches calls of functions.
class CallSearch final : public TestSearch {
public:
  /// \p Functions are as the user names them.
  CallSearch(std::vector<std::string> Functions, Warnings &Warn)
      : Functions(std::move(Functions)), Warn(Warn) {}

  bool needsSources() const override;
  llvm::Error searchIn(const ProfileModel &Model, size_t NumModules,
                       TestList &Tests) override;
  llvm::Error finish() override;
  bool isComplete() const override { return Inlined.empty(); }
  TestWords words() const override;

private:
  llvm::BitVector chooseIn(const ProfileModel &Model, size_t NumModules);
  void findInlined(const ProfileModel &Model, const llvm::BitVector &Chosen);
  SourceChoice chooseSource(const ProfileModel &Model,
                            const llvm::BitVector &Chosen);
  void add(Test &Result, const SingleCounts &Counts, const ProfileModel &Model,
           const llvm::BitVector &Chosen) const;

  const std::vector<std::string> Functions;
  Warnings &Warn;
  std::map<std::string, std::string> Missing; ///< errors about these
  std::set<std::string> Found;                ///< those that some program has
  std::set<std::string> Inlined; ///< functions with calls that nobody counts
  /// The functions with source counters of the program that is searched, which
  /// count executions of all copies, and whether the user names them.
  llvm::StringMap<bool> IsSourceChosen;
};

/// Searches executions of lines.
class LineSearch final : public TestSearch {
public:
  /// \p Text tells \p Lines.
  LineSearch(std::vector<LineRange> Lines, std::string Text)
      : Lines(std::move(Lines)), Text(std::move(Text)) {}

  llvm::Error searchIn(const ProfileModel &Model, size_t NumModules,
                       TestList &Tests) override;
  llvm::Error finish() override;
  TestWords words() const override;

private:
  const std::vector<LineRange> Lines;
  const std::string Text;
  bool HasCounters = false; ///< some program has counters of lines
  bool HasCode = false;     ///< and some for these lines
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_SETS_TESTSEARCH_H
