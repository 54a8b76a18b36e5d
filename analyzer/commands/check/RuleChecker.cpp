//===-- RuleChecker.cpp - Holds a profile against rules -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares figures by the arithmetic of intervals, and says why a rule does not
// hold.
//
//===----------------------------------------------------------------------===//

#include "commands/check/RuleChecker.h"
#include "commands/CostText.h"
#include "commands/TextTable.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <cmath>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

Interval::Interval(double Value,
                   const std::map<std::string, CostEstimate> &Estimates)
    : Interval(Value) {
  for (const auto &[Function, Estimate] : Estimates) {
    Low += Estimate.Low - Estimate.Value;
    High += Estimate.High - Estimate.Value;
  }
}

void Interval::add(const Interval &Term, double Factor) {
  if (Factor == 0)
    return; // even if there is no bound
  const double A = Factor * Term.Low, B = Factor * Term.High;
  Low += std::min(A, B);
  High += std::max(A, B);
}

template <typename NumberT>
static bool compare(NumberT A, Rule::OperatorKind Operator, NumberT B) {
  switch (Operator) {
  case Rule::Equal:
    return A == B;
  case Rule::NotEqual:
    return A != B;
  case Rule::Less:
    return A < B;
  case Rule::LessEqual:
    return A <= B;
  case Rule::Greater:
    return A > B;
  case Rule::GreaterEqual:
    return A >= B;
  }
  llvm_unreachable("an operator that is none");
}

bool command::holds(uint64_t A, Rule::OperatorKind Operator, uint64_t B) {
  return compare(A, Operator, B);
}

bool command::holds(double A, Rule::OperatorKind Operator, double B) {
  return compare(A, Operator, B);
}

std::optional<bool> command::decide(const Interval &A,
                                    Rule::OperatorKind Operator,
                                    const Interval &B) {
  const bool AreExact = A.Low == A.High && B.Low == B.High;
  const bool AreApart = A.High < B.Low || B.High < A.Low;
  bool Always = false, Ever = false;
  switch (Operator) {
  case Rule::Equal:
  case Rule::NotEqual:
    if (!AreExact && !AreApart)
      return std::nullopt;
    return AreApart == (Operator == Rule::NotEqual);
  case Rule::Less:
  case Rule::LessEqual:
    Always = holds(A.High, Operator, B.Low);
    Ever = holds(A.Low, Operator, B.High);
    break;
  case Rule::Greater:
  case Rule::GreaterEqual:
    Always = holds(A.Low, Operator, B.High);
    Ever = holds(A.High, Operator, B.Low);
    break;
  }
  return Always == Ever ? std::optional(Always) : std::nullopt;
}

std::optional<bool> command::decideChange(BaselineValue New,
                                          Rule::OperatorKind Operator,
                                          BaselineValue Old, double Factor) {
  // The right side, less what is on both sides.
  Interval Unchanged(0);
  for (auto It = New.Estimates.begin(); It != New.Estimates.end();) {
    auto OldEstimate = Old.Estimates.find(It->first);
    if (OldEstimate == Old.Estimates.end() || !It->second.Digest ||
        OldEstimate->second.Digest != It->second.Digest) {
      ++It;
      continue;
    }
    const CostEstimate &Same = It->second;
    New.Value -= Same.Value;
    Old.Value -= Same.Value;
    Interval Part(0);
    Part.Low = Same.Low;
    Part.High = Same.High;
    if (Factor != 1)
      Unchanged.add(Part, Factor - 1);
    Old.Estimates.erase(OldEstimate);
    It = New.Estimates.erase(It);
  }
  Interval Right = Unchanged;
  Right.add(Interval(Old.Value, Old.Estimates), Factor);
  return decide(Interval(New.Value, New.Estimates), Operator, Right);
}

