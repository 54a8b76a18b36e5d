//===-- AdviceFacts.h - What advice follows from ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts of a profile in one form, whether its times are measured or
// estimated. In: a ProfileModel, perhaps a thread. Out: data for rules.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ADVICE_ADVICEFACTS_H
#define GMON_ANALYZER_ADVICE_ADVICEFACTS_H

#include "advice/CodeOrigin.h"
#include "model/ProfileModel.h"
#include <functional>

namespace gmon {

/// A function. Times are in samples.
struct AdviceFunction {
  CodeOrigin Origin = CodeOrigin::Program;
  double Self = 0;
  double SelfOfCalls = 0; ///< the part of Self in calls that are not inlined
  double Total = 0;
  uint64_t Calls = 0;       ///< recursive ones, too; 0 if they are not counted
  uint64_t SelfCalls = 0;   ///< by itself
  uint64_t Size = 0;        ///< bytes of its code; 0 if unknown
  bool IsRecursive = false; ///< calls itself, perhaps through others

  bool isInProgram() const {
    return Origin == CodeOrigin::Program || Origin == CodeOrigin::Header;
  }
};

/// All calls of a function by another, each call in one arc.
struct AdviceArc {
  uint32_t Caller = 0;
  uint32_t Callee = 0;
  uint64_t Calls = 0;
  double Inlined = 0; ///< samples where the callee is inlined in the caller
};

/// A line with time.
struct AdviceLine {
  llvm::StringRef Path;
  uint32_t Line = 0;
  double Samples = 0;
  uint32_t Owner = 0;            ///< the function that has most of them
  bool IsShared = false;         ///< other functions have some of them
  std::optional<uint64_t> Count; ///< executions
};

/// Samples in code that is not the program's own, which the program called.
struct OutsideUse {
  uint32_t Function = 0;     ///< the one that the program called
  uint32_t Caller = 0;       ///< of the program, that needs it
  bool IsAllocation = false; ///< the code is the allocator's
  bool IsWaiting = false;
  double Samples = 0;
  bool IsUncounted = false; ///< such calls of Function are not counted
  bool IsMpi = false;       ///< Function is one that is measured as MPI
};

/// Functions whose estimated times cannot be told apart.
struct AdviceCycle {
  uint32_t Number = 0;
  uint64_t NumMembers = 0;
  double Samples = 0;
  std::vector<uint32_t> RarestArcs; ///< between members, the rarest first
};

struct AdviceFacts {
  CostKind Cost;
  double SamplesAtOnce = 1; ///< mean number of samples of an interrupt
  double All = 0;           ///< the samples that are 100%
  bool IsMeasured = false;  ///< by stacks
  bool IsOfThread = false;  ///< then there are no counts
  bool IsOptimized = false; ///< line counts are those of optimized code
  double HookSamples = 0;   ///< estimate for each call of a hook
  double AllHookSamples = 0;
  double Waiting = 0; ///< samples of waiting threads
  double UserSeconds = 0, SystemSeconds = 0;
  uint64_t NumAllocations = 0; ///< counted calls by the program
  double NewSamples = 0;       ///< in functions that return new memory
  double UncountedNewSamples =
      0;                 ///< those where a library allocates for itself
  double MpiSeconds = 0; ///< elapsed time of the ranks; 0 if unknown
  std::vector<AdviceFunction> Functions; ///< those of the process
  std::vector<AdviceArc> Arcs;
  std::vector<AdviceLine> Lines;
  std::vector<OutsideUse> Outside;
  std::vector<AdviceCycle> Cycles;
  /// Whether the code of a function has a call of another in the same module
  /// that is not by a pointer: only such calls can be inlined. The model must
  /// outlive it. Empty: no code is known.
  std::function<bool(uint32_t Caller, uint32_t Callee)> CallsByName;
  const StackRanks *Ranks = nullptr; ///< null if nothing is known
  const MpiCalls *Mpi = nullptr;
};

/// Returns the facts of \p Model or, of its stacks, those of a thread.
AdviceFacts gatherFacts(const ProfileModel &Model,
                        std::optional<uint32_t> Thread = std::nullopt);

} // namespace gmon

#endif // GMON_ANALYZER_ADVICE_ADVICEFACTS_H
