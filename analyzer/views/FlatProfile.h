//===-- FlatProfile.h - The rows of the flat profile ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts the symbols of the flat profile and computes its columns. In: the times
// of symbols and the call graph. Out: rows to print; and for a filter file of
// the pass, the functions that are not worth their hooks: quick functions that
// are called often.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_VIEWS_FLATPROFILE_H
#define GMON_ANALYZER_VIEWS_FLATPROFILE_H

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

/// A function that gets no hook.
struct FilteredFunction {
  SymbolIndex Symbol = 0;
  uint64_t Calls = 0;
  double Percent = 0; ///< its own time, in percent of all
};

/// Which functions get no hook.
struct FilterLimits {
  uint64_t Calls = 1'000'000; ///< those with more calls
  double Percent = 1;         ///< and less of the time by themselves
};

struct FunctionFilter {
  std::vector<FilteredFunction> Functions; ///< most calls first
  uint64_t NumSkipped = 0;                 ///< their calls
  uint64_t NumCalls = 0;                   ///< all calls
};

/// Returns the functions beyond \p Limits; \p Times are their own times.
FunctionFilter makeFilter(const CallGraph &Graph, const Samples &Times,
                          const FilterLimits &Limits);

} // namespace gmon

#endif // GMON_ANALYZER_VIEWS_FLATPROFILE_H
