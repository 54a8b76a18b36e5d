//===-- RuleChecker.cpp - Holds a profile against rules -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule fails if it names something that the program does not have. Otherwise
// a renamed function would silently disable its rules.
//
//===----------------------------------------------------------------------===//

#include "commands/check/RuleChecker.h"
#include "commands/CostText.h"
#include "commands/TextTable.h"
#include "commands/check/Decision.h"
#include "support/Errors.h"
#include "support/Rounding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

RuleChecker::RuleChecker(const ProfileModel &Model, ArrayRef<Rule> Rules,
                         const Baseline *Old)
    : Model(Model), Lookup(Model), Old(Old) {
  for (const Rule &Each : Rules)
    if (Each.Kind == Rule::Cycle || Each.Kind == Rule::KnownCycle) {
      Functions &Known = KnownCycles.emplace_back();
      for (StringRef Name : Each.Names)
        append_range(Known, Lookup.find(Name));
    }
  bool NeedsStacks = any_of(Rules, [](const Rule &Each) {
    return Each.Left.Kind == Quantity::Measured ||
           Each.Right.Kind == Quantity::Measured;
  });
  if (Model.Stacks)
    StackLookup.emplace(*Model.Stacks);
  if (NeedsStacks && Model.Stacks)
    Stacks.emplace(*Model.Stacks);
}

/// Returns the samples that are 100%: of the program or, if \p IsMeasured, of
/// the whole process.
double RuleChecker::allSamples(bool IsMeasured) const {
  return IsMeasured && Stacks ? Stacks->total() : Model.Run.Total;
}

/// Sets \p Missing if the profile has no calls.
void RuleChecker::requireArcs(std::string &Missing) const {
  if (!Model.Run.HasArcs && Missing.empty())
    Missing = "no calls in the profile data";
}

RuleChecker::Functions RuleChecker::find(StringRef Name,
                                         std::string &Missing) const {
  Functions Found = Lookup.find(Name);
  if (!Found.empty() || !Missing.empty())
    return Found;
  if (const StackModuleRow *Module = otherModuleOf(Model, Name))
    Missing = ("'" + Name + "' is a function of " + Module->Name +
               (Module->HasProfile ? "; check this library with its profile"
                                   : ", which has no profile"))
                  .str();
  else
    Missing = ("no function '" + Name + "'").str();
  return Found;
}

/// Whether the profile of the program lacks calls of \p Each: a function is
/// another module's, or has no hook.
bool RuleChecker::isInOtherModule(const Quantity &Each) const {
  auto HasNoHook = [&](FunctionIndex F) {
    return Model.Stacks->Functions[F].IsCountedByCallers;
  };
  return any_of(Each.Names, [&](StringRef Name) {
    return (Lookup.find(Name).empty() && otherModuleOf(Model, Name)) ||
           (StackLookup && any_of(StackLookup->find(Name), HasNoHook));
  });
}

/// Returns the functions of the stacks called \p Name; only those of the
/// program if it has some.
RuleChecker::Functions RuleChecker::findInProcess(StringRef Name) const {
  const bool IsMine = !Lookup.find(Name).empty();
  Functions Found = StackLookup->find(Name);
  erase_if(Found, [&](FunctionIndex F) {
    const StackFunction &Function = Model.Stacks->Functions[F];
    return IsMine && Function.InModel == NoStackIndex &&
           !Function.IsCountedByCallers;
  });
  return Found;
}

/// Counts calls of or by functions of other modules with profiles.
void RuleChecker::countInProcess(const Quantity &Each, Figure &Into) const {
  const StackModel &Process = *Model.Stacks;
  SmallVector<Functions, 2> Named;
  for (StringRef Name : Each.Names) {
    Functions &Found = Named.emplace_back(findInProcess(Name));
    auto IsCounted = [&](FunctionIndex F) {
      return Process.Functions[F].Calls.has_value();
    };
    // Calls are counted in the callee's module.
    const bool IsCaller = Named.size() < Each.Names.size();
    if (IsCaller ? Found.empty() : none_of(Found, IsCounted))
      (void)find(Name, Into.Missing);
  }
  if (!Into.Missing.empty())
    return;
  if (Named.size() == 1) {
    for (FunctionIndex F : Named[0])
      Into.Count += Process.Functions[F].Calls.value_or(0);
    return;
  }
  for (const StackCalls &Calls : Process.Calls)
    if (is_contained(Named[0], Calls.Caller) &&
        is_contained(Named[1], Calls.Callee))
      Into.Count += Calls.Calls;
}

