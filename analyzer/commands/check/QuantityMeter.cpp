//===-- QuantityMeter.cpp - Measures what rules name ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures each kind of quantity. A quantity has no value if it names something
// that the program does not have. Otherwise a renamed function would silently
// disable its rules.
//
//===----------------------------------------------------------------------===//

#include "commands/check/QuantityMeter.h"
#include "advice/CodeOrigin.h"
#include "commands/CostText.h"
#include "commands/report/ProfileReport.h"
#include "files/ProfileSet.h"
#include "files/SegmentChoice.h"
#include "model/IncompleteStacks.h"
#include "names/MpiNames.h"
#include "profile/GmonReader.h"
#include "support/Errors.h"
#include "support/Rounding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <limits>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

QuantityMeter::QuantityMeter(const ProfileModel &Model, bool NeedsStacks)
    : Model(Model), Names(Model), Calls(Model, Names), Coverage(Model, Names) {
  // If costs were counted, stacks have calls only.
  if (NeedsStacks && Model.HasStacks && !Model.Costs)
    Stacks.emplace(Model);
}

/// Returns the samples that are 100%: the program's or, if \p IsMeasured, all.
double QuantityMeter::allSamples(bool IsMeasured) const {
  return IsMeasured && Stacks ? Stacks->total() : Model.Run.Total;
}

const NamedFunctions &QuantityMeter::find(StringRef Name,
                                          std::string &Missing) const {
  const NamedInRule &Found = Names.of(Name);
  if (Missing.empty())
    Missing = Found.Missing;
  return Found.InProgram;
}

void QuantityMeter::measureCalls(const Quantity &Wanted, Figure &Result) const {
  // Calls of a stub are calls of the function to which it leads.
  const StringRef Callee = withoutStubSuffix(Wanted.Names.back());
  const StringRef Caller =
      Wanted.Names.size() == 2 ? withoutStubSuffix(Wanted.Names.front()) : "";
  const CallCount Found = Caller.empty() ? Calls.countOf(Callee)
                                         : Calls.countBetween(Caller, Callee);
  Result.Missing = Found.Missing;
  Result.Count = Found.Count;
  if (Found.Fewer || Found.More)
    Result.Estimates[Wanted.text()] = {double(Found.Count - Found.Fewer),
                                       double(Found.Count),
                                       double(Found.Count + Found.More)};
  if (!Result.Missing.empty())
    return;
  Result.Missing = Coverage.whyMoreCalls(Caller, Callee, Result.Count);
  Result.IsOpen = !Result.Missing.empty();
}

bool QuantityMeter::lacksCallers(const Quantity &Wanted) const {
  if (Wanted.Kind != Quantity::Calls || Wanted.Names.size() != 1)
    return false;
  const NamedInRule &Found = Names.of(withoutStubSuffix(Wanted.Names.front()));
  return Found.IsOnlyLinked || any_of(Found.OnStacks, [&](FunctionIndex F) {
           return Model.Functions[F].HasMoreCalls;
         });
}

void QuantityMeter::measureLines(const Quantity &Wanted, Figure &Result) const {
  bool HasFile = false, HasLine = false, IsUnknown = false;
  for (const CountedFile &File : Model.Lines) {
    if (!isPathOf(File.Path, Wanted.Names.front()))
      continue;
    HasFile = true;
    IsUnknown |= binary_search(File.Unknown, Wanted.Line);
    auto Found = std::ranges::lower_bound(File.Lines, Wanted.Line, {},
                                          &CountedLine::Number);
    if (Found == File.Lines.end() || Found->Number != Wanted.Line)
      continue;
    HasLine = true;
    Result.Count += Found->Count;
  }
  if (!HasFile)
    Result.Missing = "no counts of lines of '" + Wanted.Names.front() + "'";
  else if (!HasLine && IsUnknown) {
    Result.Missing =
        "nobody counted this line: a copy of its function that was "
        "executed has no code of it; -a=source counts it";
    Result.IsOpen = true;
  } else if (!HasLine)
    Result.Missing = "no code on this line";
}

/// Returns \p Lines of the file \p Path as text: "parser.c:4, 10-12".
static std::string textOfLines(StringRef Path, ArrayRef<uint32_t> Lines) {
  std::string Text;
  for (size_t First = 0, End; First < Lines.size(); First = End) {
    for (End = First + 1;
         End < Lines.size() && Lines[End] == Lines[End - 1] + 1;)
      ++End;
    Text += (Text.empty() ? Path.str() + ":" : ", ") + utostr(Lines[First]) +
            (End - First > 1 ? "-" + utostr(Lines[End - 1]) : "");
  }
  return Text;
}

