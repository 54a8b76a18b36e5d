//===-- StackProfile.h - The stacks of samples ------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contents of a sidecar file (gmon/format.h), or the sum of several.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILE_STACKPROFILE_H
#define GMON_ANALYZER_PROFILE_STACKPROFILE_H

#include "gmon/format.h"
#include "profile/Cost.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace gmon {

/// How a count is distributed over the processes of a job.
struct RankDistribution {
  uint64_t Sum = 0;
  unsigned __int128 Squares = 0; ///< sum of the squares
  uint64_t Least = 0, Greatest = 0;
  uint32_t LeastRank = 0, GreatestRank = 0; ///< the lowest ranks with these

  double mean(uint64_t NumProcesses) const {
    return double(Sum) / double(NumProcesses);
  }
  /// The standard deviation.
  double deviation(uint64_t NumProcesses) const {
    const double Mean = mean(NumProcesses);
    const double Variance =
        double(Squares) / double(NumProcesses) - Mean * Mean;
    return Variance > 0 ? std::sqrt(Variance) : 0;
  }
  /// The greatest value divided by the mean; 1 if all values are 0.
  double imbalance(uint64_t NumProcesses) const {
    return Sum ? double(Greatest) / mean(NumProcesses) : 1;
  }
  /// The sum over all processes of what each has less than the greatest value:
  /// if all wait for the last one, the time that they wait.
  double lost(uint64_t NumProcesses) const {
    return double(Greatest) * double(NumProcesses) - double(Sum);
  }
};

/// The counts of a function.
struct RankedFunction {
  uint32_t Module = GMON_NO_MODULE;
  /// Where it begins; 0 for other code. Without module, a gmon_rank_total.
  uint64_t Address = 0;
  RankDistribution Samples, Calls;

  auto key() const { return std::tie(Module, Address); }
};

/// The measured calls of an MPI function with communicators of one size.
struct MpiCall {
  std::string Name;          ///< empty: all calls
  uint64_t Communicator = 0; ///< number of its processes; 0: none, or unknown
  RankDistribution Calls, Nanoseconds, Bytes;

  auto key() const { return std::tie(Name, Communicator); }
};

/// Counts of the processes of a job.
template <class Entry> struct RankList {
  uint64_t NumProcesses = 0; ///< 0: nothing is known of them
  uint32_t LowestRank = 0;
  std::vector<Entry> Entries; ///< sorted, each once
};

using RankCounts = RankList<RankedFunction>;
using MpiCalls = RankList<MpiCall>;

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

  auto operator<=>(const StackSample &) const = default;
};

/// Calls from one module to another.
struct CrossModuleCall {
  uint32_t FromModule = 0, SelfModule = 0;
  uint64_t From = 0; ///< link-time address, inside the call
  uint64_t Self = 0; ///< link-time address of the called function
  uint64_t Count = 0;

  auto operator<=>(const CrossModuleCall &) const = default;
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
  /// Sum of the squares of samples that were counted at once; 0 if unknown.
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

  /// Whether the calls of all threads were counted: with threads=1.
  bool countsThreads() const {
    return llvm::any_of(
        Threads, [](const StackThread &Thread) { return Thread.Calls != 0; });
  }
  /// Returns what the samples count.
  CostKind cost() const { return makeCost(Dimension, Rate); }
};

/// The facts that are sums over all runs.
inline constexpr std::pair<gmon_fact, uint64_t StackProfile::*> SummedFacts[] =
    {{GMON_FACT_RUNS, &StackProfile::Runs},
     {GMON_FACT_USER, &StackProfile::UserTime},
     {GMON_FACT_SYSTEM, &StackProfile::SystemTime},
     {GMON_FACT_ELAPSED, &StackProfile::ElapsedTime},
     {GMON_FACT_FOLDED, &StackProfile::Folded},
     {GMON_FACT_LOST, &StackProfile::Lost},
     {GMON_FACT_SQUARES, &StackProfile::Squares},
     {GMON_FACT_UNPROFILED, &StackProfile::UnprofiledTime},
     {GMON_FACT_WRITING, &StackProfile::WritingTime}};

} // namespace gmon

#endif // GMON_ANALYZER_PROFILE_STACKPROFILE_H
