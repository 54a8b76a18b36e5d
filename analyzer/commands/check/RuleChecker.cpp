//===-- RuleChecker.cpp - Holds a profile against rules -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares figures, and says why a rule does not hold.
//
//===----------------------------------------------------------------------===//

#include "commands/check/RuleChecker.h"
#include "commands/CostText.h"
#include "commands/TextTable.h"
#include "commands/check/Decision.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

static bool needsStacks(ArrayRef<Rule> Rules) {
  auto NeedsThem = [](const Quantity &Each) {
    return Each.Kind == Quantity::Measured ||
           Each.Kind == Quantity::Imbalance || Each.Kind == Quantity::Cost ||
           Each.isTime();
  };
  return any_of(Rules, [&](const Rule &Each) {
    return NeedsThem(Each.Left) || NeedsThem(Each.Right);
  });
}

RuleChecker::RuleChecker(const ProfileModel &Model, ArrayRef<Rule> Rules,
                         const Baseline *Old, SegmentFigures Known)
    : Model(Model), Meter(Model, needsStacks(Rules)), Old(Old),
      Known(std::move(Known)) {
  for (const Rule &Each : Rules)
    if (Each.Kind == Rule::Cycle || Each.Kind == Rule::KnownCycle) {
      DenseSet<FunctionIndex> &Known = KnownCycles.emplace_back();
      for (StringRef Name : Each.Names)
        Known.insert_range(Meter.findMine(Name));
    }
}

/// Returns \p Each as text: a time in seconds or, if \p Unit is Percent, in
/// percent of all time, with its error.
std::string RuleChecker::print(const Figure &Each,
                               Quantity::QuantityKind Unit) const {
  if (!Each.Missing.empty())
    return Each.Missing;
  std::string Text;
  if (Each.Ratio) {
    if (Each.IsShare)
      return fixed(100 * *Each.Ratio, 2) + "%";
    Text = fixed(*Each.Ratio, 3);
    if (Each.RatioError > 0)
      Text += " (+- " + fixed(Each.RatioError, 3) + ")";
    if (Each.Rank)
      Text += " at rank " + utostr(*Each.Rank);
    if (Each.RatioError > 0)
      Text += ", chance " + shortChance(Each.Chance);
    return Text;
  }
  if (!Each.IsTime) {
    if (Each.Rest > 0)
      return fixed(Each.value(), 3);
    if (Each.Estimates.empty())
      return utostr(Each.Count);
    const Interval Bounds(double(Each.Count), Each.Estimates);
    return "~" + utostr(Each.Count) + " (" + fixed(Bounds.Low, 0) + " to " +
           (std::isfinite(Bounds.High) ? fixed(Bounds.High, 0) : "?") + ")";
  }
  raw_string_ostream OS(Text);
  double Error = Model.errorOf(Each.Samples);
  double All = Meter.allSamples(Each.IsMeasured);
  if (Unit == Quantity::Percent)
    OS << format("%.2f%% (+- %.2f%%)", ProfileModel::percent(Each.Samples, All),
                 ProfileModel::percent(Error, All));
  else if (Model.Run.Cost.isTime())
    OS << format("%.4fs (+- %.4fs)", Model.cost(Each.Samples),
                 Model.cost(Error));
  else
    OS << CostText(Model.Run.Cost).amount(Model.cost(Each.Samples));
  return Text;
}

/// Returns the value of a figure of \p Model for a baseline.
static double valueIn(const ProfileModel &Model, const Figure &Of) {
  return Of.IsTime ? Model.cost(Of.Samples) : Of.value();
}

Figure RuleChecker::measure(const Quantity &Each) const {
  const auto Found = Known.find(Each.text());
  if (!Each.isOfSegments() || Found == Known.end())
    return Meter.measure(Each);
  if (Found->second)
    return *Found->second;
  // These profiles have nothing that could be called. A name may be mistyped.
  Figure Whole = Meter.measure(Each);
  return Whole.Missing.empty() ? Figure() : Whole;
}

double RuleChecker::samplesOf(const Quantity &Each) const {
  return measure(Each).Samples;
}

Expected<BaselineValue> RuleChecker::valueOf(const Quantity &Each) const {
  Figure Found = measure(Each);
  if (!Found.Missing.empty())
    return makeError(Found.Missing);
  if (Meter.unsampledThreads(Each))
    return makeError(unsampled(Each));
  BaselineValue Result;
  Result.Value = valueIn(Model, Found);
  Result.Estimates = std::move(Found.Estimates);
  return Result;
}

