//===-- Adviser.cpp - Rules that decide what is advised -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule says nothing where it does not know enough, as of a part of the time
// that few samples have. The rules of jobs and of the profile itself are here,
// and sentences: their numbers have three digits, as the page's have
// (formats/html/page/values.js).
//
//===----------------------------------------------------------------------===//

#include "advice/Advice.h"
#include "advice/AdviceRules.h"
#include "support/Printable.h"
#include "support/Rounding.h"
#include "views/FlatProfile.h"
#include "llvm/Support/Format.h"

using namespace gmon;
using namespace llvm;

static void adviseRanks(AdviceRules &Rules) {
  const StackRanks *Ranks = Rules.Facts.Ranks;
  if (!Ranks || !Ranks->Program.Sum ||
      !StackRanks::isSignificant(Ranks->ByChance))
    return;
  const RankDistribution &Of = Ranks->Program;
  const double Lost = Of.lost(Ranks->NumProcesses);
  constexpr double LeastShare = 0.05;
  if (Lost < LeastShare * double(Of.Sum) || !Rules.isSure(Lost))
    return;
  Rules.add("ranks", Lost, AdviceView::Ranks)
      .ranks("Ranks")
      .words(" are not balanced: rank ")
      .words(std::to_string(Of.GreatestRank))
      .words(" takes ")
      .factor("factor", Of.imbalance(Ranks->NumProcesses))
      .words(" times the mean, and the others can wait ")
      .amount("lost_seconds", Rules.Facts.Cost.of(Lost))
      .words(" together for it.");
}

static void adviseMpi(AdviceRules &Rules) {
  const AdviceFacts &Facts = Rules.Facts;
  if (!Facts.Mpi || !(Facts.MpiSeconds > 0))
    return;
  ArrayRef<MpiCall> Calls = Facts.Mpi->Entries;
  const double Seconds = double(Calls.front().Nanoseconds.Sum) / 1e9;
  constexpr double LeastShare = 0.1;
  if (Seconds < LeastShare * Facts.MpiSeconds)
    return;
  Sentence &To =
      Rules.add("mpi", Seconds * double(Facts.Cost.Rate), AdviceView::Mpi)
          .words("MPI takes ")
          .percent("percent", ProfileModel::percent(Seconds, Facts.MpiSeconds))
          .words(" of the elapsed time of all ")
          .ranks("ranks");
  // The first entry is that of all calls.
  Calls = Calls.drop_front();
  const auto Most =
      llvm::max_element(Calls, [](const MpiCall &A, const MpiCall &B) {
        return A.Nanoseconds.Sum < B.Nanoseconds.Sum;
      });
  if (Most != Calls.end())
    To.words(", most of it in ").words(Most->Name);
  To.words(".");
}

void gmon::adviseJobs(AdviceRules &Rules) {
  if (Rules.Facts.IsOfThread)
    return;
  adviseRanks(Rules);
  adviseMpi(Rules);
}

/// Cycles in which estimated times cannot be told apart. Measured times can.
static void adviseCycles(AdviceRules &Rules) {
  std::vector<const AdviceCycle *> Found;
  for (const AdviceCycle &Cycle : Rules.Facts.Cycles)
    if (Rules.isLarge(Cycle.Samples, 0.2))
      Found.push_back(&Cycle);
  llvm::stable_sort(Found, [](const AdviceCycle *A, const AdviceCycle *B) {
    return A->Samples > B->Samples;
  });
  constexpr size_t MostCycles = 2, MostCalls = 3;
  for (const AdviceCycle *Cycle : ArrayRef(Found).take_front(MostCycles)) {
    Sentence &To = Rules.add("cycle", Cycle->Samples)
                       .cycle("cycle", Cycle->Number)
                       .words(" of ")
                       .words(std::to_string(Cycle->NumMembers))
                       .words(" functions holds ")
                       .percent("percent", Rules.shareOf(Cycle->Samples))
                       .words(": callers share its time.");
    if (Cycle->RarestArcs.empty())
      continue;
    StringRef Before = " Its rarest calls are ";
    for (ArcIndex A : ArrayRef(Cycle->RarestArcs).take_front(MostCalls)) {
      const AdviceArc &Arc = Rules.Arcs[A];
      To.words(Before)
          .function("", Arc.Caller)
          .words(" -> ")
          .function("", Arc.Callee)
          .words(" (")
          .count("", Arc.Calls)
          .words(")");
      Before = ", ";
    }
    To.words("; ").code("--break-cycles").words(" takes such calls out.");
  }
}

static void adviseHooks(AdviceRules &Rules) {
  const double Samples = Rules.Facts.AllHookSamples;
  if (Rules.Facts.IsOfThread || !Rules.isLarge(Samples, 0.03))
    return;
  const FilterLimits Limits; // of the format filter if no numbers are given
  const bool CanLeaveOut =
      any_of(Rules.Functions, [&](const AdviceFunction &Of) {
        return Of.isInProgram() && Of.Calls > Limits.Calls &&
               Rules.shareOf(Of.Self) < Limits.Percent;
      });
  Sentence &To = Rules.add("hooks", Samples)
                     .words("The entry hooks take about ")
                     .percent("percent", Rules.shareOf(Samples));
  if (CanLeaveOut)
    To.words(": ")
        .code("llvm-gprof export --format=filter")
        .words(" chooses functions to leave out.");
  else
    To.words(" of the time.");
}

