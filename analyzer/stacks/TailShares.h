//===-- TailShares.h - Tail calls that hooks counted elsewhere --*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hook sees the return address of the function's caller. Where main calls
// mid, and mid ends with a jump to leaf, the hook of leaf counts a call from
// main. Code counts such jumps, too. In: both counts, and the code. Out: how
// many of the calls that hooks counted at a call were jumps of other functions.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_TAILSHARES_H
#define GMON_ANALYZER_TAILSHARES_H

#include "stacks/EntryCounts.h"
#include <set>

namespace gmon {

/// A tail call that its function counted.
struct TailSite {
  uint32_t Module = 0;
  uint64_t Jump = 0; ///< its address
  uint64_t Count = 0;
};

/// How many of the entries that a hook counted at a call were tail calls.
struct TailShare {
  uint64_t Count = 0;
  uint64_t Low = 0, High = 0; ///< bounds; both are Count if that is certain
};

class TailShares {
public:
  /// \p Calls and \p CrossModule are as in forEachCounted(), of which \p Counts
  /// are.
  TailShares(TailCallGraph &Graph, const EntryCounts &Counts,
             llvm::ArrayRef<ModuleCalls> Calls,
             llvm::ArrayRef<CrossModuleCall> CrossModule,
             llvm::ArrayRef<OutgoingCall> Outgoing);

  /// Returns the counted tail calls of \p Callee. Empty if there are none, or
  /// if they contradict the hook's counts, as if some code counts no tail
  /// calls.
  llvm::ArrayRef<TailSite> sitesOf(ModuleFunction Callee) const;

  /// Returns how many of them are in no share: their callers are unknown.
  uint64_t restOf(ModuleFunction Callee) const;

  /// Returns how often \p Function jumped to \p Callee, as far as it was
  /// counted.
  uint64_t jumps(ModuleFunction Function, ModuleFunction Callee) const;

  /// Returns the share of the entries of \p Callee that hooks counted at the
  /// call at \p Caller of \p Module. All are 0 if sitesOf() is empty.
  TailShare shareAt(uint32_t Module, uint64_t Caller,
                    ModuleFunction Callee) const;

  /// Returns whether a hook counted the outgoing call at \p Caller of \p
  /// Module, too.
  bool isHooked(uint32_t Module, uint64_t Caller) const {
    return Counted.count({Module, Caller});
  }

private:
  using Place = std::pair<uint32_t, uint64_t>; ///< module and address

  /// A function that jumps enter.
  struct Jumped {
    std::vector<TailSite> Sites;
    std::map<Place, TailShare> Shares; ///< by call
    uint64_t Rest = 0;                 ///< jumps in no share

    uint64_t count() const {
      uint64_t Sum = 0;
      for (const TailSite &Site : Sites)
        Sum += Site.Count;
      return Sum;
    }
  };

  /// Entries of a function at one call.
  struct Entered {
    Place From;
    ModuleFunction Caller, Callee;
    uint64_t Count = 0;
    TailShare Tail;
    bool IsJump = false; ///< the call certainly entered another function

    uint64_t slack() const { return Tail.High - Tail.Low; }
  };

  /// Entries at the calls of one caller.
  struct Group {
    llvm::SmallVector<Entered *, 2> All;
    uint64_t Slack = 0; ///< of all
  };

  struct Groups {
    std::map<ModuleFunction, Group> ByCaller;
    uint64_t Slack = 0; ///< of all

    void add(Entered &New) {
      Group &Its = ByCaller[New.Caller];
      Its.All.push_back(&New);
      Its.Slack += New.slack();
      Slack += New.slack();
    }
  };

  /// What a call enters.
  struct Target {
    std::optional<ModuleFunction> Function;
    bool IsJump = false;
  };

  void findSites(llvm::ArrayRef<OutgoingCall> Outgoing);
  Target targetOf(const OutgoingCall &Call);
  std::optional<Entered> entered(const CrossModuleCall &Call);
  TailShare limitsOf(Entered &Entry);
  TailShare limitsOfPointer(const Entered &Entry, const Transfer &Call);
  bool jumpsByPointer(ModuleFunction Function);
  bool isRecursive(ModuleFunction Callee);
  static void setShares(const Group &Calls, uint64_t Part, uint64_t Rest,
                        uint64_t Sum);
  static bool divide(llvm::MutableArrayRef<Entered> All, uint64_t Jumps);

  TailCallGraph &Graph;
  const EntryCounts &Counts;
  std::set<Place> Counted;
  std::map<ModuleFunction, Jumped> Callees;
};

} // namespace gmon

#endif // GMON_ANALYZER_TAILSHARES_H
