//===-- FlatProfile.h - The rows of the flat profile ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts the symbols of the flat profile and computes its columns. In: the times
// of symbols and the call graph. Out: rows to print.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FLATPROFILE_H
#define GMON_ANALYZER_FLATPROFILE_H

#include "counts/Samples.h"
#include "counts/Symspec.h"
#include "graph/CallGraph.h"

namespace gmon {

/// A row; times are in samples.
struct FlatRow {
  SymbolIndex Symbol = 0;
  double Percent = 0;
  double Cumulative = 0;
  double Time = 0;
  double TimeWithChildren = 0;
  uint64_t Calls = 0;
};

struct FlatProfile {
  double Total = 0; ///< the base of percentages, in samples; 0 without times
  std::vector<FlatRow> Rows;
  /// Times of a call are printed in seconds times Factor, with the unit's
  /// prefix Prefix; 0 for seconds.
  double Factor = 1;
  char Prefix = 0;
};

/// Computes the flat profile. \p ShowUnused keeps symbols without calls and
/// time. \p FixedUnit prints times of calls in milliseconds.
FlatProfile makeFlatProfile(const CallGraph &Graph, const Samples &Times,
                            const SymbolTable &Table, const SpecTables &Specs,
                            uint32_t Rate, bool ShowUnused, bool FixedUnit);

} // namespace gmon

#endif // GMON_ANALYZER_FLATPROFILE_H