static void adviseMoreSamples(AdviceRules &Rules) {
  const AdviceFacts &Facts = Rules.Facts;
  constexpr double Few = 100;
  if (Facts.IsOfThread || Facts.Cost.IsCounted || Facts.All >= Few)
    return;
  const auto Samples = uint64_t(std::round(Facts.All));
  Rules.add("few_samples", 0)
      .words(Samples == 1 ? "There is only " : "There are only ")
      .count("samples", Samples)
      .words(Samples == 1 ? " sample" : " samples")
      .words(": a longer run tells more.");
}

void gmon::adviseProfile(AdviceRules &Rules) {
  adviseCycles(Rules);
  adviseHooks(Rules);
  adviseMoreSamples(Rules);
}

std::vector<Advice> gmon::adviseOn(const AdviceFacts &Facts) {
  AdviceRules Rules(Facts);
  adviseJobs(Rules);
  if (Facts.All > 0) {
    adviseFunctions(Rules);
    adviseOutside(Rules);
    std::ranges::stable_sort(Rules.List, std::greater(), &Advice::Samples);
    adviseProfile(Rules);
  } else if (!Facts.IsOfThread) {
    adviseMostCalls(Rules);
    Rules.add("no_times", 0)
        .words("A run without ")
        .code("sampler=off")
        .words(", or a longer one, has times, too.");
  }
  return std::move(Rules.List);
}

std::vector<Advice> gmon::makeAdvice(const ProfileModel &Model) {
  return adviseOn(gatherFacts(Model));
}

std::vector<Advice> gmon::makeThreadAdvice(const ProfileModel &Model,
                                           uint32_t Thread) {
  return adviseOn(gatherFacts(Model, Thread));
}

static std::string withDecimals(double Value, unsigned Decimals) {
  std::string Text;
  raw_string_ostream(Text) << format("%.*f", int(Decimals),
                                     roundToDigits(Value, Decimals));
  return Text;
}

/// Returns \p Value with three digits, or with all in front of the point.
static std::string withThreeDigits(double Value) {
  if (!(Value > 0) || !std::isfinite(Value))
    return "0";
  const double Rounded = Value / 0.9995 * (1 + 1e-11); // 9.995 becomes 10.0
  return withDecimals(
      Value, unsigned(std::max(0.0, 2 - std::floor(std::log10(Rounded)))));
}

/// Returns "49.1 M".
static std::string roundCount(uint64_t Count) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1e9, " G"}, {1e6, " M"}, {1e3, " k"}};
  for (auto [Scale, Unit] : Units)
    if (double(Count) >= 0.9995 * Scale)
      return withThreeDigits(double(Count) / Scale) + Unit;
  return std::to_string(Count);
}

/// Returns "18.0 ns".
static std::string timeOfEach(double Seconds) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1, " s"}, {1e-3, " ms"}, {1e-6, " us"}, {1e-9, " ns"}};
  for (auto [Scale, Unit] : Units)
    if (Seconds >= Scale)
      return withThreeDigits(Seconds / Scale) + Unit;
  return withThreeDigits(Seconds / 1e-12) + " ps";
}

static std::string
partText(const AdvicePart &Part, const CostKind &Cost,
         function_ref<std::string(uint32_t Function)> NameOf) {
  switch (Part.What) {
  case AdvicePart::Words:
  case AdvicePart::Code:
  case AdvicePart::Ranks:
    return Part.Text;
  case AdvicePart::Function:
    return NameOf(uint32_t(Part.Number));
  case AdvicePart::Line:
    return (baseName(Part.Text) + ":" + Twine(Part.Number)).str();
  case AdvicePart::Cycle:
    return "Cycle " + std::to_string(Part.Number);
  case AdvicePart::Count:
    return roundCount(Part.Number);
  case AdvicePart::Percent:
    return withDecimals(Part.Value, 1) + "%";
  case AdvicePart::Portion:
    return Part.Value >= 99.95 ? "all" : withDecimals(Part.Value, 1) + "%";
  case AdvicePart::Factor:
    return withDecimals(Part.Value, 2);
  case AdvicePart::Each:
    return timeOfEach(Part.Value);
  case AdvicePart::Amount:
    return Cost.isTime() ? withDecimals(Part.Value, 2) + " s"
                         : groupedNumber(Part.Value) + " " + Cost.Name;
  }
  llvm_unreachable("a part of no kind");
}

std::string
gmon::adviceText(const Advice &Of, const CostKind &Cost,
                 function_ref<std::string(uint32_t Function)> NameOf) {
  std::string Text;
  for (const AdvicePart &Part : Of.Parts)
    Text += partText(Part, Cost, NameOf);
  return Text;
}
