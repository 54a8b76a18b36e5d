//===-- StackModel.h - Measured stacks, for any output ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stacks of samples in terms of functions, for formats and commands: all
// modules of the process, inlined frames included, with the exact calls that
// the modules' profiles counted. In: the results of the stages. Out: functions,
// a tree of calls, samples.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_STACKMODEL_H
#define GMON_ANALYZER_STACKMODEL_H

#include "counts/Samples.h"
#include "files/FileNames.h"
#include "gmon/format.h"
#include "profile/Cost.h"
#include "profile/StackProfile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gmon {

class Image;

/// Index of a function of a stack model.
using StackFunctionIndex = uint32_t;
/// Index of a node of a stack model.
using StackNodeIndex = uint32_t;
inline constexpr uint32_t NoStackIndex = UINT32_MAX;

/// A module of the process. Those behind the modules of the stacks are
/// libraries that are known by the names of their functions only.
struct StackModuleRow {
  std::string Path; ///< absolute, or "[vdso]"
  std::string Name; ///< last component of the path
  bool IsProgram = false;
  bool HasProfile = false; ///< its calls were counted, and are known
  NameList Profiles;       ///< its data files; none of the program
  std::string BuildId;     ///< hexadecimal; or empty
  /// Its code: link-time addresses, and the offset in the file. All 0 if the
  /// file was not read.
  uint64_t Start = 0, End = 0, Offset = 0;
  const Image *File = nullptr; ///< null if it was not found
};

/// What is known of a function without a profile.
struct KnownFunction {
  llvm::StringRef Name;     ///< as the options demand, without additions
  llvm::StringRef LinkName; ///< linkage name; empty if it is no function
  std::vector<llvm::StringRef> OtherNames; ///< other linkage names
  llvm::StringRef Path; ///< source file, full path; empty if unknown
  uint32_t Line = 0;    ///< where it begins; 0 if unknown
  uint64_t Address = 0; ///< its start; 0 if it only occurs inlined
};

/// A function on stacks, or what stands for one.
struct StackFunction : KnownFunction {
  enum Kind : uint8_t {
    Function,
    ModuleCode, ///< code of a module without a symbol: "[libm.so.6]"
    OtherCode,  ///< code in no module, such as a JIT compiler's
    Profiler,   ///< the runtime
    Unknown,    ///< unknown callers or an unknown stack
  };
  Kind What = Function;
  uint32_t Module = NoStackIndex;
  /// The function of the ProfileModel, or NoFunction (UINT32_MAX).
  uint32_t InModel = NoStackIndex;
  /// Exact number of calls; none if its calls are not counted.
  std::optional<uint64_t> Calls;
  /// It has no hook. Calls are those that instrumented code makes by its name.
  bool IsCountedByCallers = false;
  /// Calls are a lower bound: code that was compiled without the profiler calls
  /// it, too, or may.
  bool HasMoreCalls = false;
};

/// A frame together with its callers. Frames of one caller with the same
/// function and call site line are one node.
struct StackNode {
  StackNodeIndex Parent = NoStackIndex; ///< an earlier node: the caller
  StackFunctionIndex Function = 0;
  /// The call site, in the caller's function. Without a parent or line: empty.
  llvm::StringRef CallPath;
  uint32_t CallLine = 0;
  bool IsInlined = false; ///< its code is part of the caller's
};

/// Samples of one place, thread and group of processes.
struct StackSampleRow {
  StackNodeIndex Node = 0; ///< the innermost frame
  uint32_t Thread = 0;     ///< index
  gmon_sample_kind Kind = GMON_SAMPLE_RUNNING;
  uint32_t Group = 0;   ///< index of the ProfileModel's group, if it has some
  llvm::StringRef Path; ///< source line of the place; empty if unknown
  uint32_t Line = 0;
  uint32_t Module = NoStackIndex;
  uint64_t Address = 0; ///< link-time address in the module
  uint64_t Count = 0;   ///< number of samples
};

struct StackThreadRow {
  uint64_t Id = 0; ///< 0: unknown threads
  std::string Name;
  std::optional<uint64_t> Calls; ///< none if they were not counted
};

/// Exact calls of a function by another, as counted where they were made.
struct StackCalls {
  StackFunctionIndex Caller = 0; ///< NoStackIndex: callers that are unknown
  StackFunctionIndex Callee = 0;
  uint64_t Calls = 0;
  /// They are made where Caller is inlined: they are also calls of the function
  /// into which it is inlined.
  bool IsInlined = false;
};

/// Such calls that are made in one line of one function, and in one inlined
/// copy of it as far as lines tell copies apart.
struct StackSiteCalls {
  /// The functions whose code the call site is: the inlined ones, the innermost
  /// first, and the one into which these are inlined, or NoStackIndex.
  std::vector<StackFunctionIndex> Callers;
  StackFunctionIndex Callee = 0;
  llvm::StringRef CallPath; ///< in Callers.front(), as in StackNode
  uint32_t CallLine = 0;
  uint64_t Calls = 0;
  /// Where the code of each caller but the last is inlined in the next one;
  /// empty and 0 if unknown.
  std::vector<std::pair<llvm::StringRef, uint32_t>> InlinedAt = {};

