//===-- RankSum.h - Adds up distributions over ranks ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins the processes of several files. All parts of the result are sums,
// minima and maxima of integers, so it is the same in any order. A process may
// have several files, one for each label: it is joined when they have been
// added up.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_RANKSUM_H
#define GMON_ANALYZER_RANKSUM_H

#include "profile/StackProfile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace gmon {

/// The sum of lists of \p Entry: RankedFunction or MpiCall.
template <class Entry> class RankSum {
public:
  /// Adds the processes of \p Part, each \p Weight times. Its modules have the
  /// numbers \p ModuleIds in the sum. With \p ContinuesRun, it is the process
  /// that was added last. After an error the sum is invalid.
  llvm::Error add(RankList<Entry> Part, llvm::ArrayRef<uint32_t> ModuleIds,
                  uint64_t Weight, bool ContinuesRun);

  /// Moves the sum out. Its modules get the numbers \p ModuleOf.
  llvm::Expected<RankList<Entry>> take(llvm::ArrayRef<uint32_t> ModuleOf);

private:
  llvm::Error addToLast(const RankList<Entry> &Part);
  llvm::Error joinLast();

  RankList<Entry> Sum;
  RankList<Entry> Last; ///< not in the sum yet
  uint64_t LastWeight = 1;
};

extern template class RankSum<RankedFunction>;
extern template class RankSum<MpiCall>;

} // namespace gmon

#endif // GMON_ANALYZER_RANKSUM_H