/// Returns what \p Of lacks, as text.
std::string RuleChecker::unsampled(const Quantity &Of) const {
  const uint64_t Threads = Meter.unsampledThreads(Of);
  return "samples of " + utostr(Threads) +
         (Threads == 1 ? " thread are missing" : " threads are missing");
}

/// Calls a rule that does not hold unknown if ranks that take equally long
/// would fulfil it, and chance alone may be why \p Left or \p Right do not.
static void setUnknownByChance(Figure Left, Rule::OperatorKind Operator,
                               Figure Right, Verdict &To) {
  if (To.Holds || To.IsUnknown)
    return;
  for (Figure *Each : {&Left, &Right})
    if (Each->mayBeChance()) {
      Each->Ratio = 1;
      To.IsUnknown = true;
    }
  To.IsUnknown = To.IsUnknown && holds(Left.value(), Operator, Right.value());
  if (To.IsUnknown)
    To.Found += "; a longer run has less chance";
}

static Verdict verdictOf(std::optional<bool> Holds, std::string Found) {
  return {Holds.value_or(false), !Holds, std::move(Found)};
}

/// Says why a rule is unknown, if it is for lack of samples.
void RuleChecker::addUnsampled(const Rule &Each, Verdict &To) const {
  for (const Quantity *Of : {&Each.Left, &Each.Right})
    if (To.IsUnknown && Of->Kind != Quantity::Baseline &&
        Meter.unsampledThreads(*Of)) {
      To.Found += "; " + unsampled(*Of);
      return;
    }
}

/// Compares a quantity with its value in the baseline.
Verdict RuleChecker::compareWithBaseline(const Rule &Each) const {
  const Figure New = measure(Each.Left);
  const std::string Name = Each.Left.text();
  const BaselineValue *Before = Old ? Old->find(Name) : nullptr;
  if (!New.Missing.empty())
    return verdictOf(New.IsOpen ? std::nullopt : std::optional(false),
                     New.Missing);
  if (!Before)
    return verdictOf(false, Old ? "no value of '" + Name + "' in the baseline"
                                : "no baseline; --baseline names one");
  const double Value = valueIn(Model, New);
  std::string Found;
  raw_string_ostream OS(Found);
  OS << print(New, Quantity::Seconds) << " and a baseline of "
     << (New.IsTime    ? CostText(Model.Run.Cost).amount(Before->Value, 4)
         : New.IsShare ? fixed(100 * Before->Value, 2) + "%"
         : New.Ratio || New.Rest > 0 ? fixed(Before->Value, 3)
                                     : utostr(uint64_t(Before->Value)));
  if (Before->Value > 0)
    OS << format(", %+.3f%%", 100 * (Value / Before->Value - 1));
  Verdict Result = verdictOf(decideChange({Value, New.Estimates}, Each.Operator,
                                          *Before, Each.Right.Fraction),
                             Found);
  addUnsampled(Each, Result);
  Figure Limit;
  Limit.Ratio = Before->Value * Each.Right.Fraction;
  setUnknownByChance(New, Each.Operator, Limit, Result);
  return Result;
}

/// Makes a percentage a part of a whole if it limits one.
static void makeShare(const Quantity &Limit, const Figure &Of, Figure &Into) {
  if (Limit.Kind != Quantity::Percent || !Of.IsShare)
    return;
  Into = Figure();
  Into.Ratio = Limit.Fraction / 100;
}

/// Whether \p Each limits a time by a number of seconds or of other units.
static bool hasAbsoluteLimit(const Rule &Each) {
  auto IsAbsolute = [](const Quantity &Side) {
    return Side.Kind == Quantity::Seconds || Side.Kind == Quantity::Units;
  };
  return IsAbsolute(Each.Left) || IsAbsolute(Each.Right);
}

/// Notes that \p Of is a time, and that nothing was sampled.
static void requireSamples(Figure &Of) {
  if (!Of.Missing.empty())
    return;
  Of.Missing = "nothing was sampled";
  Of.IsOpen = true;
}

