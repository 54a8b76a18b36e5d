//===-- GrowthRuns.cpp - Profiles of runs with several sizes --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects values and fits their growth.
//
//===----------------------------------------------------------------------===//

#include "commands/check/RuleChecker.h"
#include "profile/Cost.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Whether \p Word is meant to be a size and a file: not "dir=1/gmon.out".
static bool hasSize(StringRef Word) {
  auto [Size, File] = Word.split('=');
  // Files may have any name.
  if (Size.empty() || Size.size() == Word.size() || sys::fs::exists(Word))
    return false;
  return isDigit(Size.front()) || sys::fs::exists(File);
}

Expected<GrowthFiles>
command::takeGrowthFiles(std::vector<std::string> &Words) {
  GrowthFiles Result;
  std::vector<std::string> Unsized;
  StringMap<double> SizeOf;
  for (std::string &Word : Words) {
    if (!hasSize(Word)) {
      Unsized.push_back(std::move(Word));
      continue;
    }
    auto [Size, File] = StringRef(Word).split('=');
    double N;
    if (Size.getAsDouble(N) || !(N > 1) || N > 1e300)
      return makeError("expected a size greater than 1 in '" + shortened(Word) +
                       "', found '" + shortened(Size) + "'");
    if (File.empty())
      return makeError("expected a file behind the size in '" +
                       shortened(Word) + "'");
    if (auto [Known, IsNew] = SizeOf.try_emplace(File, N);
        !IsNew && Known->second != N)
      return makeError("'" + shortened(File) + "' cannot be of two sizes");
    Result[N].push_back(File.str());
  }
  Words = std::move(Unsized);
  return std::move(Result);
}

/// The unit of times.
static constexpr StringLiteral Seconds = "s";

/// Returns the word for what \p Q counts; \p Cost is that of samples.
static std::string unitOf(const Quantity &Q, const CostKind &Cost) {
  switch (Q.Kind) {
  case Quantity::Calls:
    return "calls";
  case Quantity::Lines:
    return "executions";
  case Quantity::Blocks:
    return "blocks";
  case Quantity::Cost:
    return Q.CostName;
  default:
    return Cost.isTime() ? Seconds.str() : Cost.Name;
  }
}

/// Returns \p Value, which may be a mean; a time has its unit.
static std::string number(double Value, StringRef Unit) {
  if (Unit == Seconds)
    return shortTime(Value);
  return groupedNumber(Value, Value == std::floor(Value) ? 0 : 2);
}

void GrowthRuns::add(double N, size_t NumRuns, const RuleChecker &Checker) {
  for (size_t I = 0; I < Rules.size(); ++I) {
    if (Rules[I].Kind != Rule::Growth)
      continue;
    const Quantity Measured = Checker.workOf(Rules[I].Left);
    Expected<BaselineValue> Value = Checker.valueOf(Measured);
    Runs[I].Unit = unitOf(Measured, Checker.cost());
    if (Value)
      Runs[I].Points.push_back({N, Value->Value / double(NumRuns)});
    else
      Runs[I].Missing = toString(Value.takeError());
    if (Runs[I].Unit == Seconds)
      Runs[I].Samples[N] = Checker.samplesOf(Measured);
  }
}

/// Returns what would decide a rule that \p Fit leaves open.
static std::string adviceFor(const GrowthFit &Fit, size_t NumSizes,
                             double Ratio) {
  constexpr size_t EnoughSizes = 6;
  constexpr double EnoughRatio = 16;
  if (Ratio < EnoughRatio)
    return "the sizes are too near to each other: double each, six times";
  if (NumSizes < EnoughSizes)
    return "too few sizes: six are enough, each twice the last";
  constexpr double SmallSpread = 0.01;
  if (Fit.spread() < SmallSpread)
    return "lower-order terms hide the order: larger sizes would show it";
  return ("the values vary by " + Twine(std::lround(100 * Fit.spread())) +
          "%: larger sizes, or several runs of each, would show the order")
      .str();
}

Verdict GrowthRuns::check(size_t Index) const {
  const Values &Run = Runs[Index];
  if (!Run.Missing.empty())
    return {/*Holds=*/false, /*IsUnknown=*/false, Run.Missing};
  if (Run.Points.size() < GrowthFit::MinPoints)
    return {/*Holds=*/false, /*IsUnknown=*/true,
            utostr(Run.Points.size()) +
                (Run.Points.size() == 1 ? " size" : " sizes") +
                " of input, and growth needs " + utostr(GrowthFit::MinPoints) +
                ": size=profile-data ...",
            /*LacksSizes=*/true};
  // Nothing was executed: that says nothing about how it grows.
  if (all_of(Run.Points, [](const GrowthPoint &At) { return At.Cost <= 0; }))
    return {/*Holds=*/false, /*IsUnknown=*/true,
            (Run.Unit == Seconds ? "no time" : "0 " + Run.Unit) +
                " in all runs"};
  // A few samples say little of a time, and nothing of how it grows.
  constexpr unsigned EnoughSamples = 30;
  if (auto Last = Run.Samples.rbegin();
      Last != Run.Samples.rend() && Last->second < EnoughSamples) {
    std::string Why;
    raw_string_ostream(Why) << format("%.0f", Last->second)
                            << " samples at n = " << format("%g", Last->first)
                            << ", and growth of a time needs " << EnoughSamples
                            << ": larger sizes, or hz=1000, have more";
    return {/*Holds=*/false, /*IsUnknown=*/true, Why};
  }
  const GrowthFit Fit(Run.Points);
  const GrowthVerdict Judged = Fit.judge(Rules[Index].Bound);
  std::string Found;
  raw_string_ostream OS(Found);
  auto [Least, Most] = std::minmax_element(
      Run.Points.begin(), Run.Points.end(),
      [](const GrowthPoint &A, const GrowthPoint &B) { return A.N < B.N; });
  if (Judged != GrowthVerdict::Open)
    OS << Fit.best().text() << ": ";
  OS << number(Least->Cost, Run.Unit);
  if (Run.Unit != Seconds)
    OS << ' ' << Run.Unit;
  OS << " at n = " << format("%g", Least->N) << ", "
     << number(Most->Cost, Run.Unit) << " at n = " << format("%g", Most->N);
  if (Judged == GrowthVerdict::Open)
    OS << "; " << adviceFor(Fit, Run.Points.size(), Most->N / Least->N);
  return {Judged == GrowthVerdict::Within, Judged == GrowthVerdict::Open,
          Found};
}
