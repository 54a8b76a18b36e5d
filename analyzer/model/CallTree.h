//===-- CallTree.h - Estimated ways to functions ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a profile without measured stacks (StackModel.h): the stacks that would
// result from its calls by caller and callee if all calls of a function took
// equally long, as the call graph's times assume. In: a ProfileModel. Out: a
// tree of calls. The self times of a function's nodes add up to the function's
// self time.
//
// A cycle is one node, as in the call graph, with its members below it. So the
// number of paths is finite, though it may be very large. Paths with too little
// time are pruned. Either the time of all functions is kept: the callees of
// pruned paths are below one node for pruned paths. Or the time of all paths is
// kept: what was pruned below a node is part of its total.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_CALLTREE_H
#define GMON_ANALYZER_CALLTREE_H

#include "model/ProfileModel.h"

namespace gmon {

struct CallTreeNode {
  enum Kind : uint8_t {
    Function, ///< Index is one of the model's functions
    Cycle,    ///< Index is one of the model's cycles; no time of its own
    CutOff,   ///< parent of the callees of pruned paths; at most one, a root
    Unknown,  ///< samples in no function; at most one, a root
  };
  static constexpr uint32_t NoParent = UINT32_MAX;

  Kind What = Function;
  uint32_t Index = 0;
  uint32_t Parent = NoParent; ///< an earlier node
  double Self = 0;            ///< in samples
  double Total = 0;           ///< with all nodes below it, and what was pruned
  double Pruned = 0;          ///< the time of callees that were pruned
  uint32_t NumPruned = 0;     ///< how many those are
};

enum class KeptTime { OfFunctions, OfPaths };

struct CallTree {
  std::vector<CallTreeNode> Nodes; ///< parents before children

  /// Returns the Self of all nodes as whole numbers, in units of which \p
  /// PerSample make a sample. Rounding keeps their sum, and the sum of each
  /// function if it is whole.
  std::vector<uint64_t> wholeUnits(double PerSample) const;
};

/// Makes the tree of \p Model without paths that take less than \p MinPercent
/// of the time. If \p Keep is KeptTime::OfPaths, there is no CutOff node.
CallTree makeCallTree(const ProfileModel &Model, double MinPercent,
                      KeptTime Keep);

} // namespace gmon

#endif // GMON_ANALYZER_CALLTREE_H