uint64_t RuleChecker::callsBetween(const Functions &Callers,
                                   const Functions &Callees) const {
  uint64_t Calls = 0;
  for (FunctionIndex Caller : Callers)
    for (ArcIndex I : Model.Functions[Caller].Callees)
      if (is_contained(Callees, Model.Arcs[I].Callee))
        Calls += Model.Arcs[I].Calls;
  return Calls;
}

void RuleChecker::measureLines(const Quantity &Each, Figure &Into) const {
  bool HasFile = false, HasLine = false;
  for (const CountedFile &File : Model.Lines) {
    if (!isPathOf(File.Path, Each.Names.front()))
      continue;
    HasFile = true;
    auto Found = lower_bound(File.Lines, Each.Line,
                             [](const CountedLine &A, uint32_t Number) {
                               return A.Number < Number;
                             });
    if (Found == File.Lines.end() || Found->Number != Each.Line)
      continue;
    HasLine = true;
    Into.Count += Found->Count;
  }
  if (!HasFile)
    Into.Missing = "no counts of lines of '" + Each.Names.front() + "'";
  else if (!HasLine)
    Into.Missing = "no code on this line";
}

uint64_t RuleChecker::blocksOf(const Functions &Of) const {
  uint64_t Executions = 0;
  for (const ExecRow &Row : Model.Executions)
    if (!Row.IsCalls && any_of(Of, [&](FunctionIndex I) {
          const ModelFunction &F = Model.Functions[I];
          return F.LinkName == Row.Function && F.Path == Row.Path;
        }))
      Executions += Row.Count;
  return Executions;
}

/// Measures the time of stacks: each counts once, however many of the functions
/// or of their calls are on it.
void RuleChecker::measureStacks(const Quantity &Each, Figure &Into) const {
  Into.IsTime = Into.IsMeasured = true;
  if (!Stacks) {
    Into.Missing = "no stacks in the profile data";
    return;
  }
  const StackModel &Model = Stacks->model();
  SmallVector<BitVector, 2> Named;
  for (StringRef Name : Each.Names) {
    BitVector &Set = Named.emplace_back(Model.Functions.size());
    for (FunctionIndex F : StackLookup->find(Name))
      Set.set(F);
    if (Set.none() && Into.Missing.empty())
      Into.Missing = ("no function '" + Name + "'").str();
  }
  if (!Into.Missing.empty())
    return;
  BitVector IsBelow(Model.Nodes.size());
  for (StackNodeIndex N = 0; N < Model.Nodes.size(); ++N) {
    const StackNode &Node = Model.Nodes[N];
    const bool HasCaller = Node.Parent != NoStackIndex;
    if (HasCaller && IsBelow.test(Node.Parent)) {
      IsBelow.set(N);
      continue;
    }
    bool IsNamed = Named.size() == 1
                       ? Named[0].test(Node.Function)
                       : HasCaller && Named[1].test(Node.Function) &&
                             Named[0].test(Model.Nodes[Node.Parent].Function);
    if (!IsNamed)
      continue;
    IsBelow.set(N);
    Into.Samples += Stacks->ofNode(N).Total;
  }
}

/// Adds the cost of the function \p Of to the estimates, if it is not exact.
void RuleChecker::addEstimate(FunctionIndex Of, Figure &Into) const {
  const ModelFunction &Function = Model.Functions[Of];
  if (!Function.Bounds)
    return;
  CostEstimate &Sum = Into.Estimates[Function.LinkName.str()];
  Sum.Low += Function.Bounds->Low;
  Sum.Value += Function.Self;
  Sum.High += Function.Bounds->High;
  Sum.Digest += Function.Bounds->Digest;
}

