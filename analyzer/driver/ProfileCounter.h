//===-- ProfileCounter.h - What single profiles counted ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a model with all functions of a program, and the name of a profile. Out:
// the profile's time and calls by function. A set may have very many profiles,
// so only one at a time is in memory.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PROFILECOUNTER_H
#define GMON_ANALYZER_PROFILECOUNTER_H

#include "counts/SourceCounts.h"
#include "files/ProfileSet.h"
#include "model/ProfileModel.h"
#include "profile/GmonReader.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace gmon {

/// What a profile counted. Times are in samples.
struct SingleCounts {
  CostKind Cost;
  double All = 0;     ///< of the process, since the program's runtime started
  double Program = 0; ///< of the program, in functions or not
  std::vector<FunctionCount> Functions; ///< with time or calls
  /// Calls by one function of another, several times for some.
  std::vector<ModelArc> Arcs;
  SourceCounts Source; ///< if they are wanted
};

/// Finds the counts of a function in a list, or adds them.
class CountsByFunction {
public:
  explicit CountsByFunction(std::vector<FunctionCount> &All) : All(All) {}

  FunctionCount &of(FunctionIndex F) {
    auto [It, IsNew] = IndexOf.try_emplace(F, All.size());
    if (IsNew)
      All.emplace_back().Function = F;
    return All[It->second];
  }

private:
  std::vector<FunctionCount> &All;
  llvm::DenseMap<FunctionIndex, size_t> IndexOf;
};

/// Some counts of a program's profiles.
class WantedCounts {
public:
  /// Calls of \p Code, and what \p Source has.
  WantedCounts(CodeRanges Code, SourceChoice Source);

private:
  friend class ProfileCounter;
  SourceChoice Source;
  CodeRanges Keys; ///< of what is read: code, and numbers of counters
};

class ProfileCounter {
public:
  /// The arguments must outlive the result. \p Model has all functions.
  ProfileCounter(const StageResults &Stages, const ProfileModel &Model);

  /// The profiles that belong to the program.
  const NameList &files() const { return Stages.Files.names(); }
  /// Reads the profile \p Name. Of calls and source counters, it reads only
  /// those of \p Only, if it is not null, which takes much less time.
  llvm::Expected<SingleCounts> read(llvm::StringRef Name,
                                    const WantedCounts *Only = nullptr) const;
  /// The program whose profiles these are.
  const Image &program() const { return Stages.Program; }

  /// Returns the samples of the process that wrote the profile that has
  /// \p Counts: for the member of a set at \p Place, all that its segment
  /// knows.
  llvm::Expected<double>
  samplesOfProcess(const std::optional<MemberPlace> &Place,
                   const SingleCounts &Counts) const;

  /// Returns the code of \p Functions.
  CodeRanges codeOf(const llvm::BitVector &Functions) const;

private:
  const StageResults Stages;
  std::vector<bool> IsIn;                ///< the flat profile, by symbol
  std::vector<SymbolIndex> Callees;      ///< by symbol
  std::vector<FunctionIndex> FunctionOf; ///< by symbol, or NoIndex
};

} // namespace gmon

#endif // GMON_ANALYZER_PROFILECOUNTER_H