/// Measures how many of the lines with code were executed.
void QuantityMeter::measureCoverage(const Quantity &Wanted,
                                    Figure &Result) const {
  Result.IsShare = true;
  bool HasFile = false;
  size_t NumLines = 0, NumExecuted = 0;
  for (const CountedFile &File : Model.Lines) {
    if (Wanted.Names.empty() ? isInstalled(File.Path)
                             : !isPathOf(File.Path, Wanted.Names.front()))
      continue;
    HasFile = true;
    std::vector<uint32_t> Others;
    for (const CountedLine &Line : File.Lines) {
      if (Wanted.Among &&
          !overlapsAny(*Wanted.Among, File.Path, Line.Number, Line.Number))
        continue;
      ++NumLines;
      NumExecuted += Line.Count != 0;
      if (!Line.Count)
        Others.push_back(Line.Number);
    }
    if (Wanted.Among && !Others.empty())
      Result.Others += (Result.Others.empty() ? "" : "; ") +
                       textOfLines(sys::path::filename(File.Path), Others);
  }
  // A change without code leaves nothing to execute.
  if (NumLines || (HasFile && Wanted.Among))
    Result.Ratio = NumLines ? double(NumExecuted) / double(NumLines) : 1;
  else
    Result.Missing =
        "no counts of lines" +
        (Wanted.Names.empty() ? "" : " of '" + Wanted.Names.front() + "'");
}

uint64_t QuantityMeter::blocksOf(const NamedFunctions &Functions) const {
  uint64_t Executions = 0;
  for (const ExecRow &Row : Model.Executions)
    if (!Row.IsCalls && any_of(Functions, [&](FunctionIndex I) {
          const ModelFunction &F = Model.Functions[I];
          return F.LinkName == Row.Function && F.Path == Row.Path;
        }))
      Executions += Row.Count;
  return Executions;
}

/// Returns the time of inlined code of the functions \p Name, and in them. None
/// if the stacks have another cost than the histogram.
CopySamples QuantityMeter::inlinedTime(StringRef Name) const {
  if (!Stacks || Model.StackCost.Name != Model.Run.Cost.Name ||
      Model.StackCost.Rate != Model.Run.Cost.Rate)
    return CopySamples();
  NamedFunctions Named;
  for (FunctionIndex F : findOnStacks(Name))
    if (Model.isOfProgram(F))
      Named.push_back(F);
  return CopySamples(Model, Named);
}

/// Returns the self samples of \p Functions, whose name is \p Name, as report
/// shows them: with their code that is inlined into other functions, and
/// without code of other functions that is inlined into them, as far as stacks
/// show it.
double QuantityMeter::selfSamples(StringRef Name,
                                  const NamedFunctions &Functions) const {
  double Samples = 0;
  for (FunctionIndex I : Functions)
    Samples += Model.Functions[I].Self;
  const CopySamples Inlined = inlinedTime(Name);
  return std::max(0.0, Samples - Inlined.Within) + Inlined.Elsewhere;
}

/// Measures the time of the stacks that have one of the functions or of their
/// calls. A stack counts once.
void QuantityMeter::measureStacks(const Quantity &Wanted,
                                  Figure &Result) const {
  Result.IsTime = Result.IsMeasured = true;
  if (!Stacks || wasNotSampled(Model)) {
    Result.Missing = "no stacks in the profile data";
    return;
  }
  SmallVector<BitVector, 2> Named;
  for (StringRef Name : Wanted.Names) {
    BitVector &Set = Named.emplace_back(Model.Functions.size());
    for (FunctionIndex F : findOnStacks(Name))
      Set.set(F);
    if (Set.none() && Result.Missing.empty())
      Result.Missing = Names.of(Name).Missing;
  }
  if (!Result.Missing.empty())
    return;
  BitVector IsBelow(Model.Nodes.size());
  for (StackNodeIndex N = 0; N < Model.Nodes.size(); ++N) {
    const StackNode &Node = Model.Nodes[N];
    const bool HasCaller = Node.Parent != NoIndex;
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
    Result.Samples += Stacks->ofNode(N).Total;
  }
}

