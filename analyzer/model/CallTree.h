//===-- CallTree.h - Estimated ways to functions ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile has no stacks, only who called whom how often. This is what stacks
// would look like if, as the call graph's times say, all calls of a function
// took equally long, whoever made them. In: a ProfileModel. Out: a tree of
// calls, whose nodes of a function have its own time together.
//
// A cycle is one node, as in the call graph, and its members lie below it: so
// there are only finitely many ways. There may still be very many. Those that
// take too little time are cut: what they led to lies below one node that says
// so.
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
    CutOff,   ///< above what ways that were cut led to; at most one, a root
    Unknown,  ///< samples that lie in no function; at most one, a root
  };
  static constexpr uint32_t NoParent = UINT32_MAX;

  Kind What = Function;
  uint32_t Index = 0;
  uint32_t Parent = NoParent; ///< a node before this one
  double Self = 0;            ///< in samples
  double Total = 0;           ///< with all below it
};

struct CallTree {
  std::vector<CallTreeNode> Nodes; ///< each before those below it

  /// The Self of all nodes in units, \p PerSample to a sample, as whole
  /// numbers. They are rounded so that their sum, and that of each function if
  /// it is whole, do not change.
  std::vector<uint64_t> wholeUnits(double PerSample) const;
};

/// The tree of \p Model without ways that take less than \p MinPercent of the
/// time.
CallTree makeCallTree(const ProfileModel &Model, double MinPercent);

} // namespace gmon

#endif // GMON_ANALYZER_CALLTREE_H
