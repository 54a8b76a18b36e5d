//===-- ProfileDiff.h - What changed between two profiles -------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares two profiles of one program or of two builds. In: the models of
// both. Out: the items of both by name, with time and calls in each, and the
// probability that the difference is due to chance. If both have stacks, times
// are those of the whole process, and times with callees are compared, too.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_PROFILEDIFF_H
#define GMON_ANALYZER_COMMANDS_PROFILEDIFF_H

#include "model/ProfileModel.h"
#include "model/Statistics.h"
#include <optional>

namespace gmon::command {

/// Returns \p LinkName without the number that ThinLTO adds to local functions:
/// the name in all builds.
llvm::StringRef linkNameOfBuilds(llvm::StringRef LinkName);

/// Returns the name that the linker has for \p Function, or else its name.
llvm::StringRef linkNameOf(const ModelFunction &Function);

/// A compared item: a function, or a line of one.
struct DiffItem {
  std::string Name;     ///< as printed
  std::string LinkName; ///< without the compiler's additions for each build
  std::string Path;     ///< or empty
  uint32_t Line = 0;    ///< where a function begins; or 0
  double Samples = 0;
  uint64_t Calls = 0;   ///< of all runs, including recursive ones
  double Total = 0;     ///< samples with callees; 0 without stacks
  bool HasCalls = true; ///< whether its calls were counted
  std::string Module;   ///< its name; empty if it is the program
  /// Whether --cost estimates Samples, and the bounds of a function.
  bool IsEstimate = false;
  std::optional<ModelBounds> Bounds = std::nullopt;
  /// The part of Samples in calls that were made; if missing, all. The time of
  /// inlined copies is that of no call.
  std::optional<double> OfCalls = std::nullopt;
};

/// One of the two profiles. It does not refer to the model.
struct DiffSide {
  /// Takes the functions of the process of \p Model or, if \p ByLine, the lines
  /// of its stacks, or without these the rows of its flat profile.
  DiffSide(const ProfileModel &Model, bool ByLine);

  std::string Program;
  std::string BuildId; ///< or empty
  bool HasTimes = false;
  bool IsUnsampled = false;      ///< no samples, though the run took time
  bool IsMeasured = false;       ///< made of stacks
  bool IsElapsed = false;        ///< of stacks: samples of elapsed time
  CostKind Cost;                 ///< what samples count; its rate is not 0
  double NumRuns = 1;            ///< number of runs in the sum
  uint64_t UnsampledThreads = 0; ///< whose samples are missing
  double Total = 0;              ///< in samples
  double AtOnce = 1;             ///< mean number of samples of an interrupt
  std::optional<uint32_t> Rank;  ///< of stacks: the only one of a job
  std::vector<DiffItem> Items;

  /// Returns \p Samples in units of the cost, of a run, or in percent of all
  /// samples.
  double time(double Samples, bool ByShare) const {
    if (ByShare)
      return ProfileModel::percent(Samples, Total);
    return Cost.of(Samples) / NumRuns;
  }
  /// Returns the calls of \p Item in a run, in the mean.
  double callsPerRun(const DiffItem &Item) const {
    return double(Item.Calls) / NumRuns;
  }
  /// Returns the cost of the own code in a call of \p Item; 0 if it has none.
  double eachCall(const DiffItem &Item) const {
    const double Samples = Item.OfCalls.value_or(Item.Samples);
    return Item.Calls ? Cost.of(Samples) / double(Item.Calls) : 0;
  }
  /// Returns the standard error of \p Samples, in samples.
  double errorOf(double Samples) const {
    return Cost.IsCounted ? 0 : samplingError(Samples, AtOnce);
  }

private:
  void addFunctions(const ProfileModel &Model);
  void addLines(const ProfileModel &Model);
  void addRows(const ProfileModel &Model);
};

/// The change of a time or another cost.
struct DiffChange {
  double OldTime = 0; ///< units of the cost of a run, or percent of all
  double NewTime = 0;
  double Error = 0;         ///< of the difference
  double AloneByChance = 1; ///< probability of such a difference in this item
  double ByChance = 1;      ///< and in any item
  bool IsSignificant = false;

  double change() const { return NewTime - OldTime; }
};

/// An item that is on one side or on both. The risk of false changes is that of
/// all tests together.
struct DiffRow {
  const DiffItem *Old = nullptr; ///< null if only in New
  const DiffItem *New = nullptr;
  DiffChange Self;
  DiffChange Total;           ///< with callees; only if both sides are measured
  bool HasOtherCalls = false; ///< the calls of a run differ
  double ChangeOfCalls = 0;   ///< how much, in a unit of all rows

  const DiffItem &any() const { return New ? *New : *Old; }
  /// Whether --cost estimates a side.
  bool isEstimate() const {
    return (Old && Old->IsEstimate) || (New && New->IsEstimate);
  }
  bool isSignificant() const {
    return Self.IsSignificant || Total.IsSignificant;
  }
};

struct DiffSettings {
  bool ByLine = false;  ///< the sides are of lines
  bool ByShare = false; ///< compare shares of the total time, not seconds
  double Tolerance = 0.01;
  /// Square roots of an exact number by which it may change.
  double Slack = 0;
  double Risk = 0.05;
};

/// The result of a comparison.
struct ProfileDiff {
  /// Rows whose self time changed significantly are first, then those with the
  /// greatest change of self time.
  std::vector<DiffRow> Rows;
  bool IsMeasured = false; ///< both sides are
  /// Whether a side was not sampled: then no change of a time is tested.
  bool LacksSamples = false;
  /// All the time; tested if IsMeasured and in seconds.
  DiffChange All;

  /// Whether any change is.
  bool isSignificant() const;
};

/// Compares \p Old with \p New, which must outlive the result.
ProfileDiff compareProfiles(const DiffSide &Old, const DiffSide &New,
                            const DiffSettings &Settings);

/// Returns for each of \p Samples, numbers of samples of the times of one tree,
/// the probability that chance alone makes such a difference in any of them.
std::vector<double> chancesInAll(const DiffSide &Old, const DiffSide &New,
                                 const DiffSettings &Settings,
                                 llvm::ArrayRef<SamplePair> Samples);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_PROFILEDIFF_H
