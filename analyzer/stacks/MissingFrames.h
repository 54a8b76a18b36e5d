//===-- MissingFrames.h - Frames that tail calls replaced -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that ends with a tail call leaves no frame. If a call enters T and
// the next frame is of F, then T jumped to F, perhaps through other functions.
// In: the code of all modules, and exact calls. Out: the functions between a
// call and the next frame, if only one chain of jumps leads there.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MISSINGFRAMES_H
#define GMON_ANALYZER_MISSINGFRAMES_H

#include "stacks/TailShares.h"
#include <set>

namespace gmon {

/// Who may have entered a function.
struct PossibleCallers {
  bool IsCallPossible = true; ///< the call may have entered it itself
  /// Functions that may have jumped to it, and where; 0 if it is unknown where.
  /// Without any, the functions are unknown.
  std::set<TailFrame> Jumping;
};

class MissingFrames {
public:
  /// The arguments must outlive the result, and be of the same profile.
  MissingFrames(TailCallGraph &Graph, const EntryCounts &Counts,
                const TailShares &Shares)
      : Graph(Graph), Counts(Counts), Shares(Shares) {}

  /// Returns the functions, the outermost first, between the call at \p Address
  /// of module \p Module and the frame of \p Inner, which has no inlined
  /// frames. Empty if none is missing or if more than one chain is possible.
  /// The result is valid as long as this object.
  llvm::ArrayRef<TailFrame> between(uint32_t Module, uint64_t Address,
                                    ModuleFunction Inner);

  /// Returns those between \p Inner, a context of \p Stacks, and its caller.
  llvm::ArrayRef<TailFrame> between(const StackProfile &Stacks,
                                    const StackContext &Inner);

  /// Returns who may have entered \p Callee, whose hook counted entries at the
  /// call at \p Address of module \p Module, but for counted jumps. A function
  /// that jumps by a pointer is taken to jump to itself only if nothing else
  /// was entered there. If \p IsThorough is not set, nothing is found where the
  /// call may have entered \p Callee itself, so that fewer functions are
  /// decoded.
  PossibleCallers possibleCallers(uint32_t Module, uint64_t Address,
                                  ModuleFunction Callee, bool IsThorough);

private:
  Entries enteredFirst(ModuleFunction Called, Entries Counted);
  bool isCalledAt(uint32_t Module, const Transfer &Call,
                  ModuleFunction Function);
  TailChains indirectChains(ModuleFunction Start, const Entries &Entered,
                            ModuleFunction End);
  TailChain find(uint32_t Module, uint64_t Address, ModuleFunction Inner);

  TailCallGraph &Graph;
  const EntryCounts &Counts;
  const TailShares &Shares;
  std::map<std::tuple<uint32_t, uint64_t, ModuleFunction>, TailChain> Results;
};

} // namespace gmon

#endif // GMON_ANALYZER_MISSINGFRAMES_H
