//===-- OutsideRules.cpp - Advice about code that nobody can change -------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program can call it less often, so the advice names who needs it.
//
//===----------------------------------------------------------------------===//

#include "advice/AdviceRules.h"
#include <map>

using namespace gmon;
using namespace llvm;
using enum AdvicePart::Kind;

namespace {

struct UseSum {
  double Samples = 0;
  double Uncounted = 0; ///< those in calls that nobody counted
  std::map<FunctionIndex, double> Callers, Functions;

  void add(const OutsideUse &Use) {
    Samples += Use.Samples;
    Uncounted += Use.IsUncounted ? Use.Samples : 0;
    Callers[Use.Caller] += Use.Samples;
    Functions[Use.Function] += Use.Samples;
  }
  /// Returns the function with the most samples, or NoIndex.
  static FunctionIndex most(const std::map<FunctionIndex, double> &SamplesOf) {
    FunctionIndex Most = NoIndex;
    for (const auto &[F, Samples] : SamplesOf)
      if (Most == NoIndex || Samples > SamplesOf.at(Most))
        Most = F;
    return Most;
  }
};

} // namespace

/// Adds the \p Number of counted calls, if they explain most of \p Samples, of
/// which \p Uncounted are in other calls.
static void addNumber(Advice &Item, StringRef Key, uint64_t Number,
                      StringRef Thing, double Uncounted, double Samples) {
  if (!Number || Uncounted > Samples / 2)
    return;
  Item.say(Uncounted > 0 ? " in at least % " : " in % ", {{Count, Key, Number}})
      .say(Thing)
      .say(Number == 1 ? "" : "s");
}

/// Adds which function needs most of \p Sum, if that is much of it.
static void addUser(Advice &Item, const AdviceRules &Rules, const UseSum &Sum) {
  const FunctionIndex Caller = UseSum::most(Sum.Callers);
  constexpr double LeastPart = 0.25;
  if (Caller == NoIndex || !Rules.isSure(Sum.Callers.at(Caller)) ||
      Sum.Callers.at(Caller) < LeastPart * Sum.Samples)
    return;
  Item.say(", % of it for %",
           {{Portion, "caller_percent",
             ProfileModel::percent(Sum.Callers.at(Caller), Sum.Samples)},
            {Function, "caller", Caller}});
}

/// Advises about functions of libraries and headers with a large part. Those of
/// MPI have advice of their own, by elapsed time.
static void adviseLibraries(AdviceRules &Rules) {
  std::map<FunctionIndex, UseSum> Sums;
  const bool HasMpi = Rules.Facts.Mpi && Rules.Facts.MpiSeconds > 0;
  for (const OutsideUse &Use : Rules.Facts.Outside)
    if (!Use.IsAllocation && !Use.IsWaiting && !(Use.IsMpi && HasMpi))
      Sums[Use.Function].add(Use);
  const auto Order = Rules.byColumn([&](FunctionIndex F) {
    const auto It = Sums.find(F);
    return It == Sums.end() ? 0 : It->second.Samples;
  });
  constexpr size_t Most = 2;
  for (FunctionIndex F : ArrayRef(Order).take_front(Most)) {
    const UseSum &Sum = Sums.at(F);
    if (!Rules.isLarge(Sum.Samples))
      return;
    Advice &Item = Rules.add("library", Sum.Samples, AdviceView::Callers, F)
                       .say("% takes % of all",
                            {{Function, "function", F},
                             {Percent, "percent", Rules.shareOf(Sum.Samples)}});
    const uint64_t Calls =
        Rules.Facts.IsOfThread ? 0 : Rules.Functions[F].Calls;
    addNumber(Item, "calls", Calls, "call", Sum.Uncounted, Sum.Samples);
    addUser(Item, Rules, Sum);
    constexpr uint64_t Many = 10'000;
    Item.say(Calls >= Many ? ": fewer calls." : ".");
  }
}

static void adviseAllocation(AdviceRules &Rules) {
  UseSum Sum;
  for (const OutsideUse &Use : Rules.Facts.Outside)
    if (Use.IsAllocation && !Use.IsWaiting)
      Sum.add(Use);
  if (!Rules.isLarge(Sum.Samples))
    return;
  Advice &Item = Rules
                     .add("allocation", Sum.Samples, AdviceView::Callers,
                          UseSum::most(Sum.Functions))
                     .say("Allocating and freeing memory takes % of all",
                          {{Percent, "percent", Rules.shareOf(Sum.Samples)}});
  // Libraries that allocate for themselves do not count it.
  const AdviceFacts &Facts = Rules.Facts;
  addNumber(Item, "allocations", Facts.IsOfThread ? 0 : Facts.NumAllocations,
            "allocation", Facts.UncountedNewSamples, Facts.NewSamples);
  addUser(Item, Rules, Sum);
  Item.say(": fewer allocations.");
}

/// Waiting is no work that could be done faster. Some of it is of no interest,
/// as where a thread has nothing to do, so there may be two places.
static void adviseWaiting(AdviceRules &Rules) {
  const double Samples = Rules.Facts.Waiting;
  if (!Rules.isLarge(Samples, 0.3))
    return;
  std::vector<OutsideUse> Uses;
  constexpr double LeastPart = 0.1;
  for (const OutsideUse &Use : Rules.Facts.Outside)
    if (Use.IsWaiting && Use.Samples >= LeastPart * Samples &&
        Rules.isSure(Use.Samples))
      Uses.push_back(Use);
  std::ranges::stable_sort(Uses, std::greater(), &OutsideUse::Samples);
  Advice &Item =
      Rules
          .add("waiting", Samples,
               Uses.empty() ? AdviceView::None : AdviceView::Callers,
               Uses.empty() ? NoIndex : Uses.front().Function)
          .say(Rules.Facts.IsOfThread
                   ? "% of the thread's time is waiting, not computing"
                   : "% of all threads' time is waiting, not computing",
               {{Percent, "percent", Rules.shareOf(Samples)}});
  constexpr size_t MostPlaces = 2;
  StringRef Separator = ": ";
  for (const OutsideUse &Use :
       ArrayRef(Uses).take_front(std::min(Uses.size(), MostPlaces))) {
    Item.say(Separator).say(
        "% of it in % for %",
        {{Portion, "", ProfileModel::percent(Use.Samples, Samples)},
         {Function, "", Use.Function},
         {Function, "", Use.Caller}});
    Separator = ", ";
  }
  Item.say(".");
}

static void adviseKernel(AdviceRules &Rules) {
  const AdviceFacts &Facts = Rules.Facts;
  const double All = Facts.UserSeconds + Facts.SystemSeconds;
  const double Samples = Facts.SystemSeconds * double(Facts.Cost.Rate);
  constexpr double LeastShare = 0.15;
  if (Facts.IsOfThread || !Facts.Cost.isTime() || !Rules.isSure(Samples) ||
      Facts.SystemSeconds < LeastShare * All)
    return;
  Rules.add("kernel", Samples)
      .say("% of the CPU time is in the kernel: system calls and page faults. "
           "A run with % tells who causes the latter.",
           {{Percent, "percent",
             ProfileModel::percent(Facts.SystemSeconds, All)},
            {Code, "GMON_OPTIONS=event=page-faults"}});
}

void gmon::adviseOutside(AdviceRules &Rules) {
  adviseLibraries(Rules);
  adviseAllocation(Rules);
  adviseWaiting(Rules);
  adviseKernel(Rules);
}
