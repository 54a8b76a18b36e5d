//===-- QuantityMeter.cpp - Measures what rules name ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A quantity has no value if it names something that the program does not have.
// Otherwise a renamed function would silently disable its rules.
//
//===----------------------------------------------------------------------===//

#include "commands/check/QuantityMeter.h"
#include "commands/CostText.h"
#include "commands/report/MpiReport.h"
#include "commands/report/RankReport.h"
#include "files/LabelledProcesses.h"
#include "model/IncompleteStacks.h"
#include "names/MpiNames.h"
#include "profile/GmonReader.h"
#include "support/NearestWord.h"
#include "support/Rounding.h"
#include <limits>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

QuantityMeter::QuantityMeter(const ProfileModel &Model, bool NeedsStacks)
    : Model(Model), Names(Model), Calls(Model, Names), Coverage(Model, Names) {
  // Beside counted costs, stacks have calls only.
  if (NeedsStacks && Model.Stacks && !Model.Costs)
    Stacks.emplace(*Model.Stacks);
}

/// Returns the samples that are 100%: of the program or, if \p IsMeasured, of
/// the whole process.
double QuantityMeter::allSamples(bool IsMeasured) const {
  return IsMeasured && Stacks ? Stacks->total() : Model.Run.Total;
}

const NamedFunctions &QuantityMeter::find(StringRef Name,
                                          std::string &Missing) const {
  const NamedInRule &Found = Names.of(Name);
  if (Missing.empty())
    Missing = Found.Missing;
  return Found.Mine;
}

void QuantityMeter::measureCalls(const Quantity &Each, Figure &Into) const {
  // Calls of a stub are calls of the function to which it leads.
  const StringRef Callee = withoutStubSuffix(Each.Names.back());
  const StringRef Caller =
      Each.Names.size() == 2 ? withoutStubSuffix(Each.Names.front()) : "";
  const CallCount Found = Caller.empty() ? Calls.countOf(Callee)
                                         : Calls.countBetween(Caller, Callee);
  Into.Missing = Found.Missing;
  Into.Count = Found.Count;
  if (Found.Fewer || Found.More)
    Into.Estimates[Each.text()] = {double(Found.Count - Found.Fewer),
                                   double(Found.Count),
                                   double(Found.Count + Found.More)};
  if (!Into.Missing.empty())
    return;
  Into.Missing = Coverage.whyMoreCalls(Caller, Callee, Into.Count);
  Into.IsOpen = !Into.Missing.empty();
}