static bool needsStacks(ArrayRef<Rule> Rules) {
  auto NeedsThem = [](const Quantity &Q) {
    return Q.Kind == Quantity::Measured || Q.Kind == Quantity::Imbalance ||
           Q.Kind == Quantity::Cost || Q.isTime();
  };
  return any_of(Rules, [&](const Rule &R) {
    return NeedsThem(R.Left) || NeedsThem(R.Right);
  });
}

RuleChecker::RuleChecker(const ProfileModel &Model, ArrayRef<Rule> Rules,
                         const Baseline *Old, SegmentFigures Known)
    : Model(Model), Meter(Model, needsStacks(Rules)), Old(Old),
      Known(std::move(Known)) {
  for (const Rule &R : Rules)
    if (R.Kind == Rule::Cycle || R.Kind == Rule::KnownCycle) {
      DenseSet<FunctionIndex> &Known = KnownCycles.emplace_back();
      for (StringRef Name : R.Names)
        for (FunctionIndex Function : Meter.findInProgram(Name))
          Known.insert(Function);
    }
}

/// Returns \p Found as text: a time in seconds or, if \p Unit is Percent, in
/// percent of all time, with its sampling error.
std::string RuleChecker::print(const Figure &Found,
                               Quantity::QuantityKind Unit) const {
  if (!Found.Missing.empty())
    return Found.Missing;
  std::string Text;
  if (Found.Ratio) {
    if (Found.IsShare)
      return fixed(100 * *Found.Ratio, 2) + "%" +
             (Found.Others.empty() ? "" : ", not executed: " + Found.Others);
    Text = fixed(*Found.Ratio, 3);
    if (Found.RatioError > 0)
      Text += " (+- " + fixed(Found.RatioError, 3) + ")";
    if (Found.Rank)
      Text += " at rank " + utostr(*Found.Rank);
    if (Found.RatioError > 0)
      Text += ", chance " + shortChance(Found.Chance);
    return Text;
  }
  if (!Found.IsTime) {
    if (Found.Rest > 0)
      return fixed(Found.value(), 3);
    if (Found.Estimates.empty())
      return utostr(Found.Count);
    const Interval Bounds(double(Found.Count), Found.Estimates);
    return "~" + utostr(Found.Count) + " (" + fixed(Bounds.Low, 0) + " to " +
           (std::isfinite(Bounds.High) ? fixed(Bounds.High, 0) : "?") + ")";
  }
  raw_string_ostream OS(Text);
  double Error = Model.errorOf(Found.Samples);
  double All = Meter.allSamples(Found.IsMeasured);
  if (Unit == Quantity::Percent)
    OS << format("%.2f%% (+- %.2f%%)",
                 ProfileModel::percent(Found.Samples, All),
                 ProfileModel::percent(Error, All));
  else if (Model.Run.Cost.isTime())
    OS << format("%.4fs (+- %.4fs)", Model.cost(Found.Samples),
                 Model.cost(Error));
  else
    OS << CostText(Model.Run.Cost).amount(Model.cost(Found.Samples));
  return Text;
}

/// Returns the value of a figure of \p Model for a baseline.
static double valueIn(const ProfileModel &Model, const Figure &Found) {
  return Found.IsTime ? Model.cost(Found.Samples) : Found.value();
}

Figure RuleChecker::measure(const Quantity &Wanted) const {
  // Numbers have no text.
  const auto Found =
      Wanted.isOfSegments() ? Known.find(Wanted.text()) : Known.end();
  if (Found == Known.end())
    return Meter.measure(Wanted);
  if (Found->second)
    return *Found->second;
  // The profiles with the label have no such call. A name may be mistyped.
  Figure Whole = Meter.measure(Wanted);
  return Whole.Missing.empty() ? Figure() : Whole;
}

double RuleChecker::samplesOf(const Quantity &Wanted) const {
  return measure(Wanted).Samples;
}