/// Measures the imbalance of a function, or of all time outside of MPI. Of
/// several functions of one name, the greatest counts.
void QuantityMeter::measureImbalance(const Quantity &Wanted,
                                     Figure &Result) const {
  if (!Model.HasStacks || !Model.Ranks.NumProcesses) {
    Result.IsOpen = Model.HasStacks && mayCountTwice(Model.Run.Files->names());
    Result.Missing =
        Result.IsOpen ? WhyCountedTwice.str() : HowToGetRanks.str();
    return;
  }
  const StackRanks &Ranks = Model.Ranks;
  auto Take = [&](const RankDistribution &Distribution, double ByChance) {
    const double Ratio = Distribution.imbalance(Ranks.NumProcesses);
    if (!Distribution.Sum || (Result.Ratio && *Result.Ratio >= Ratio))
      return;
    Result.Ratio = Ratio;
    Result.Rank = Distribution.GreatestRank;
    Result.Chance = Ranks.NumProcesses > 1 ? ByChance : 0;
    Result.RatioError = Model.stackError(double(Distribution.Greatest)) /
                        Distribution.mean(Ranks.NumProcesses);
  };
  // 0 for all ranks is no balance.
  auto RequireSamples = [&](const Twine &What) {
    if (Result.Ratio)
      return;
    Result.Missing = ("no samples of " + What).str();
    Result.IsOpen = true;
  };
  if (Wanted.Names.empty()) {
    Take(Ranks.Program, Ranks.ByChance);
    RequireSamples("code outside of MPI");
    return;
  }
  const NamedFunctions &Found = findOnStacks(Wanted.Names.front());
  if (Found.empty()) {
    Result.Missing = Names.of(Wanted.Names.front()).Missing;
    return;
  }
  // Counts of ranks have no inlined functions.
  double Samples = 0;
  for (FunctionIndex F : Found)
    Samples += Stacks ? Stacks->ofFunction(F).Self : 0;
  constexpr double MostInlined = 0.1;
  const double Inlined = inlinedTime(Wanted.Names.front()).Elsewhere;
  if (Inlined > MostInlined * Samples && any_of(Found, [&](FunctionIndex F) {
        return Model.Functions[F].Address;
      })) {
    Result.Missing =
        "'" + Wanted.Names.front() +
        "' is inlined in places; its time there is that of its callers";
    Result.IsOpen = true;
    return;
  }
  for (const StackRankRow &Row : Ranks.Rows)
    if (!Row.IsPart && is_contained(Found, Row.Function))
      Take(Row.Samples, Row.ByChance);
  if (!Result.Ratio && all_of(Found, [&](FunctionIndex F) {
        return !Model.Functions[F].Address;
      }))
    Result.Missing = "'" + Wanted.Names.front() +
                     "' is inlined everywhere; its time is that of its callers";
  else
    RequireSamples("'" + Wanted.Names.front() + "'");
}

/// Whether code of \p Function that has no counts may have been executed.
bool QuantityMeter::lacksCounts(const ModelFunction &Function) const {
  auto IsIn = [&](uint64_t Address) {
    return Function.Address <= Address && Address <= Function.End;
  };
  return Model.Costs &&
         none_of(
             Model.Costs->Functions,
             [&](const FunctionCost &Cost) { return IsIn(Cost.Code.Low); }) &&
         (Function.graphCalls() > 0 ||
          any_of(Model.Costs->Outside,
                 [&](const OutsideCalls &Call) {
                   return Call.Count && IsIn(Call.Address);
                 }) ||
          !Coverage.whyMoreCalls("", Function.LinkName, 0).empty());
}

