//===-- ReportTree.h - Trees for a terminal ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a tree with the times of its nodes, measured or estimated. Out: a table
// whose names are indented by depth.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_REPORT_REPORTTREE_H
#define GMON_ANALYZER_COMMANDS_REPORT_REPORTTREE_H

#include "commands/report/ReportSettings.h"
#include "profile/Cost.h"

namespace gmon::command {

struct ReportTree {
  struct Node {
    std::string Name;
    double Self = 0; ///< in samples
    /// In samples; none if it is unknown.
    std::optional<double> Total;
    std::optional<uint64_t> Calls; ///< exact
    bool HasMoreCalls = false;     ///< which nobody counted
    /// The part of Total that the calls took, without inlined ones; and of how
    /// many calls it is the time, 0 if that is unknown.
    double TotalOfCalls = 0, TimedCalls = 0;
    const char *Mark = ""; ///< in front of the total and the time of a call
    uint32_t NumLeftOut = 0;
    double LeftOut = 0;     ///< in samples
    bool IsDeepest = false; ///< what is left out is too deep
    std::vector<uint32_t> Below;

    std::optional<double> eachCall() const {
      if (TimedCalls <= 0 || TotalOfCalls <= 0)
        return std::nullopt;
      return TotalOfCalls / TimedCalls;
    }
  };

  std::vector<Node> Nodes;
  std::vector<uint32_t> Roots;
  uint32_t NumLeftOut = 0; ///< number of roots that were left out
  double LeftOut = 0;      ///< in samples

  /// The columns.
  bool HasSelf = false;
  bool HasCalls = false;   ///< calls, and the time of each
  bool IsMeasured = false; ///< times of calls have errors
  std::string Share = "total %";
  double Base = 0; ///< samples that are 100%

  /// What samples are.
  CostKind Cost; ///< its rate is 0 if there are no samples
  double SamplesAtOnce = 1;

  void print(llvm::raw_ostream &OS, const ReportSettings &Settings);

private:
  void addColumns(TextTable &Table, const ReportSettings &Settings) const;
  void addRow(TextTable &Table, const Node &Row, std::string Name,
              const ReportSettings &Settings) const;
  void sort(std::vector<uint32_t> &Siblings, SortKey Key) const;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_REPORT_REPORTTREE_H