void QuantityMeter::measureLines(const Quantity &Each, Figure &Into) const {
  bool HasFile = false, HasLine = false, IsUnknown = false;
  for (const CountedFile &File : Model.Lines) {
    if (!isPathOf(File.Path, Each.Names.front()))
      continue;
    HasFile = true;
    IsUnknown |= binary_search(File.Unknown, Each.Line);
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
  else if (!HasLine && IsUnknown) {
    Into.Missing = "nobody counted this line: a copy of its function that was "
                   "executed has no code of it; -a=source counts it";
    Into.IsOpen = true;
  } else if (!HasLine)
    Into.Missing = "no code on this line";
}

uint64_t QuantityMeter::blocksOf(const NamedFunctions &Of) const {
  uint64_t Executions = 0;
  for (const ExecRow &Row : Model.Executions)
    if (!Row.IsCalls && any_of(Of, [&](FunctionIndex I) {
          const ModelFunction &F = Model.Functions[I];
          return F.LinkName == Row.Function && F.Path == Row.Path;
        }))
      Executions += Row.Count;
  return Executions;
}

/// Returns the time of inlined code of the functions \p Name, and in them. None
/// if the stacks have another cost than the histogram.
InlinedTime QuantityMeter::inlinedTime(StringRef Name) const {
  InlinedTime Result;
  if (!Stacks || Model.Stacks->Cost.Name != Model.Run.Cost.Name ||
      Model.Stacks->Cost.Rate != Model.Run.Cost.Rate)
    return Result;
  const StackModel &Process = *Model.Stacks;
  BitVector Named(Process.Functions.size());
  for (StackFunctionIndex F : findOnStacks(Name))
    if (Process.isOfProgram(F))
      Named.set(F);
  for (const StackSampleRow &Row : Process.Samples) {
    const bool IsInner = Named.test(Process.Nodes[Row.Node].Function);
    const bool IsOuter =
        Named.test(Process.Nodes[Process.outOfLine(Row.Node)].Function);
    if (IsInner && !IsOuter)
      Result.Elsewhere += double(Row.Count);
    else if (IsOuter && !IsInner)
      Result.Within += double(Row.Count);
  }
  return Result;
}

/// Returns the samples of the own code of the functions \p Of, which are called
/// \p Name, as report shows them: with code of theirs that is inlined into
/// others, and without such code of others, as far as stacks tell.
double QuantityMeter::selfSamples(StringRef Name,
                                  const NamedFunctions &Of) const {
  double Samples = 0;
  for (FunctionIndex I : Of)
    Samples += Model.Functions[I].Self;
  const InlinedTime Inlined = inlinedTime(Name);
  return std::max(0.0, Samples - Inlined.Within) + Inlined.Elsewhere;
}

/// Measures the time of stacks: each counts once, however many of the functions
/// or of their calls are on it.
void QuantityMeter::measureStacks(const Quantity &Each, Figure &Into) const {
  Into.IsTime = Into.IsMeasured = true;
  if (!Stacks || wasNotSampled(Model)) {
    Into.Missing = "no stacks in the profile data";
    return;
  }
  const StackModel &Model = Stacks->model();
  SmallVector<BitVector, 2> Named;
  for (StringRef Name : Each.Names) {
    BitVector &Set = Named.emplace_back(Model.Functions.size());
    for (FunctionIndex F : findOnStacks(Name))
      Set.set(F);
    if (Set.none() && Into.Missing.empty())
      Into.Missing = Names.of(Name).Missing;
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

/// Measures the imbalance of a function, or of all time outside of MPI. Of
/// several functions of one name, the greatest counts.
void QuantityMeter::measureImbalance(const Quantity &Each, Figure &Into) const {
  if (!Model.Stacks || !Model.Stacks->Ranks.NumProcesses) {
    Into.IsOpen = Model.Stacks && mayCountTwice(Model.Run.Files->names());
    Into.Missing = Into.IsOpen ? WhyCountedTwice.str() : HowToGetRanks.str();
    return;
  }
  const StackModel &Process = *Model.Stacks;
  const StackRanks &Ranks = Process.Ranks;
  auto Take = [&](const RankDistribution &Of, double ByChance) {
    const double Ratio = Of.imbalance(Ranks.NumProcesses);
    if (!Of.Sum || (Into.Ratio && *Into.Ratio >= Ratio))
      return;
    Into.Ratio = Ratio;
    Into.Rank = Of.GreatestRank;
    Into.Chance = Ranks.NumProcesses > 1 ? ByChance : 0;
    Into.RatioError =
        Process.errorOf(double(Of.Greatest)) / Of.mean(Ranks.NumProcesses);
  };
  // 0 for all ranks is no balance.
  auto RequireSamples = [&](const Twine &What) {
    if (Into.Ratio)
      return;
    Into.Missing = ("no samples of " + What).str();
    Into.IsOpen = true;
  };
  if (Each.Names.empty()) {
    Take(Ranks.Program, Ranks.ByChance);
    RequireSamples("code outside of MPI");
    return;
  }
  const NamedFunctions &Found = findOnStacks(Each.Names.front());
  if (Found.empty()) {
    Into.Missing = Names.of(Each.Names.front()).Missing;
    return;
  }
  // Counts of ranks have no inlined functions.
  double Samples = 0;
  for (FunctionIndex F : Found)
    Samples += Stacks ? Stacks->ofFunction(F).Self : 0;
  constexpr double MostInlined = 0.1;
  const double Inlined = inlinedTime(Each.Names.front()).Elsewhere;
  if (Inlined > MostInlined * Samples && any_of(Found, [&](FunctionIndex F) {
        return Process.Functions[F].Address;
      })) {
    Into.Missing =
        "'" + Each.Names.front() +
        "' is inlined in places; its time there is that of its callers";
    Into.IsOpen = true;
    return;
  }
  for (const StackRankRow &Row : Ranks.Rows)
    if (!Row.IsPart && is_contained(Found, Row.Function))
      Take(Row.Samples, Row.ByChance);
  if (!Into.Ratio && all_of(Found, [&](FunctionIndex F) {
        return !Process.Functions[F].Address;
      }))
    Into.Missing = "'" + Each.Names.front() +
                   "' is inlined everywhere; its time is that of its callers";
  else
    RequireSamples("'" + Each.Names.front() + "'");
}

/// Whether the profile has no counts of the code of \p Function, which may have
/// been executed.
bool QuantityMeter::lacksCounts(const ModelFunction &Function) const {
  auto IsIn = [&](uint64_t Address) {
    return Function.Address <= Address && Address <= Function.End;
  };
  return Model.Costs &&
         none_of(
             Model.Costs->Functions,
             [&](const FunctionCost &Each) { return IsIn(Each.Code.Low); }) &&
         (Function.Calls + Function.SelfCalls > 0 ||
          any_of(Model.Costs->Outside,
                 [&](const OutsideCalls &Each) {
                   return Each.Count && IsIn(Each.Address);
                 }) ||
          !Coverage.whyMoreCalls("", Function.LinkName, 0).empty());
}

/// Sets the reason why there is no cost of the functions \p Of, if some lack
/// counts.
void QuantityMeter::requireCounts(const NamedFunctions &Of,
                                  Figure &Into) const {
  for (FunctionIndex I : Of)
    if (Into.Missing.empty() && lacksCounts(Model.Functions[I])) {
      Into.Missing =
          ("no counts of the code of '" + Model.Functions[I].Name + "'").str();
      Into.IsOpen = true;
    }
}

/// Returns the message that the MPI function \p Name is not measured.
static std::string notMeasured(StringRef Name) {
  const std::string Typed = Name.lower();
  NearestWord Nearest(Typed, unsigned(Name.size() / 5));
  for (StringRef Known : measuredMpiFunctions()) {
    Nearest.consider(Known.lower(), Known);
    Nearest.consider(Known.drop_front(StringRef("MPI_").size()).lower(), Known);
  }
  return ("'" + Name + "' is no MPI function that is measured").str() +
         Nearest.suggestion();
}

/// Measures the share of time in an MPI function, with communicators of all
/// sizes. A function that was not called has none.
void QuantityMeter::measureMpi(const Quantity &Each, Figure &Into) const {
  Into.IsShare = true;
  if (!Model.Stacks || Model.Stacks->Mpi.Entries.empty()) {
    Into.IsOpen = Model.Stacks && mayCountTwice(Model.Run.Files->names());
    Into.Missing = Into.IsOpen ? WhyCountedTwice.str() : HowToGetMpi.str();
    return;
  }
  const MpiCalls &Mpi = Model.Stacks->Mpi;
  const StringRef Name = Each.Names.empty() ? "" : StringRef(Each.Names[0]);
  // A newer runtime may measure more.
  if (!Name.empty() && !is_contained(measuredMpiFunctions(), Name) &&
      none_of(Mpi.Entries,
              [&](const MpiCall &Call) { return Call.Name == Name; })) {
    Into.Missing = notMeasured(Name);
    return;
  }
  double Time = 0;
  for (const MpiCall &Call : Mpi.Entries)
    if (Call.Name == Name)
      Time += double(Call.Nanoseconds.Sum);
  if (Mpi.NumProcesses != Model.Stacks->Runs || !Model.Stacks->ElapsedTime)
    Into.Missing = "the elapsed time of all processes is not known";
  else
    Into.Ratio = Time / double(Model.Stacks->ElapsedTime);
}

/// Adds the cost of the function \p Of to the estimates, if it is not exact.
void QuantityMeter::addEstimate(FunctionIndex Of, Figure &Into) const {
  const ModelFunction &Function = Model.Functions[Of];
  if (!Function.Bounds)
    return;
  CostEstimate &Sum = Into.Estimates[Function.LinkName.str()];
  Sum.Low += Function.Bounds->Low;
  Sum.Value += Function.Self;
  Sum.High += Function.Bounds->High;
  Sum.Digest += Function.Bounds->Digest;
}

/// Returns the message that the profile has another cost than \p Wanted.
std::string QuantityMeter::otherCost(const std::string &Wanted) const {
  return "the profile has " + Model.Run.Cost.Name + ", no " + Wanted +
         (CountedCost::parse(Wanted) ? "; --cost=" + Wanted + " counts them"
                                     : "");
}

/// Returns how many \p Wanted one unit of \p Cost is: a kpage-faults is 1000
/// page-faults. Returns nothing if it is another cost.
static std::optional<double> unitsOf(const CostKind &Cost, StringRef Wanted) {
  const EventUnit Has = splitUnit(Cost.Name), Wants = splitUnit(Wanted);
  if (Has.Event != Wants.Event)
    return std::nullopt;
  return double(Has.Number) / double(Wants.Number);
}

/// Measures the cost of functions, or of the whole program.
void QuantityMeter::measureCost(const Quantity &Each, Figure &Into) const {
  const bool IsOfAll = Each.Names.empty();
  NamedFunctions Named;
  if (!IsOfAll)
    Named = find(Each.Names.front(), Into.Missing);
  if (!Into.Missing.empty())
    return;
  const std::optional<double> Units = unitsOf(Model.Run.Cost, Each.CostName);
  if (!Model.Run.HasTimes)
    Into.Missing = "no " + Each.CostName + " in the profile data";
  else if (!Units)
    Into.Missing = otherCost(Each.CostName);
  else
    requireCounts(Named, Into);
  if (!Into.Missing.empty())
    return;
  const double Samples =
      IsOfAll ? Model.Run.Total : selfSamples(Each.Names.front(), Named);
  if (IsOfAll)
    for (FunctionIndex F = 0; F < Model.Functions.size(); ++F)
      addEstimate(F, Into);
  for (FunctionIndex F : Named)
    addEstimate(F, Into);
  const double Value = Model.cost(Samples) * *Units;
  Into.Count = roundToWhole(Value);
  if (splitUnit(Each.CostName).Number > 1) {
    Into.Count = uint64_t(Value);
    Into.Rest = Value - double(Into.Count);
  }
}

uint64_t QuantityMeter::unsampledThreads(const Quantity &Of) const {
  const bool HasSamples =
      Of.isTime() || Of.Kind == Quantity::Percent ||
      Of.Kind == Quantity::Imbalance || Of.Kind == Quantity::Cost ||
      (Of.Kind == Quantity::Work && workOf(Of).Kind == Quantity::Cost);
  return HasSamples ? Model.Run.RunNotes.UnsampledThreads : 0;
}

Figure QuantityMeter::measure(const Quantity &Each) const {
  Figure Result = measureKnown(Each);
  if (!Result.Missing.empty() || !unsampledThreads(Each))
    return Result;
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  CostEstimate &Lacking = Result.Estimates["threads without samples"];
  Lacking.High = Infinity;
  if (Result.Ratio) // more samples may be even ones
    Lacking.Low = -Infinity;
  return Result;
}

/// Says that \p Into is a time, and that there is none without samples.
void QuantityMeter::requireSamples(Figure &Into) const {
  Into.IsTime = true;
  if (Into.Missing.empty() && (!Model.Run.HasTimes || wasNotSampled(Model)))
    Into.Missing = "no samples in the profile data";
}

void QuantityMeter::measureSelf(const Quantity &Each, Figure &Into) const {
  const StringRef Name = Each.Names.front();
  const NamedFunctions Named = Stacks && Names.isInlinedEverywhere(Name)
                                   ? NamedFunctions()
                                   : find(Name, Into.Missing);
  requireSamples(Into);
  requireCounts(Named, Into);
  if (!Into.Missing.empty())
    return;
  Into.Samples = selfSamples(Name, Named);
  for (FunctionIndex F : Named)
    addEstimate(F, Into);
}

void QuantityMeter::measureTotal(const Quantity &Each, Figure &Into) const {
  const StringRef Name = Each.Names.front();
  const NamedFunctions &Named = find(Name, Into.Missing);
  requireSamples(Into);
  requireCounts(Named, Into);
  if (!Into.Missing.empty())
    return;
  for (FunctionIndex F : Named) {
    Into.Samples += Model.Functions[F].Self + Model.Functions[F].Children;
    addEstimate(F, Into);
  }
  // The call graph has what it calls there as calls of others.
  if (const double More = inlinedTime(Name).Elsewhere)
    Into.Estimates["inlined"] = {Into.Samples, Into.Samples,
                                 Into.Samples + More};
}

void QuantityMeter::measureBlocks(const Quantity &Each, Figure &Into) const {
  const NamedFunctions &Named = find(Each.Names.front(), Into.Missing);
  if (!Into.Missing.empty())
    return;
  Into.Count = blocksOf(Named);
  if (!Into.Count)
    Into.Missing = Coverage.whyNoBlocks(Each.Names.front(), Named);
}

void QuantityMeter::measureCycles(const Quantity &Each, Figure &Into) const {
  for (StringRef Name : Each.Names)
    find(Name, Into.Missing);
  requireCalls(Model, Into.Missing);
  Into.Count = Model.Cycles.size();
}

/// Converts a limit of times to samples.
void QuantityMeter::measureLimit(const Quantity &Each, Figure &Into) const {
  requireSamples(Into);
  if (!Into.Missing.empty())
    return;
  const CostKind &Cost = Model.Run.Cost;
  if (Each.Kind == Quantity::Percent)
    Into.Samples = Each.Fraction / 100 * Model.Run.Total;
  else if (Each.Kind == Quantity::Seconds && Cost.isTime())
    Into.Samples = Each.Fraction * double(Cost.Rate);
  else if (Each.Kind == Quantity::Seconds)
    Into.Missing = "the profile has " + Cost.Name + ", no time";
  else if (std::optional<double> Units = unitsOf(Cost, Each.CostName))
    Into.Samples = Each.Fraction * double(Cost.Rate) / *Units;
  else
    Into.Missing = otherCost(Each.CostName);
}

/// Measures what was counted.
Figure QuantityMeter::measureKnown(const Quantity &Each) const {
  using MeasureFn = void (QuantityMeter::*)(const Quantity &, Figure &) const;
  auto MeasuredBy = [&](MeasureFn Measure) {
    Figure Result;
    (this->*Measure)(Each, Result);
    return Result;
  };
  switch (Each.Kind) {
  case Quantity::Calls:
    return MeasuredBy(&QuantityMeter::measureCalls);
  case Quantity::Self:
    return MeasuredBy(&QuantityMeter::measureSelf);
  case Quantity::Total:
    return MeasuredBy(&QuantityMeter::measureTotal);
  case Quantity::Measured:
    return MeasuredBy(&QuantityMeter::measureStacks);
  case Quantity::Lines:
    return MeasuredBy(&QuantityMeter::measureLines);
  case Quantity::Blocks:
    return MeasuredBy(&QuantityMeter::measureBlocks);
  case Quantity::Cycles:
    return MeasuredBy(&QuantityMeter::measureCycles);
  case Quantity::Cost:
    return MeasuredBy(&QuantityMeter::measureCost);
  case Quantity::Imbalance:
    return MeasuredBy(&QuantityMeter::measureImbalance);
  case Quantity::Mpi:
    return MeasuredBy(&QuantityMeter::measureMpi);
  case Quantity::Percent:
  case Quantity::Units:
  case Quantity::Seconds:
    return MeasuredBy(&QuantityMeter::measureLimit);
  case Quantity::Work:
    return measureKnown(workOf(Each));
  case Quantity::Count:
  case Quantity::Ratio: {
    Figure Result;
    Result.Count = Each.Number;
    if (Each.Kind == Quantity::Ratio)
      Result.Ratio = Each.Fraction;
    return Result;
  }
  case Quantity::Baseline:
    break;
  }
  llvm_unreachable("a baseline is not measured");
}

Quantity QuantityMeter::workOf(const Quantity &Each) const {
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
