//===-- FlowCounts.h - What a profile says of code's flow -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up the counts of blocks and of pieces' own counters. In: a Profile, and
// functions whose flow is described. Out: the problem that the counts pose.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COSTS_FLOWCOUNTS_H
#define GMON_ANALYZER_COSTS_FLOWCOUNTS_H

#include "costs/FlowMap.h"
#include "costs/FlowSolver.h"
#include "profile/Profile.h"
#include <unordered_map>

namespace gmon {

class FlowCounts {
public:
  explicit FlowCounts(const Profile &Data);

  /// Returns the count with \p Key, an address or the key of a counter; 0 if
  /// there is none.
  uint64_t at(uint64_t Key) const {
    auto Found = Counts.find(Key);
    return Found == Counts.end() ? 0 : Found->second;
  }
  /// Whether the profile has the blocks of \p Function.
  bool has(const FlowFunction &Function) const;
  /// Whether a count of \p Function is not 0.
  bool hasExecuted(const FlowFunction &Function) const;
  /// Returns the flow of \p Function with the sums that are counted. Its nodes
  /// are the function's pieces.
  FlowProblem problemOf(const FlowFunction &Function) const;

private:
  std::unordered_map<uint64_t, uint64_t> Counts; ///< any number may be a key
  bool HasPieces = false; ///< else their counts are 0, or a tool dropped them
};

} // namespace gmon

#endif // GMON_ANALYZER_COSTS_FLOWCOUNTS_H
