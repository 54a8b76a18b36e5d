//===-- Profile.h - The contents of gmon files ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one or more gmon files say, added up but in terms of addresses still.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILE_H
#define GMON_ANALYZER_PROFILE_H

#include "profile/BinCounts.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gmon {

/// Samples of [Low, High), in bins of equal width.
struct Histogram {
  uint64_t Low = 0;
  uint64_t High = 0;
  BinCounts Bins;
};

/// Count calls of the function at Self from the code at From.
struct RawArc {
  uint64_t From = 0;
  uint64_t Self = 0;
  uint64_t Count = 0;
};

/// Count executions of the basic block that Address is in.
struct BlockCount {
  uint64_t Address = 0;
  uint64_t Count = 0;
};

/// What the entry hooks cost, as the runtime measured it.
struct HookCost {
  uint64_t NumRuns = 0;     ///< that the sum is of; 0 if nothing is known
  uint64_t Picoseconds = 0; ///< of a call, in all runs together

  /// Of a call, on average.
  double seconds() const {
    return NumRuns ? double(Picoseconds) / double(NumRuns) * 1e-12 : 0;
  }
};

struct Profile {
  bool HasHistograms = false;
  bool HasArcs = false;
  bool HasBlocks = false;

  uint32_t Rate = 0;     ///< samples a second; 0 if there are none
  std::string Dimension; ///< of a sample: "seconds"
  char Unit = 's';       ///< its abbreviation
  double Scale = 0;      ///< width of a bin, in units of two bytes

  HookCost Hooks;
  /// Samples that an interrupt took along with its first one.
  uint64_t LateSamples = 0;

  std::string BuildId;    ///< of the program, its first bytes; or empty
  bool IsLibrary = false; ///< the program is a library, as its files say

  std::vector<Histogram> Histograms; ///< of disjoint ranges
  std::vector<RawArc> Arcs;          ///< all different, by first appearance
  std::vector<BlockCount> Blocks;    ///< all different, by first appearance

  /// Forget what is accounted to symbols: it is most of a profile.
  void dropHistograms() { std::vector<Histogram>().swap(Histograms); }
  void dropArcs() { std::vector<RawArc>().swap(Arcs); }
};

/// What one gmon file contains.
struct FileContents {
  std::string Name;
  uint32_t Version = 0;
  uint64_t NumHistograms = 0;
  uint64_t NumArcs = 0;
  uint64_t NumBlockRecords = 0;
};

} // namespace gmon

#endif // GMON_ANALYZER_PROFILE_H
