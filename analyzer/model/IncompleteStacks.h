//===-- IncompleteStacks.h - Stacks without their callers -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a ProfileModel. Out: the stacks that lack callers, how many there are,
// and the modules whose code has no unwind tables.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODEL_INCOMPLETESTACKS_H
#define GMON_ANALYZER_MODEL_INCOMPLETESTACKS_H

#include "model/StackTimes.h"

namespace gmon {

struct ProfileModel;

/// The name of the function that represents callers of code without unwind
/// tables.
inline constexpr llvm::StringLiteral NoUnwindTable = "[no unwind table]";

/// Returns the nodes whose outermost callers are unknown.
llvm::BitVector incompleteNodes(const ProfileModel &Model);

/// Returns the number of samples at nodes of \p Nodes.
double samplesAt(const ProfileModel &Model, const llvm::BitVector &Nodes);

/// Returns whether so many stacks lack callers that totals of functions are
/// lower bounds.
bool areTotalsLowerBounds(const ProfileModel &Model);

/// Which totals are lower bounds, as a report marks them. What is on all stacks
/// has no greater total, and marks of unknown callers are no functions.
class LowerBounds {
public:
  explicit LowerBounds(const ProfileModel &Model)
      : Model(Model),
        All(samplesAt(Model, llvm::BitVector(Model.Nodes.size(), true))),
        AreMany(areTotalsLowerBounds(Model)) {}

  /// Whether any total may be one.
  bool any() const { return AreMany; }
  /// Whether \p Total, in samples, of a function, line or module is one.
  bool isOne(double Total) const { return AreMany && Total < All; }
  bool isOne(FunctionIndex F, double Total) const {
    return isOne(Total) && Model.Functions[F].What != ModelFunction::Unknown;
  }
  /// \p Total is that of the stacks on which \p Arc is.
  bool isOne(const StackArc &Arc, double Total) const {
    return isOne(Total) && (Arc.Caller == NoIndex || isOne(Arc.Caller, Total));
  }

private:
  const ProfileModel &Model;
  double All;
  bool AreMany;
};

/// Whether the run took time for many samples, and has none: there was no
/// sampler.
bool wasNotSampled(const ProfileModel &Model);

/// Returns the modules whose code has no unwind tables, by index, if more than
/// 1% of all samples have such code on their stack. Code of startup files does
/// not count: no option changes it.
std::vector<uint32_t> modulesWithoutTables(const ProfileModel &Model);

} // namespace gmon

#endif // GMON_ANALYZER_MODEL_INCOMPLETESTACKS_H
