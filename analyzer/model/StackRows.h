//===-- StackRows.h - The parts of measured stacks --------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a ProfileModel has of sidecar files: the modules and threads of the
// process, a tree of calls with inlined frames, samples, and the exact calls
// that the modules' profiles counted.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MODEL_STACKROWS_H
#define GMON_ANALYZER_MODEL_STACKROWS_H

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

/// Index of a function of a model.
using FunctionIndex = uint32_t;
/// Index of a node of the tree of calls.
using StackNodeIndex = uint32_t;
/// No function, node or module.
inline constexpr uint32_t NoIndex = UINT32_MAX;

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

/// A frame together with its callers. Frames of one caller with the same
/// function and call site line are one node.
struct StackNode {
  StackNodeIndex Parent = NoIndex; ///< an earlier node: the caller
  FunctionIndex Function = 0;
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
  uint32_t Module = NoIndex;
  uint64_t Address = 0; ///< link-time address in the module
  uint64_t Count = 0;   ///< number of samples
};

struct StackThreadRow {
  uint64_t Id = 0; ///< 0: unknown threads
  std::string Name;
  std::optional<uint64_t> Calls; ///< none if they were not counted

  /// Returns "NAME (ID)" or what is known of it.
  std::string wholeName() const {
    if (Id == 0)
      return Name.empty() ? "unknown threads" : Name;
    const std::string Number = std::to_string(Id);
    return Name.empty() ? "thread " + Number : Name + " (" + Number + ")";
  }
};

/// Exact calls of a function by another, as counted where they were made.
struct StackCalls {
  FunctionIndex Caller = 0; ///< NoIndex: callers that are unknown
  FunctionIndex Callee = 0;
  uint64_t Calls = 0;
  /// They are made where Caller is inlined: they are also calls of the function
  /// into which it is inlined.
  bool IsInlined = false;
};

/// Such calls that are made in one line of one function, and in one inlined
/// copy of it as far as lines tell copies apart.
struct StackSiteCalls {
  /// The functions whose code the call site is: the inlined ones, the innermost
  /// first, and the one into which these are inlined, or NoIndex.
  std::vector<FunctionIndex> Callers;
  FunctionIndex Callee = 0;
  llvm::StringRef CallPath; ///< in Callers.front(), as in StackNode
  uint32_t CallLine = 0;
  uint64_t Calls = 0;
  /// Where the code of each caller but the last is inlined in the next one;
  /// empty and 0 if unknown.
  std::vector<std::pair<llvm::StringRef, uint32_t>> InlinedAt = {};

  FunctionIndex caller() const { return Callers.back(); }
};

/// Calls whose number is uncertain: any of several functions may have made them
/// as tail calls.
struct StackCallDoubt {
  /// As in StackSiteCalls. None: any function of the process.
  std::vector<FunctionIndex> Callers;
  FunctionIndex Callee = 0;
  /// So many of the calls in SiteCalls are not theirs, or are, too.
  uint64_t Fewer = 0, More = 0;
};

/// The counts of a function over the ranks of a job. Code of inlined functions
/// belongs to the function that it is a part of.
struct StackRankRow {
  FunctionIndex Function = 0;
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

} // namespace gmon

#endif // GMON_ANALYZER_MODEL_STACKROWS_H
