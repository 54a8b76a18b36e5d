//===-- ProfileDiff.h - What changed between two profiles -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares two profiles, of one program or of two builds of it. In: the models
// of both. Out: what both have, by name, with its time and calls in each and
// the probability that chance made the difference.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_PROFILEDIFF_H
#define GMON_ANALYZER_COMMANDS_PROFILEDIFF_H

#include "model/Statistics.h"
#include "model/ProfileModel.h"
#include <optional>

namespace gmon::command {

/// What is compared: a function, or a line of one.
struct DiffItem {
  std::string Name;     ///< as it is printed
  std::string LinkName; ///< without what a compiler adds for each build
  std::string Path;     ///< or empty
  uint32_t Line = 0;    ///< of a function where it begins; or 0
  double Samples = 0;
  uint64_t Calls = 0; ///< recursive ones included
};

/// One of the two profiles. It keeps nothing of the model.
struct DiffSide {
  /// The functions of \p Model or, if \p ByLine, the rows of its flat profile.
  DiffSide(const ProfileModel &Model, bool ByLine);

  std::string Program;
  std::string BuildId; ///< or empty
  bool HasTimes = false;
  double Rate = 1;    ///< samples a second
  double NumRuns = 1; ///< that were added up
  double Total = 0;   ///< samples
  double AtOnce = 1;  ///< samples that an interrupt took, in the mean
  std::vector<DiffItem> Items;

  /// \p Samples in seconds of a run, or in percent of all.
  double time(double Samples, bool ByShare) const {
    if (ByShare)
      return ProfileModel::percent(Samples, Total);
    return Samples / Rate / NumRuns;
  }
  /// The self time of a call of \p Item, which has calls, in seconds.
  double eachCall(const DiffItem &Item) const {
    return Item.Samples / Rate / double(Item.Calls);
  }
  /// The standard error of \p Samples, in samples.
  double errorOf(double Samples) const {
    return samplingError(Samples, AtOnce);
  }
};

/// An item of one side or both.
struct DiffRow {
  const DiffItem *Old = nullptr; ///< null if it is in New only
  const DiffItem *New = nullptr;
  double OldTime = 0; ///< seconds of a run, or percent of all
  double NewTime = 0;
  double Error = 0;         ///< of the difference
  double AloneByChance = 1; ///< probability of such a difference in this item
  double ByChance = 1;      ///< and in any
  bool IsSignificant = false;
  bool HasOtherCalls = false; ///< calls of a run are not the same

  const DiffItem &any() const { return New ? *New : *Old; }
  double change() const { return NewTime - OldTime; }
};

struct DiffSettings {
  bool ByLine = false;  ///< the sides are of lines
  bool ByShare = false; ///< compare shares of all the time, not seconds
  double Tolerance = 0.01;
  double Risk = 0.05;
};

/// Compares \p Old with \p New, which must stay. Rows that are significant come
/// first, then those with most change.
std::vector<DiffRow> compareProfiles(const DiffSide &Old, const DiffSide &New,
                                     const DiffSettings &Settings);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_PROFILEDIFF_H