Verdict RuleChecker::compare(const Rule &Each) const {
  if (Each.Right.Kind == Quantity::Baseline)
    return compareWithBaseline(Each);
  Figure Left = measure(Each.Left), Right = measure(Each.Right);
  Verdict Result;
  makeShare(Each.Left, Right, Left);
  makeShare(Each.Right, Left, Right);
  // A share of a measured time is one of the whole process.
  if (Each.Left.Kind == Quantity::Percent && Right.IsMeasured)
    Left.Samples = Each.Left.Fraction / 100 * Meter.allSamples(true);
  if (Each.Right.Kind == Quantity::Percent && Left.IsMeasured)
    Right.Samples = Each.Right.Fraction / 100 * Meter.allSamples(true);
  // Without samples, nobody knows which part of the time a function has.
  if ((Left.IsTime || Right.IsTime) && !hasAbsoluteLimit(Each) &&
      Meter.allSamples(Left.IsMeasured || Right.IsMeasured) == 0)
    requireSamples(Left.IsTime ? Left : Right);
  Quantity::QuantityKind Unit =
      Each.Left.isTimeLimit() ? Each.Left.Kind : Each.Right.Kind;
  SmallVector<std::string, 2> Found;
  if (!Each.Left.isNumber() || !Left.Missing.empty())
    Found.push_back(print(Left, Unit));
  // What lacks for both sides is said once.
  if (!Each.Right.isNumber() ||
      (!Right.Missing.empty() && Right.Missing != Left.Missing))
    Found.push_back(print(Right, Unit));
  Result.Found = join(Found, " and ");
  if (!Left.Missing.empty() || !Right.Missing.empty()) {
    Result.IsUnknown = (Left.Missing.empty() || Left.IsOpen) &&
                       (Right.Missing.empty() || Right.IsOpen);
    return Result;
  }
  if (Left.Estimates.empty() && Right.Estimates.empty()) {
    const bool IsWhole =
        !Left.Ratio && !Left.IsTime && Left.Rest + Right.Rest == 0;
    Result.Holds = IsWhole ? holds(Left.Count, Each.Operator, Right.Count)
                           : holds(Left.value(), Each.Operator, Right.value());
    setUnknownByChance(Left, Each.Operator, Right, Result);
    return Result;
  }
  Result = verdictOf(decide({Left.value(), Left.Estimates}, Each.Operator,
                            {Right.value(), Right.Estimates}),
                     Result.Found);
  addUnsampled(Each, Result);
  return Result;
}

std::string RuleChecker::namesOf(ArrayRef<FunctionIndex> Some) const {
  SmallVector<StringRef> Names;
  for (FunctionIndex I : Some)
    Names.push_back(Model.Functions[I].Name);
  llvm::sort(Names);
  return join(Names, ", ");
}

/// Whether the functions of the rule share a cycle, or share none.
Verdict RuleChecker::checkTogether(const Rule &Each) const {
  Verdict Result;
  std::string Missing;
  SmallVector<NamedFunctions> Named;
  for (StringRef Name : Each.Names)
    Named.push_back(Meter.find(withoutStubSuffix(Name), Missing));
  requireCalls(Model, Missing);
  if (!Missing.empty()) {
    Result.Found = Missing;
    return Result;
  }
  const ModelCycle *Common = nullptr;
  for (const ModelCycle &Cycle : Model.Cycles)
    if (all_of(Named, [&](const NamedFunctions &Of) {
          return any_of(Of, [&](FunctionIndex I) {
            return Model.Functions[I].Cycle == Cycle.Number;
          });
        }))
      Common = &Cycle;
  Result.Holds = (Common != nullptr) == (Each.Kind == Rule::Cycle);
  Result.Found =
      Common ? "the cycle " + namesOf(Common->Members) : "no such cycle";
  return Result;
}

Verdict RuleChecker::checkNewCycles() const {
  Verdict Result{/*Holds=*/true, /*IsUnknown=*/false, ""};
  requireCalls(Model, Result.Found);
  if (!Result.Found.empty())
    return verdictOf(false, Result.Found);
  for (const ModelCycle &Cycle : Model.Cycles) {
    bool IsKnown =
        any_of(KnownCycles, [&](const DenseSet<FunctionIndex> &Known) {
          return all_of(Cycle.Members,
                        [&](FunctionIndex I) { return Known.contains(I); });
        });
    if (IsKnown)
      continue;
    Result.Found = Result.Holds ? "the new cycle " : Result.Found + "; ";
    Result.Found += namesOf(Cycle.Members);
    Result.Holds = false;
  }
  return Result;
}

Verdict RuleChecker::check(const Rule &Each) const {
  switch (Each.Kind) {
  case Rule::Compare:
    return compare(Each);
  case Rule::Cycle:
  case Rule::NoCycle:
    return checkTogether(Each);
  case Rule::KnownCycle:
    return verdictOf(true, "");
  case Rule::NoNewCycles:
    return checkNewCycles();
  case Rule::Growth:
    llvm_unreachable("growth is one of several profiles");
  }
  llvm_unreachable("a rule that is none");
}
