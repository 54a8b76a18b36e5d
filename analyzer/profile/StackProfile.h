//===-- StackProfile.h - The stacks of samples ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contents of a sidecar file with stacks, as gmon/format.h specifies it, or
// the sum of several.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STACKPROFILE_H
#define GMON_ANALYZER_STACKPROFILE_H

#include "gmon/format.h"
#include "profile/Cost.h"
#include "profile/RankCounts.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gmon {

struct StackModule {
  std::string Path;    ///< absolute, or "[vdso]"
  std::string BuildId; ///< its bytes; or empty
  uint64_t Slide = 0;  ///< 0 in a sum
};

/// A place in the code together with the places that called it.
struct StackContext {
  uint32_t Caller = 0; ///< number of an earlier context, from 1; 0: none
  uint32_t Module = GMON_NO_MODULE;
  /// Link-time address in the module, inside the call if it is a caller's.
  /// Without a module, an address of the process or a gmon_stack_mark.
  uint64_t Address = 0;
};

struct StackThread {
  uint64_t Id = 0; ///< 0: unknown threads
  uint64_t Calls = 0;
  std::string Name;
};

struct StackSample {
  uint32_t Context = 0; ///< number of a context, from 1; 0: unknown
  uint32_t Thread = 0;  ///< index of a thread
  gmon_sample_kind Kind = GMON_SAMPLE_RUNNING;
  uint32_t Group = 0; ///< of processes, which sums keep apart; in no file
  uint64_t Count = 0;
};

/// Calls from one module to another.
struct CrossModuleCall {
  uint32_t FromModule = 0, SelfModule = 0;
  uint64_t From = 0; ///< link-time address, inside the call
  uint64_t Self = 0; ///< link-time address of the called function
  uint64_t Count = 0;
};

/// Calls by name, of functions that may not be instrumented.
struct OutgoingCall {
  uint32_t Module = 0; ///< the caller's
  uint64_t From = 0;   ///< link-time address, inside the call
  uint64_t Count = 0;
  std::string Name; ///< of the called function, as linked
};

/// Identifies a profile of the same process.
struct StackDigest {
  uint64_t Size = 0;
  uint32_t Checksum = 0;

  auto operator<=>(const StackDigest &) const = default;
};

struct StackProfile {
  uint64_t Rate = 0; ///< samples a second, or for each unit of Dimension
  std::string Dimension = "seconds"; ///< what the samples count
  gmon_stacks_clock Clock = GMON_CLOCK_CPU;
  uint64_t Runs = 1;
  uint64_t UserTime = 0, SystemTime = 0, ElapsedTime = 0; ///< in nanoseconds
  /// CPU time without samples: while there was no profiling, which is not in
  /// the times above, and while profiles were written, which is.
  uint64_t UnprofiledTime = 0, WritingTime = 0;
  uint64_t Folded = 0; ///< samples at a caller of their place
  uint64_t Lost = 0;   ///< samples without a stack
  /// Sum of the squares of the numbers of samples that were counted at once; 0
  /// if it is unknown.
  uint64_t Squares = 0;
  /// Facts that this version does not know, by key.
  std::map<uint64_t, uint64_t> OtherFacts;
  std::vector<StackModule> Modules;
  std::vector<StackContext> Contexts; ///< the first has the number 1
  std::vector<StackThread> Threads;
  std::vector<StackSample> Samples;
  std::vector<StackDigest> Profiles;
  std::vector<CrossModuleCall> Calls;
  std::vector<OutgoingCall> OutgoingCalls;
  RankCounts Ranks;
  MpiCalls Mpi;

  /// Whether the calls of threads were counted: with threads=1 those of all
  /// are, else none.
  bool countsThreads() const {
    return llvm::any_of(
        Threads, [](const StackThread &Thread) { return Thread.Calls != 0; });
  }
  /// Returns what the samples count.
  CostKind cost() const { return makeCost(Dimension, Rate); }
};

} // namespace gmon

#endif // GMON_ANALYZER_STACKPROFILE_H
