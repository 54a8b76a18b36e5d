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
using enum AdvicePart::Kind;

Advice &Advice::say(StringRef Text, ArrayRef<AdvicePart> PartsOfText) {
  auto AddWords = [&](StringRef New) {
    if (Parts.empty() || Parts.back().What != Words)
      Parts.emplace_back(Words, "");
    Parts.back().Text += New;
  };
  for (const AdvicePart &Part : PartsOfText) {
    const auto [Front, Behind] = Text.split('%');
    if (!Front.empty())
      AddWords(Front);
    if (Part.What == Words)
      AddWords(Part.Text);
    else
      Parts.push_back(Part);
    Text = Behind;
  }
  if (!Text.empty())
    AddWords(Text);
  return *this;
}

static void adviseRanks(AdviceRules &Rules) {
  const StackRanks *Ranks = Rules.Facts.Ranks;
  if (!Ranks || !Ranks->Program.Sum ||
      !StackRanks::isSignificant(Ranks->ByChance))
    return;
  const RankDistribution &Program = Ranks->Program;
  const double Lost = Program.lost(Ranks->NumProcesses);
  constexpr double LeastShare = 0.05;
  if (Lost < LeastShare * double(Program.Sum) || !Rules.isSure(Lost))
    return;
  Rules.add("ranks", Lost, AdviceView::Ranks)
      .say("% are not balanced: rank % takes % times the mean, and the others "
           "can wait % together for it.",
           {{AdvicePart::Ranks, "Ranks"},
            {Words, std::to_string(Program.GreatestRank)},
            {Factor, "factor", Program.imbalance(Ranks->NumProcesses)},
            {Amount, "lost_seconds", Rules.Facts.Cost.of(Lost)}});
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
  Advice &Item =
      Rules.add("mpi", Seconds * double(Facts.Cost.Rate), AdviceView::Mpi)
          .say("MPI takes % of the elapsed time of all %",
               {{Percent, "percent",
                 ProfileModel::percent(Seconds, Facts.MpiSeconds)},
                {AdvicePart::Ranks, "ranks"}});
  // The first entry is that of all calls.
  Calls = Calls.drop_front();
  const auto Most =
      llvm::max_element(Calls, [](const MpiCall &A, const MpiCall &B) {
        return A.Nanoseconds.Sum < B.Nanoseconds.Sum;
      });
  if (Most != Calls.end())
    Item.say(", most of it in %", {{Words, Most->Name}});
  Item.say(".");
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
    Advice &Item =
        Rules.add("cycle", Cycle->Samples)
            .say("% of % functions holds %: callers share its time.",
                 {{AdvicePart::Cycle, "cycle", Cycle->Number},
                  {Words, std::to_string(Cycle->NumMembers)},
                  {Percent, "percent", Rules.shareOf(Cycle->Samples)}});
    if (Cycle->RarestArcs.empty())
      continue;
    StringRef Separator = " Its rarest calls are ";
    for (ArcIndex A : ArrayRef(Cycle->RarestArcs).take_front(MostCalls)) {
      const AdviceArc &Arc = Rules.Arcs[A];
      Item.say(Separator).say("% -> % (%)", {{Function, "", Arc.Caller},
                                             {Function, "", Arc.Callee},
                                             {Count, "", Arc.Calls}});
      Separator = ", ";
    }
    Item.say("; % takes such calls out.", {{Code, "--break-cycles"}});
  }
}

static void adviseHooks(AdviceRules &Rules) {
  const double Samples = Rules.Facts.AllHookSamples;
  if (Rules.Facts.IsOfThread || !Rules.isLarge(Samples, 0.03))
    return;
  const FilterLimits Limits; // of the format filter if no numbers are given
  const bool CanLeaveOut =
      any_of(Rules.Functions, [&](const AdviceFunction &F) {
        return F.isInProgram() && F.Calls > Limits.Calls &&
               Rules.shareOf(F.Self) < Limits.Percent;
      });
  Advice &Item = Rules.add("hooks", Samples)
                     .say("The entry hooks take about %",
                          {{Percent, "percent", Rules.shareOf(Samples)}});
  if (CanLeaveOut)
    Item.say(": % chooses functions to leave out.",
             {{Code, "llvm-gprof export --format=filter"}});
  else
    Item.say(" of the time.");
}

static void adviseMoreSamples(AdviceRules &Rules) {
  const AdviceFacts &Facts = Rules.Facts;
  constexpr double Few = 100;
  if (Facts.IsOfThread || Facts.Cost.IsCounted || Facts.All >= Few)
    return;
  const auto Samples = uint64_t(std::round(Facts.All));
  Rules.add("few_samples", 0)
      .say(Samples == 1 ? "There is only % sample: a longer run tells more."
                        : "There are only % samples: a longer run tells more.",
           {{Count, "samples", Samples}});
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
        .say("A run without %, or a longer one, has times, too.",
             {{Code, "sampler=off"}});
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
  case Words:
  case Code:
  case Ranks:
    return Part.Text;
  case Function:
    return NameOf(uint32_t(Part.Number));
  case Line:
    return (baseName(Part.Text) + ":" + Twine(Part.Number)).str();
  case Cycle:
    return "Cycle " + std::to_string(Part.Number);
  case Count:
    return roundCount(Part.Number);
  case Percent:
    return withDecimals(Part.Value, 1) + "%";
  case Portion:
    return Part.Value >= 99.95 ? "all" : withDecimals(Part.Value, 1) + "%";
  case Factor:
    return withDecimals(Part.Value, 2);
  case Each:
    return timeOfEach(Part.Value);
  case Amount:
    return Cost.isTime() ? withDecimals(Part.Value, 2) + " s"
                         : groupedNumber(Part.Value) + " " + Cost.Name;
  }
  llvm_unreachable("a part of no kind");
}

std::string
gmon::adviceText(const Advice &Item, const CostKind &Cost,
                 function_ref<std::string(uint32_t Function)> NameOf) {
  std::string Text;
  for (const AdvicePart &Part : Item.Parts)
    Text += partText(Part, Cost, NameOf);
  return Text;
}