Expected<BaselineValue> RuleChecker::valueOf(const Quantity &Wanted) const {
  Figure Found = measure(Wanted);
  if (!Found.Missing.empty())
    return makeError(Found.Missing);
  if (Meter.unsampledThreads(Wanted))
    return makeError(unsampled(Wanted));
  BaselineValue Result;
  Result.Value = valueIn(Model, Found);
  Result.Estimates = std::move(Found.Estimates);
  return Result;
}

/// Returns what \p Wanted lacks, as text.
std::string RuleChecker::unsampled(const Quantity &Wanted) const {
  const uint64_t Threads = Meter.unsampledThreads(Wanted);
  return "samples of " + utostr(Threads) +
         (Threads == 1 ? " thread are missing" : " threads are missing");
}

/// Calls a rule that does not hold unknown if ranks that take equally long
/// would fulfil it, and chance alone may be why \p Left or \p Right do not.
static void setUnknownByChance(Figure Left, Rule::OperatorKind Operator,
                               Figure Right, Verdict &Result) {
  if (Result.Holds || Result.IsUnknown)
    return;
  for (Figure *Side : {&Left, &Right})
    if (Side->mayBeChance()) {
      Side->Ratio = 1;
      Result.IsUnknown = true;
    }
  Result.IsUnknown =
      Result.IsUnknown && holds(Left.value(), Operator, Right.value());
  if (Result.IsUnknown)
    Result.Found += "; a longer run has less chance";
}

static Verdict verdictOf(std::optional<bool> Holds, std::string Found) {
  return {Holds.value_or(false), !Holds, std::move(Found)};
}

/// Adds to \p Result, if \p R is unknown, that needed samples are missing.
void RuleChecker::addUnsampled(const Rule &R, Verdict &Result) const {
  for (const Quantity *Side : {&R.Left, &R.Right})
    if (Result.IsUnknown && Side->Kind != Quantity::Baseline &&
        Meter.unsampledThreads(*Side)) {
      Result.Found += "; " + unsampled(*Side);
      return;
    }
}

/// Compares a quantity with its value in the baseline.
Verdict RuleChecker::compareWithBaseline(const Rule &R) const {
  const Figure New = measure(R.Left);
  const std::string Name = R.Left.text();
  const BaselineValue *OldValue = Old ? Old->find(Name) : nullptr;
  if (!New.Missing.empty())
    return verdictOf(New.IsOpen ? std::nullopt : std::optional(false),
                     New.Missing);
  if (!OldValue)
    return verdictOf(false, Old ? "no value of '" + Name + "' in the baseline"
                                : "no baseline; --baseline names one");
  const double Value = valueIn(Model, New);
  std::string Found;
  raw_string_ostream OS(Found);
  OS << print(New, Quantity::Seconds) << " and a baseline of "
     << (New.IsTime    ? CostText(Model.Run.Cost).amount(OldValue->Value, 4)
         : New.IsShare ? fixed(100 * OldValue->Value, 2) + "%"
         : New.Ratio || New.Rest > 0 ? fixed(OldValue->Value, 3)
                                     : utostr(uint64_t(OldValue->Value)));
  if (OldValue->Value > 0)
    OS << format(", %+.3f%%", 100 * (Value / OldValue->Value - 1));
  Verdict Result = verdictOf(decideChange({Value, New.Estimates}, R.Operator,
                                          *OldValue, R.Right.Fraction),
                             Found);
  addUnsampled(R, Result);
  Figure Limit;
  Limit.Ratio = OldValue->Value * R.Right.Fraction;
  setUnknownByChance(New, R.Operator, Limit, Result);
  return Result;
}

/// Makes \p Result the ratio of the percentage \p Limit if \p Share is one.
static void makeShare(const Quantity &Limit, const Figure &Share,
                      Figure &Result) {
  if (Limit.Kind != Quantity::Percent || !Share.IsShare)
    return;
  Result = Figure();
  Result.Ratio = Limit.Fraction / 100;
}

