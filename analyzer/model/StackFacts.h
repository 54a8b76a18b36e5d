//===-- StackFacts.h - What a model of stacks takes unchanged ---*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The unit, times, threads and modules of measured stacks, whether their ranks
// differ by chance, and what is known of calls that no hook counts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STACKFACTS_H
#define GMON_ANALYZER_STACKFACTS_H

#include "model/StackSources.h"
#include "llvm/ADT/DenseMap.h"

namespace gmon {

/// Sets the unit and times of the stacks of \p Model, and its threads and
/// modules.
void addStackFacts(const StackSources &Sources, ProfileModel &Model);

/// Sets ByChance of the ranks of \p Model, and of each of their rows. A job has
/// many functions, and chance may change any of them: the risk of a false alarm
/// is divided among them in proportion to their samples.
void addRankChances(ProfileModel &Model);

/// Sets the calls of functions of \p Model that are inlined everywhere, and
/// adds those that were entered and are on no stack: whether a function has
/// calls does not depend on its samples.
void addInlinedCalls(const StackSources &Sources, ProfileModel &Model);

/// Returns the number of calls of \p F that were made and counted.
uint64_t callsMade(const ProfileModel &Model, FunctionIndex F);

/// Returns the numbers of samples on whose stack functions are, by group of
/// processes. A sample counts once for a function.
std::vector<std::map<FunctionIndex, uint64_t>>
totalsByGroup(const ProfileModel &Model, size_t NumGroups);

/// The samples of inlined copies of some functions.
struct CopySamples {
  CopySamples() = default;
  CopySamples(const ProfileModel &Model,
              llvm::ArrayRef<FunctionIndex> Functions);

  /// Of the copies in other functions, by these.
  llvm::DenseMap<FunctionIndex, double> In;
  double Elsewhere = 0; ///< the sum of In
  double Within = 0;    ///< of copies of others in the functions
};

/// Sets HasMoreCalls of functions of \p Model whose callers count the calls,
/// and that are called by code without counters on stacks.
void addUncountedCalls(ProfileModel &Model);

} // namespace gmon

#endif // GMON_ANALYZER_STACKFACTS_H
