//===-- RankCounts.h - Counts over the ranks of a job -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sections GMON_SECTION_RANKS and GMON_SECTION_MPI of a sidecar file, and
// what follows from them.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_RANKCOUNTS_H
#define GMON_ANALYZER_RANKCOUNTS_H

#include "gmon/format.h"
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace gmon {

/// How a count is distributed over the processes of a job.
struct RankDistribution {
  uint64_t Sum = 0;
  unsigned __int128 Squares = 0; ///< sum of the squares
  uint64_t Least = 0, Greatest = 0;
  uint32_t LeastRank = 0, GreatestRank = 0; ///< the lowest ranks with these

  double mean(uint64_t NumProcesses) const {
    return double(Sum) / double(NumProcesses);
  }
  /// The standard deviation.
  double deviation(uint64_t NumProcesses) const {
    const double Mean = mean(NumProcesses);
    const double Variance =
        double(Squares) / double(NumProcesses) - Mean * Mean;
    return Variance > 0 ? std::sqrt(Variance) : 0;
  }
  /// The greatest value divided by the mean; 1 if all values are 0.
  double imbalance(uint64_t NumProcesses) const {
    return Sum ? double(Greatest) / mean(NumProcesses) : 1;
  }
  /// The sum over all processes of what each has less than the greatest value:
  /// if all wait for the last one, the time that they wait.
  double lost(uint64_t NumProcesses) const {
    return double(Greatest) * double(NumProcesses) - double(Sum);
  }
};

/// The counts of a function.
struct RankedFunction {
  uint32_t Module = GMON_NO_MODULE;
  /// Where it begins; 0 for code without a table. Without a module, a
  /// gmon_rank_total.
  uint64_t Address = 0;
  RankDistribution Samples, Calls;
};

/// The measured calls of an MPI function with communicators of one size, or all
/// calls.
struct MpiCall {
  std::string Name;          ///< empty: all calls
  uint64_t Communicator = 0; ///< number of its processes; 0: none, or unknown
  RankDistribution Calls, Nanoseconds, Bytes;
};

/// Counts of the processes of a job.
template <class Entry> struct RankList {
  uint64_t NumProcesses = 0; ///< 0: nothing is known of them
  uint32_t LowestRank = 0;
  std::vector<Entry> Entries; ///< sorted, each once
};

using RankCounts = RankList<RankedFunction>;
using MpiCalls = RankList<MpiCall>;

} // namespace gmon

#endif // GMON_ANALYZER_RANKCOUNTS_H
