//===-- DiffReport.h - Prints what changed ----------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The output formats of a comparison, each in its own file. In: both sides and
// the rows. Out: text, JSON or a page for a browser, with the source of both
// sides: functions may share lines, as macros, templates and lambdas do.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_DIFF_DIFFREPORT_H
#define GMON_ANALYZER_COMMANDS_DIFF_DIFFREPORT_H

#include "formats/html/HtmlSource.h"
#include "model/CallTree.h"
#include "model/ProfileDiff.h"
#include "program/SourceFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace gmon::command {

struct FunctionInLine {
  std::string LinkName; ///< as in DiffItem; empty for code that is inlined from
                        ///< another file, whose function is not known
  uint32_t Line = 0;
  double Time = 0; ///< in samples
  std::optional<uint64_t> Count;
};

/// It does not refer to the model.
struct DiffFile {
  PageFile Page;
  std::vector<FunctionInLine> Functions; ///< by line
};

/// Returns the source of \p Model for its functions or, if \p ByLine, for the
/// lines of the functions that are innermost there.
std::vector<DiffFile> chooseDiffSource(const ProfileModel &Model, bool ByLine,
                                       const SourceSettings &Settings,
                                       Warnings &Warn);

struct Terminal;

/// A frame below its callers, in both profiles. Times are in samples.
struct JoinedNode {
  uint32_t Name = 0;   ///< index
  uint32_t Parent = 0; ///< an earlier node, or TreeNode::NoParent
  double Old = 0;      ///< its own time
  double New = 0;
  /// The probability that chance alone makes such a difference of the time of
  /// this frame with its callees, in any frame.
  double ByChance = 1;
};

/// The measured stacks of two profiles.
struct JoinedStacks {
  std::vector<std::string> Names;
  std::vector<JoinedNode> Nodes;
};

JoinedStacks joinStacks(const CallTree &Old, const CallTree &New);

/// Tests the times of \p Stacks, which are those of both sides.
void testStacks(const DiffSide &Old, const DiffSide &New, DiffSettings Settings,
                JoinedStacks &Stacks);

/// The source of both sides, for a page.
struct BothSources {
  std::vector<DiffFile> Old, New;
};

/// The side that alone has measured stacks, which are not compared then.
enum class OnlyStacks { None, Old, New };

/// The data and settings of an output.
struct DiffReport {
  const DiffSide &Old;
  const DiffSide &New;
  const DiffSettings &Settings;
  const ProfileDiff &Diff;
  uint64_t Top; ///< greatest number of rows in the table
  bool All;     ///< include rows without a change
  OnlyStacks StacksOf = OnlyStacks::None;
  std::optional<JoinedStacks> Stacks = std::nullopt; ///< for a page
  BothSources Sources = {};                          ///< for a page

  llvm::ArrayRef<DiffRow> rows() const { return Diff.Rows; }
  /// The cost of both sides.
  const CostKind &cost() const { return Old.Cost; }
  /// Whether the sides are two ranks of a job.
  bool isOfRanks() const {
    return Old.Rank && New.Rank && *Old.Rank != *New.Rank;
  }
  /// Returns the name of a side: "old", "new", or "rank 7".
  std::string nameOf(const DiffSide &Side) const {
    if (isOfRanks())
      return "rank " + std::to_string(*Side.Rank);
    return &Side == &Old ? "old" : "new";
  }
  /// Returns the name of StacksOf: "old", "new", or nothing.
  llvm::StringRef nameOfStacks() const {
    return StacksOf == OnlyStacks::None  ? ""
           : StacksOf == OnlyStacks::Old ? "old"
                                         : "new";
  }
  bool isExact() const { return Old.Cost.IsCounted && New.Cost.IsCounted; }
  /// Returns the number of rows with a significant change.
  size_t numSignificant() const {
    return llvm::count_if(
        rows(), [](const DiffRow &Row) { return Row.isSignificant(); });
  }
};

/// Prints a table of the changes, and a summary.
void printText(llvm::raw_ostream &OS, const DiffReport &Report,
               const Terminal &Display);

/// Prints all rows as JSON, which llvm-gprof-diff(1) specifies.
void printJson(llvm::raw_ostream &OS, const DiffReport &Report);

/// Prints all rows as a page for a browser.
void printHtml(llvm::raw_ostream &OS, const DiffReport &Report);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_DIFF_DIFFREPORT_H