  StackFunctionIndex caller() const { return Callers.back(); }
};

/// Calls whose number is uncertain: any of several functions may have made them
/// as tail calls.
struct StackCallDoubt {
  /// As in StackSiteCalls. None: any function of the process.
  std::vector<StackFunctionIndex> Callers;
  StackFunctionIndex Callee = 0;
  /// So many of the calls in SiteCalls are not theirs, or are, too.
  uint64_t Fewer = 0, More = 0;
};

/// The counts of a function over the ranks of a job. Code of inlined functions
/// belongs to the function that it is a part of.
struct StackRankRow {
  StackFunctionIndex Function = 0;
  bool IsPart = false; ///< a part that was split off from the function
  RankDistribution Samples, Calls;
  /// The probability that chance alone makes a greatest number of samples like
  /// this one in any of the rows, while all ranks take equally long.
  double ByChance = 1;
};

/// The ranks of a job.
struct StackRanks {
  uint64_t NumProcesses = 0; ///< 0: nothing is known of them
  RankDistribution Program;  ///< samples outside of the MPI library
  RankDistribution Mpi;      ///< samples in the MPI library, and what it called
  double ByChance = 1;       ///< of Program alone, as of a row
  std::vector<StackRankRow> Rows;

  /// Chance makes a significant imbalance in fewer jobs than this share.
  static constexpr double Risk = 0.05;
  /// Whether a probability, ByChance, is that of a significant imbalance.
  static bool isSignificant(double ByChance) { return ByChance < Risk; }
};

struct StackModel {
  CostKind Cost; ///< what samples count
  bool IsElapsed = false;
  uint64_t Runs = 1;
  uint64_t UserTime = 0, SystemTime = 0, ElapsedTime = 0; ///< nanoseconds
  /// CPU time without samples: while there was no profiling, which is not in
  /// the times above, and while profiles were written, which is.
  uint64_t UnprofiledTime = 0, WritingTime = 0;
  uint64_t Folded = 0, Lost = 0; ///< samples; see StackProfile
  double SamplesAtOnce = 1;      ///< how many count as an independent one
  std::vector<StackModuleRow> Modules;
  std::vector<StackFunction> Functions;
  /// The number of the first Functions, which the stacks and the counts beside
  /// them have; the call graph alone has the others.
  size_t NumOfStacks = 0;
  /// By function of the ProfileModel: each is among Functions.
  std::vector<StackFunctionIndex> OfProgram;
  std::vector<StackNode> Nodes; ///< parents before children
  std::vector<StackThreadRow> Threads;
  std::vector<StackSampleRow> Samples;
  /// Whether calls of functions without hooks were counted.
  bool CountsOutgoing = false;
  /// Each pair once or, if the caller is also inlined, twice; sorted by it.
  std::vector<StackCalls> Calls;
  /// The same calls by call site, each site once.
  std::vector<StackSiteCalls> SiteCalls;
  std::vector<StackCallDoubt> Doubts; ///< of SiteCalls
  StackRanks Ranks;
  MpiCalls Mpi;
  /// Stores names that no earlier stage has.
  std::unique_ptr<llvm::BumpPtrAllocator> Storage =
      std::make_unique<llvm::BumpPtrAllocator>();

  /// Whether \p F is in the program, not in a library.
  bool isOfProgram(StackFunctionIndex F) const {
    const uint32_t Module = Functions[F].Module;
    return Module != NoStackIndex && Modules[Module].IsProgram;
  }
  /// Returns \p N or, if that is inlined, the node into which it is.
  StackNodeIndex outOfLine(StackNodeIndex N) const {
    while (Nodes[N].IsInlined && Nodes[N].Parent != NoStackIndex)
      N = Nodes[N].Parent;
    return N;
  }
  /// Returns the node that calls \p N, which has a parent: that of a call is
  /// out of line, that of inlined code may be inlined.
  StackNodeIndex callerOf(StackNodeIndex N) const {
    const StackNodeIndex Parent = Nodes[N].Parent;
    return Nodes[N].IsInlined ? Parent : outOfLine(Parent);
  }

  /// Returns the number of all samples.
  double numSamples() const {
    double Sum = 0;
    for (const StackSampleRow &Row : Samples)
      Sum += double(Row.Count);
    return Sum;
  }
  /// Returns \p NumSamples in units of the cost, such as seconds.
  double cost(double NumSamples) const { return Cost.of(NumSamples); }
  /// Returns the standard error of \p NumSamples, in samples.
  double errorOf(double NumSamples) const {
    return Cost.IsCounted ? 0 : samplingError(NumSamples, SamplesAtOnce);
  }
};

} // namespace gmon

#endif // GMON_ANALYZER_STACKMODEL_H