/// Measures the cost of the functions \p Of, or of the whole program if that is
/// null.
void RuleChecker::measureCost(const Quantity &Each, const Functions *Of,
                              Figure &Into) const {
  const CostKind &Cost = Model.Run.Cost;
  if (!Model.Run.HasTimes)
    Into.Missing = "no " + Each.CostName + " in the profile data";
  else if (Cost.Name != Each.CostName)
    Into.Missing = "the profile has " + Cost.Name + ", no " + Each.CostName +
                   (CountedCost::parse(Each.CostName)
                        ? "; --cost=" + Each.CostName + " counts them"
                        : "");
  if (!Into.Missing.empty())
    return;
  double Samples = Of ? 0 : Model.Run.Total;
  if (Of)
    for (FunctionIndex I : *Of) {
      Samples += Model.Functions[I].Self;
      addEstimate(I, Into);
    }
  else
    for (FunctionIndex I = 0; I < Model.Functions.size(); ++I)
      addEstimate(I, Into);
  Into.Count = roundToWhole(Model.cost(Samples));
}

RuleChecker::Figure RuleChecker::measure(const Quantity &Each) const {
  Figure Result;
  if (Each.Kind == Quantity::Measured) {
    measureStacks(Each, Result);
    return Result;
  }
  if (Each.Kind == Quantity::Calls && isInOtherModule(Each)) {
    countInProcess(Each, Result);
    return Result;
  }
  SmallVector<Functions, 2> Named;
  if (Each.Kind != Quantity::Lines && Each.Kind != Quantity::Work)
    for (StringRef Name : Each.Names)
      Named.push_back(find(Name, Result.Missing));
  Result.IsTime = Each.isTime() || Each.isTimeLimit();
  if (Each.Kind == Quantity::Calls || Each.Kind == Quantity::Cycles)
    requireArcs(Result.Missing);
  if (Result.IsTime && !Model.Run.HasTimes && Result.Missing.empty())
    Result.Missing = "no samples in the profile data";
  if (!Result.Missing.empty())
    return Result;
  switch (Each.Kind) {
  case Quantity::Calls:
    if (Named.size() == 2) {
      Result.Count = callsBetween(Named[0], Named[1]);
      break;
    }
    for (FunctionIndex I : Named[0])
      Result.Count += Model.Functions[I].Calls + Model.Functions[I].SelfCalls;
    break;
  case Quantity::Self:
  case Quantity::Total:
    for (FunctionIndex I : Named[0]) {
      Result.Samples += Model.Functions[I].Self;
      addEstimate(I, Result);
      if (Each.Kind == Quantity::Total)
        Result.Samples += Model.Functions[I].Children;
    }
    break;
  case Quantity::Lines:
    measureLines(Each, Result);
    break;
  case Quantity::Blocks:
    Result.Count = blocksOf(Named[0]);
    break;
  case Quantity::Cycles:
    Result.Count = Model.Cycles.size();
    break;
  case Quantity::Count:
    Result.Count = Each.Number;
    break;
  case Quantity::Cost:
    measureCost(Each, Named.empty() ? nullptr : &Named[0], Result);
    break;
  case Quantity::Work:
    return measure(workOf(Each));
  case Quantity::Baseline:
    llvm_unreachable("a baseline is not measured");
  case Quantity::Measured:
    llvm_unreachable("stacks have been measured");
  case Quantity::Percent:
    Result.Samples = Each.Fraction / 100 * Model.Run.Total;
    break;
  case Quantity::Seconds:
    if (!Model.Run.Cost.isTime()) {
      Result.Missing = "the profile has " + Model.Run.Cost.Name + ", no time";
      break;
    }
    Result.Samples = Each.Fraction * double(Model.Run.Cost.Rate);
    break;
  }
  return Result;
}