/// Whether \p R limits a time by a number of seconds or of other units.
static bool hasAbsoluteLimit(const Rule &R) {
  auto IsAbsolute = [](const Quantity &Side) {
    return Side.Kind == Quantity::Seconds || Side.Kind == Quantity::Units;
  };
  return IsAbsolute(R.Left) || IsAbsolute(R.Right);
}

/// Sets why \p Time has no value, unless it is set: nothing was sampled.
static void requireSamples(Figure &Time) {
  if (!Time.Missing.empty())
    return;
  Time.Missing = "nothing was sampled";
  Time.IsOpen = true;
}

Verdict RuleChecker::compare(const Rule &R) const {
  if (R.Right.Kind == Quantity::Baseline)
    return compareWithBaseline(R);
  Figure Left = measure(R.Left), Right = measure(R.Right);
  Verdict Result;
  makeShare(R.Left, Right, Left);
  makeShare(R.Right, Left, Right);
  // A share of a measured time is one of the whole process.
  if (R.Left.Kind == Quantity::Percent && Right.IsMeasured)
    Left.Samples = R.Left.Fraction / 100 * Meter.allSamples(true);
  if (R.Right.Kind == Quantity::Percent && Left.IsMeasured)
    Right.Samples = R.Right.Fraction / 100 * Meter.allSamples(true);
  // Without samples, nobody knows which part of the time a function has.
  if ((Left.IsTime || Right.IsTime) && !hasAbsoluteLimit(R) &&
      Meter.allSamples(Left.IsMeasured || Right.IsMeasured) == 0)
    requireSamples(Left.IsTime ? Left : Right);
  Quantity::QuantityKind Unit =
      R.Left.isTimeLimit() ? R.Left.Kind : R.Right.Kind;
  SmallVector<std::string, 2> Found;
  if (!R.Left.isNumber() || !Left.Missing.empty())
    Found.push_back(print(Left, Unit));
  // A reason that both sides have is printed once.
  if (!R.Right.isNumber() ||
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
    Result.Holds = IsWhole ? holds(Left.Count, R.Operator, Right.Count)
                           : holds(Left.value(), R.Operator, Right.value());
    setUnknownByChance(Left, R.Operator, Right, Result);
    return Result;
  }
  Result = verdictOf(decide({Left.value(), Left.Estimates}, R.Operator,
                            {Right.value(), Right.Estimates}),
                     Result.Found);
  addUnsampled(R, Result);
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
Verdict RuleChecker::checkTogether(const Rule &R) const {
  Verdict Result;
  std::string Missing;
  SmallVector<NamedFunctions> Named;
  for (StringRef Name : R.Names)
    Named.push_back(Meter.find(withoutStubSuffix(Name), Missing));
  requireCalls(Model, Missing);
  if (!Missing.empty()) {
    Result.Found = Missing;
    return Result;
  }
  const ModelCycle *Common = nullptr;
  for (const ModelCycle &Cycle : Model.Cycles)
    if (all_of(Named, [&](const NamedFunctions &Functions) {
          return any_of(Functions, [&](FunctionIndex I) {
            return Model.Functions[I].Cycle == Cycle.Number;
          });
        }))
      Common = &Cycle;
  Result.Holds = (Common != nullptr) == (R.Kind == Rule::Cycle);
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

Verdict RuleChecker::check(const Rule &R) const {
  switch (R.Kind) {
  case Rule::Compare: {
    Verdict Result = compare(R);
    for (const Quantity *Side : {&R.Left, &R.Right})
      if (Meter.lacksCallers(*Side))
        Result.Uncounted = Side->Names.front();
    return Result;
  }
  case Rule::Cycle:
  case Rule::NoCycle:
    return checkTogether(R);
  case Rule::KnownCycle:
    return verdictOf(true, "");
  case Rule::NoNewCycles:
    return checkNewCycles();
  case Rule::Growth:
    llvm_unreachable("growth is one of several profiles");
  }
  llvm_unreachable("a rule that is none");
}
