//===-- StackSum.h - Adds up stacks -----------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds the stacks of several runs. In: stacks of one program. Out: their sum,
// which depends neither on the order of the runs nor on earlier additions.
//
// Ids of threads and addresses in no module mean nothing beyond their run. So
// in a sum of several runs, all threads of one name are one thread, which has
// the lowest of their ids. In each sum, all code in no module is one place.
// Distributions over ranks have sums, minima and maxima of integers. A process
// may have several files, one for each label: it joins when these are added up.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILE_SIDECAR_STACKSUM_H
#define GMON_ANALYZER_PROFILE_SIDECAR_STACKSUM_H

#include "profile/StackProfile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace gmon {

/// The error that a sum exceeds its 64 bits.
llvm::Error tooGreat();

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

class StackSum {
public:
  /// Adds the stacks \p Part, whose counts are multiplied by \p Weight; with \p
  /// ContinuesRun, those of another label of the run that was added last. The
  /// error, after which the sum is invalid, has no file name.
  llvm::Error add(StackProfile Part, uint64_t Weight = 1,
                  bool ContinuesRun = false);

  /// Moves the sum out, in its own order: modules by path, threads by name,
  /// contexts by caller and address, calls by modules and addresses. It has no
  /// digests, and only contexts with samples and their callers. It has calls of
  /// threads if all stacks have, since others would look complete. Stacks that
  /// were added alone, once, are returned as they are, without digests.
  llvm::Expected<StackProfile> take();

private:
  llvm::Error addOne(const StackProfile &Part, uint64_t Weight,
                     bool ContinuesRun);
  llvm::Error addFacts(const StackProfile &Part, uint64_t Weight);
  llvm::Error addParts(const StackProfile &Part, uint64_t Weight,
                       bool ContinuesRun);
  llvm::Error addCalls(const StackProfile &Part,
                       llvm::ArrayRef<uint32_t> ModuleIds, uint64_t Weight);
  uint32_t moduleOf(const StackModule &Module);
  uint32_t contextOf(StackContext Context);
  llvm::Expected<uint32_t> threadOf(const StackThread &Thread, uint64_t Weight);
  llvm::Error joinThreads();

  std::optional<StackProfile> Single; ///< stacks that were added alone
  StackProfile Sum;                   ///< samples are in Counts
  uint64_t NumAdded = 0;              ///< to Sum
  bool AreThreadsCounted = true;      ///< all stacks have calls of threads
  bool IsOneRun = true;               ///< threads of one name differ in ids
  std::map<std::pair<std::string, std::string>, uint32_t> Modules;
  /// By whether they are known, name, and id if IsOneRun.
  std::map<std::tuple<bool, std::string, uint64_t>, uint32_t> Threads;
  llvm::DenseMap<std::tuple<uint32_t, uint32_t, uint64_t>, uint32_t> Contexts;
  /// By context, thread, kind and group.
  llvm::DenseMap<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, uint64_t>
      Counts;
  uint64_t Total = 0; ///< number of samples
  /// By the modules and addresses of caller and callee.
  std::map<std::tuple<uint32_t, uint32_t, uint64_t, uint64_t>, uint64_t> Calls;
  /// By the caller's module and address, and the callee's name.
  std::map<std::tuple<uint32_t, uint64_t, std::string>, uint64_t> OutgoingCalls;
  uint64_t NumCalls = 0; ///< sum of Calls and OutgoingCalls
  RankSum<RankedFunction> Ranks;
  RankSum<MpiCall> Mpi;
};

} // namespace gmon

#endif // GMON_ANALYZER_PROFILE_SIDECAR_STACKSUM_H