/// Sets the reason why there is no cost of \p Functions, if some lack counts.
void QuantityMeter::requireCounts(const NamedFunctions &Functions,
                                  Figure &Result) const {
  for (FunctionIndex I : Functions)
    if (Result.Missing.empty() && lacksCounts(Model.Functions[I])) {
      Result.Missing =
          ("no counts of the code of '" + Model.Functions[I].Name + "'").str();
      Result.IsOpen = true;
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
void QuantityMeter::measureMpi(const Quantity &Wanted, Figure &Result) const {
  Result.IsShare = true;
  if (!Model.HasStacks || Model.Mpi.Entries.empty()) {
    Result.IsOpen = Model.HasStacks && mayCountTwice(Model.Run.Files->names());
    Result.Missing = Result.IsOpen ? WhyCountedTwice.str() : HowToGetMpi.str();
    return;
  }
  const MpiCalls &Mpi = Model.Mpi;
  const StringRef Name = Wanted.Names.empty() ? "" : StringRef(Wanted.Names[0]);
  // A newer runtime may measure more.
  if (!Name.empty() && !is_contained(measuredMpiFunctions(), Name) &&
      none_of(Mpi.Entries,
              [&](const MpiCall &Call) { return Call.Name == Name; })) {
    Result.Missing = notMeasured(Name);
    return;
  }
  double Time = 0;
  for (const MpiCall &Call : Mpi.Entries)
    if (Call.Name == Name)
      Time += double(Call.Nanoseconds.Sum);
  if (Mpi.NumProcesses != Model.Runs || !Model.ElapsedTime)
    Result.Missing = "the elapsed time of all processes is not known";
  else
    Result.Ratio = Time / double(Model.ElapsedTime);
}

/// Adds the cost of the function \p Index to the estimates if it is not exact.
void QuantityMeter::addEstimate(FunctionIndex Index, Figure &Result) const {
  const ModelFunction &Function = Model.Functions[Index];
  if (!Function.Bounds)
    return;
  CostEstimate &Sum = Result.Estimates[Function.LinkName.str()];
  Sum.Low += Function.Bounds->Low;
  Sum.Value += Function.Self;
  Sum.High += Function.Bounds->High;
  Sum.Digest += Function.Bounds->Digest;
}

/// Returns the message that the profile has another cost than \p Wanted.
std::string QuantityMeter::otherCost(const std::string &Wanted) const {
  return "the profile has " + Model.Run.Cost.Name + ", no " + Wanted +
         (CountedCost::parse(Wanted)
              ? "; with code of -a, --cost=" + Wanted + " counts them"
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
void QuantityMeter::measureCost(const Quantity &Wanted, Figure &Result) const {
  const bool IsOfAll = Wanted.Names.empty();
  NamedFunctions Named;
  if (!IsOfAll)
    Named = find(Wanted.Names.front(), Result.Missing);
  if (!Result.Missing.empty())
    return;
  const std::optional<double> Units = unitsOf(Model.Run.Cost, Wanted.CostName);
  if (IsOfAll && Wanted.CostName == "calls" && Model.Run.Cost.isTime()) {
    Result.Count = 0;
    for (FunctionIndex F = 0; F < Model.NumInGraph; ++F)
      Result.Count += callsMade(Model, F);
    if (!Result.Count)
      Result.Missing = "no calls in the profile data";
    return;
  }
  if (!Model.Run.HasTimes)
    Result.Missing = "no " + Wanted.CostName + " in the profile data";
  else if (!Units)
    Result.Missing = otherCost(Wanted.CostName);
  else
    requireCounts(Named, Result);
  if (!Result.Missing.empty())
    return;
  const double Samples =
      IsOfAll ? Model.Run.Total : selfSamples(Wanted.Names.front(), Named);
  if (IsOfAll)
    for (FunctionIndex F = 0; F < Model.NumInGraph; ++F)
      addEstimate(F, Result);
  for (FunctionIndex F : Named)
    addEstimate(F, Result);
  const double Value = Model.cost(Samples) * *Units;
  Result.Count = roundToWhole(Value);
  if (splitUnit(Wanted.CostName).Number > 1) {
    Result.Count = uint64_t(Value);
    Result.Rest = Value - double(Result.Count);
  }
}

uint64_t QuantityMeter::unsampledThreads(const Quantity &Wanted) const {
  const bool HasSamples =
      Wanted.isTime() || Wanted.Kind == Quantity::Percent ||
      Wanted.Kind == Quantity::Imbalance || Wanted.Kind == Quantity::Cost ||
      (Wanted.Kind == Quantity::Work && workOf(Wanted).Kind == Quantity::Cost);
  return HasSamples ? Model.Run.RunNotes.UnsampledThreads : 0;
}

Figure QuantityMeter::measure(const Quantity &Wanted) const {
  Figure Result = measureKnown(Wanted);
  if (!Result.Missing.empty() || !unsampledThreads(Wanted))
    return Result;
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  CostEstimate &Lacking = Result.Estimates["threads without samples"];
  Lacking.High = Infinity;
  if (Result.Ratio) // more samples may be even ones
    Lacking.Low = -Infinity;
  return Result;
}

/// Makes \p Result a time. Without samples, sets why it has no value.
void QuantityMeter::requireSamples(Figure &Result) const {
  Result.IsTime = true;
  if (Result.Missing.empty() && (!Model.Run.HasTimes || wasNotSampled(Model)))
    Result.Missing = "no samples in the profile data";
}

void QuantityMeter::measureSelf(const Quantity &Wanted, Figure &Result) const {
  const StringRef Name = Wanted.Names.front();
  const NamedFunctions Named = Stacks && Names.isInlinedEverywhere(Name)
                                   ? NamedFunctions()
                                   : find(Name, Result.Missing);
  requireSamples(Result);
  requireCounts(Named, Result);
  if (!Result.Missing.empty())
    return;
  Result.Samples = selfSamples(Name, Named);
  for (FunctionIndex F : Named)
    addEstimate(F, Result);
}

void QuantityMeter::measureTotal(const Quantity &Wanted, Figure &Result) const {
  const StringRef Name = Wanted.Names.front();
  const NamedFunctions &Named = find(Name, Result.Missing);
  requireSamples(Result);
  requireCounts(Named, Result);
  if (!Result.Missing.empty())
    return;
  for (FunctionIndex F : Named) {
    Result.Samples += Model.Functions[F].Self + Model.Functions[F].Children;
    addEstimate(F, Result);
  }
  // In the call graph, callees of an inlined copy are callees of the function
  // that contains the copy.
  if (const double More = inlinedTime(Name).Elsewhere)
    Result.Estimates["inlined"] = {Result.Samples, Result.Samples,
                                   Result.Samples + More};
}

/// Whether the line where \p Function begins has a count, maybe 0.
bool QuantityMeter::hasLineCounts(const ModelFunction &Function) const {
  return any_of(Model.Lines, [&](const CountedFile &File) {
    return File.Path == Function.Path &&
           any_of(File.Lines, [&](const CountedLine &Line) {
             return Line.Number == Function.Line;
           });
  });
}

void QuantityMeter::measureBlocks(const Quantity &Wanted,
                                  Figure &Result) const {
  const NamedFunctions &Named = find(Wanted.Names.front(), Result.Missing);
  if (!Result.Missing.empty())
    return;
  Result.Count = blocksOf(Named);
  if (!Result.Count && !all_of(Named, [&](FunctionIndex F) {
        return hasLineCounts(Model.Functions[F]);
      }))
    Result.Missing = Coverage.whyNoBlocks(Wanted.Names.front(), Named);
}

void QuantityMeter::measureCycles(const Quantity &Wanted,
                                  Figure &Result) const {
  for (StringRef Name : Wanted.Names)
    find(Name, Result.Missing);
  requireCalls(Model, Result.Missing);
  Result.Count = Model.Cycles.size();
}

/// Converts a limit of times to samples.
void QuantityMeter::measureLimit(const Quantity &Wanted, Figure &Result) const {
  requireSamples(Result);
  if (!Result.Missing.empty())
    return;
  const CostKind &Cost = Model.Run.Cost;
  if (Wanted.Kind == Quantity::Percent)
    Result.Samples = Wanted.Fraction / 100 * Model.Run.Total;
  else if (Wanted.Kind == Quantity::Seconds && Cost.isTime())
    Result.Samples = Wanted.Fraction * double(Cost.Rate);
  else if (Wanted.Kind == Quantity::Seconds)
    Result.Missing = "the profile has " + Cost.Name + ", no time";
  else if (std::optional<double> Units = unitsOf(Cost, Wanted.CostName))
    Result.Samples = Wanted.Fraction * double(Cost.Rate) / *Units;
  else
    Result.Missing = otherCost(Wanted.CostName);
}

/// Measures what was counted.
Figure QuantityMeter::measureKnown(const Quantity &Wanted) const {
  using MeasureFn = void (QuantityMeter::*)(const Quantity &, Figure &) const;
  auto MeasuredBy = [&](MeasureFn Measure) {
    Figure Result;
    (this->*Measure)(Wanted, Result);
    return Result;
  };
  switch (Wanted.Kind) {
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
  case Quantity::Coverage:
    return MeasuredBy(&QuantityMeter::measureCoverage);
  case Quantity::Percent:
  case Quantity::Units:
  case Quantity::Seconds:
    return MeasuredBy(&QuantityMeter::measureLimit);
  case Quantity::Work:
    return measureKnown(workOf(Wanted));
  case Quantity::Count:
  case Quantity::Ratio: {
    Figure Result;
    Result.Count = Wanted.Number;
    if (Wanted.Kind == Quantity::Ratio)
      Result.Ratio = Wanted.Fraction;
    return Result;
  }
  case Quantity::Baseline:
    break;
  }
  llvm_unreachable("a baseline is not measured");
}

Quantity QuantityMeter::workOf(const Quantity &Wanted) const {
  Quantity Result = Wanted;
  if (Wanted.Kind != Quantity::Work)
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