/// Returns \p Each as text: a time in seconds or, if \p Unit is Percent, in
/// percent of all time, with its error.
std::string RuleChecker::print(const Figure &Each,
                               Quantity::QuantityKind Unit) const {
  if (!Each.Missing.empty())
    return Each.Missing;
  std::string Text;
  if (!Each.IsTime) {
    if (Each.Estimates.empty())
      return utostr(Each.Count);
    Text = "~" + utostr(Each.Count);
    double Low = double(Each.Count), High = Low;
    for (const auto &[Function, Estimate] : Each.Estimates) {
      Low += Estimate.Low - Estimate.Value;
      High += Estimate.High - Estimate.Value;
    }
    Text += " (" + fixed(Low, 0) + " to " +
            (std::isfinite(High) ? fixed(High, 0) : "?") + ")";
    return Text;
  }
  raw_string_ostream OS(Text);
  double Error = Model.errorOf(Each.Samples);
  double All = allSamples(Each.IsMeasured);
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

Quantity RuleChecker::workOf(const Quantity &Each) const {
  Quantity Result = Each;
  if (Each.Kind != Quantity::Work)
    return Result;
  if (Model.Run.HasTimes && Model.Run.Cost.IsCounted) {
    Result.Kind = Quantity::Cost;
    Result.CostName = Model.Run.Cost.Name;
  } else {
    const bool HasBlocks = any_of(
        Model.Executions, [](const ExecRow &Row) { return !Row.IsCalls; });
    Result.Kind = HasBlocks ? Quantity::Blocks : Quantity::Calls;
  }
  return Result;
}

Expected<BaselineValue> RuleChecker::valueOf(const Quantity &Each) const {
  Figure Found = measure(Each);
  if (!Found.Missing.empty())
    return makeError(Found.Missing);
  BaselineValue Result;
  Result.Value = Found.IsTime ? Model.cost(Found.Samples) : double(Found.Count);
  Result.Estimates = std::move(Found.Estimates);
  return Result;
}

static Verdict verdictOf(std::optional<bool> Holds, std::string Found) {
  return {Holds.value_or(false), !Holds, std::move(Found)};
}

/// Compares a quantity with its value in the baseline.
Verdict RuleChecker::compareWithBaseline(const Rule &Each) const {
  const Figure New = measure(Each.Left);
  const std::string Name = Each.Left.text();
  const BaselineValue *Before = Old ? Old->find(Name) : nullptr;
  if (!New.Missing.empty())
    return verdictOf(false, New.Missing);
  if (!Before)
    return verdictOf(false, Old ? "no value of '" + Name + "' in the baseline"
                                : "no baseline; --baseline names one");
  const double Value = New.IsTime ? Model.cost(New.Samples) : double(New.Count);
  std::string Found;
  raw_string_ostream OS(Found);
  OS << print(New, Quantity::Seconds) << " and a baseline of "
     << (New.IsTime ? CostText(Model.Run.Cost).amount(Before->Value, 4)
                    : utostr(uint64_t(Before->Value)));
  if (Before->Value > 0)
    OS << format(", %+.3f%%", 100 * (Value / Before->Value - 1));
  return verdictOf(decideChange({Value, New.Estimates}, Each.Operator, *Before,
                                Each.Right.Fraction),
                   Found);
}

Verdict RuleChecker::compare(const Rule &Each) const {
  if (Each.Right.Kind == Quantity::Baseline)
    return compareWithBaseline(Each);
  Figure Left = measure(Each.Left), Right = measure(Each.Right);
  Verdict Result;
  // A share of a measured time is one of the whole process.
  if (Each.Left.Kind == Quantity::Percent && Right.IsMeasured)
    Left.Samples = Each.Left.Fraction / 100 * allSamples(true);
  if (Each.Right.Kind == Quantity::Percent && Left.IsMeasured)
    Right.Samples = Each.Right.Fraction / 100 * allSamples(true);
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
  if (!Left.Missing.empty() || !Right.Missing.empty())
    return Result;
  if (Left.Estimates.empty() && Right.Estimates.empty()) {
    Result.Holds = Left.IsTime
                       ? holds(Left.Samples, Each.Operator, Right.Samples)
                       : holds(Left.Count, Each.Operator, Right.Count);
    return Result;
  }
  auto IntervalOf = [](const Figure &Of) {
    return Interval(Of.IsTime ? Of.Samples : double(Of.Count), Of.Estimates);
  };
  return verdictOf(decide(IntervalOf(Left), Each.Operator, IntervalOf(Right)),
                   Result.Found);
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
  SmallVector<Functions> Named;
  for (StringRef Name : Each.Names)
    Named.push_back(find(Name, Missing));
  requireArcs(Missing);
  if (!Missing.empty()) {
    Result.Found = Missing;
    return Result;
  }
  const ModelCycle *Common = nullptr;
  for (const ModelCycle &Cycle : Model.Cycles)
    if (all_of(Named, [&](const Functions &Of) {
          return any_of(Of, [&](FunctionIndex I) {
            return is_contained(Cycle.Members, I);
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
  requireArcs(Result.Found);
  if (!Result.Found.empty())
    return verdictOf(false, Result.Found);
  for (const ModelCycle &Cycle : Model.Cycles) {
    bool IsKnown = any_of(KnownCycles, [&](const Functions &Known) {
      return all_of(Cycle.Members,
                    [&](FunctionIndex I) { return is_contained(Known, I); });
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
