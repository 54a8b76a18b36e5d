//===-- AdviceFacts.cpp - What advice follows from ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sample belongs to the innermost function of the program on its stack, and
// to what that function called: a library's or a header's function.
//
//===----------------------------------------------------------------------===//

#include "advice/AdviceFacts.h"
#include "code/StaticCalls.h"
#include "graph/Cycles.h"
#include "model/StackFacts.h"
#include "model/StackTimes.h"
#include "names/MpiNames.h"
#include <memory>

using namespace gmon;
using namespace llvm;

namespace {

/// Gathers the facts of functions and calls.
class FactFinder {
public:
  FactFinder(const ProfileModel &Model, const StackFilter &Filter,
             AdviceFacts &Facts)
      : Model(Model), Times(StackTimes::shown(Model, Filter)), Facts(Facts) {}
  void gather();

private:
  void addFunctions();
  void addArcs(ArrayRef<StackArc> All);
  void markAllocators(ArrayRef<StackArc> All);

  void addLines();
  void addOutside();

  const ProfileModel &Model;
  const StackTimes Times;
  AdviceFacts &Facts;
};

/// Whether a function calls another in a way that a compiler could inline. Code
/// is read on demand. A call of a function that another module may replace goes
/// through a stub, so it is no direct one.
class CallsByName {
public:
  /// \p Process must outlive the object and its copies.
  explicit CallsByName(const ProfileModel &Process) : Process(Process) {}

  /// Whether both functions are in one module, and the code of \p Caller has a
  /// direct call of \p Callee. False if the code cannot be read.
  bool operator()(uint32_t Caller, uint32_t Callee);

private:
  struct Place {
    const Image *File = nullptr; ///< null if it is unknown
    uint64_t Address = 0;        ///< where the function starts
  };
  Place placeOf(uint32_t Function) const;

  struct Modules;
  const ProfileModel &Process;
  std::shared_ptr<Modules> Read; ///< what all copies have read
};

} // namespace

struct CallsByName::Modules {
  std::map<const Image *, StaticCode> Code;

  const StaticCode &codeOf(const Image &File) {
    const auto [It, IsNew] = Code.try_emplace(&File);
    if (!IsNew)
      return It->second;
    // Without code there is no advice, which needs no warning.
    Warnings Ignored;
    Expected<StaticCode> Result = StaticCode::read(File, Ignored);
    if (Result)
      It->second = std::move(*Result);
    else
      consumeError(Result.takeError());
    return It->second;
  }
};

CallsByName::Place CallsByName::placeOf(uint32_t Function) const {
  const ModelFunction &Of = Process.Functions[Function];
  if (Of.What != ModelFunction::Function || Of.Module == NoIndex)
    return {};
  return {Process.Modules[Of.Module].File, Of.Address};
}

bool CallsByName::operator()(uint32_t Caller, uint32_t Callee) {
  const Place Calling = placeOf(Caller), Called = placeOf(Callee);
  // A function that only occurs inlined has no address.
  if (!Calling.File || Calling.File != Called.File || !Calling.Address ||
      !Called.Address)
    return false;
  if (!Read)
    Read = std::make_shared<Modules>();
  return Read->codeOf(*Calling.File)
      .callsDirectly(Calling.Address, Called.Address);
}

void FactFinder::addFunctions() {
  const std::vector<CodeOrigin> Origins = originsOf(Model);
  for (const auto &[F, Function] : enumerate(Model.Functions)) {
    AdviceFunction &New = Facts.Functions.emplace_back();
    New.Origin = Origins[F];
    New.Self = Times.ofFunction(F).Self;
    New.SelfOfCalls = Times.ofCalls(F).Self;
    New.Total = Times.ofFunction(F).Total;
    New.Calls = callsMade(Model, F);
    New.IsRecursive = Times.isIndirectlyRecursive(F);
    if (Model.isInGraph(F))
      New.Size = Function.End - Function.Address + 1;
  }
}

/// Finds functions of the program that are allocators, too, such as xmalloc:
/// those that call one once, and do little else. Their callers need the memory.
void FactFinder::markAllocators(ArrayRef<StackArc> All) {
  struct Sum {
    uint64_t Calls = 0;
    double Samples = 0;
  };
  for (bool HasChanged = true; HasChanged;) {
    std::map<FunctionIndex, Sum> Sums;
    for (const StackArc &Arc : All)
      if (!Arc.IsInlined && Arc.Caller != NoIndex &&
          Facts.Functions[Arc.Caller].isInProgram() &&
          Facts.Functions[Arc.Callee].Origin == CodeOrigin::Allocator) {
        Sums[Arc.Caller].Calls += Arc.Calls.value_or(0);
        Sums[Arc.Caller].Samples += Arc.Total;
      }
    HasChanged = false;
    for (const auto &[F, Of] : Sums) {
      AdviceFunction &Function = Facts.Functions[F];
      constexpr double LeastPart = 0.5;
      if (Function.IsRecursive || !Of.Calls || Of.Calls > Function.Calls ||
          Of.Samples < LeastPart * Function.Total)
        continue;
      Function.Origin = CodeOrigin::Allocator;
      HasChanged = true;
    }
  }
}

/// Adds the arcs, and which functions call themselves.
void FactFinder::addArcs(ArrayRef<StackArc> All) {
  std::vector<NodePair> Calls;
  for (const StackArc &Arc : All) {
    if (Arc.IsInlined || Arc.Caller == NoIndex)
      continue;
    const uint64_t NumCalls = Arc.Calls.value_or(0);
    Facts.Arcs.push_back({Arc.Caller, Arc.Callee, NumCalls,
                          std::max(0.0, Arc.Total - Arc.TotalOfCalls)});
    Calls.push_back({Arc.Caller, Arc.Callee});
    if (Arc.Caller == Arc.Callee) {
      Facts.Functions[Arc.Callee].SelfCalls += NumCalls;
      Facts.Functions[Arc.Callee].IsRecursive = true;
    }
    if (allocates(Model.Functions[Arc.Callee].LinkName) &&
        !isAllocator(Model.Functions[Arc.Caller].LinkName))
      Facts.NumAllocations += NumCalls;
  }
  for (const auto &Members : findComponents(Facts.Functions.size(), Calls))
    for (uint32_t F : Members)
      Facts.Functions[F].IsRecursive = true;
}

/// Adds to \p Facts the samples of each function in each line of \p Times.
static void addLinesOf(const std::map<std::tuple<StringRef, uint32_t, uint32_t>,
                                      double> &SamplesOf,
                       AdviceFacts &Facts) {
  double Most = 0; // of the functions of a line
  for (const auto &[Place, Samples] : SamplesOf) {
    const auto &[Path, Number, Function] = Place;
    if (Facts.Lines.empty() || Facts.Lines.back().Path != Path ||
        Facts.Lines.back().Line != Number) {
      Facts.Lines.push_back({Path, Number, 0, Function, false, std::nullopt});
      Most = 0;
    }
    AdviceLine &Line = Facts.Lines.back();
    Line.IsShared = Line.Samples > 0;
    Line.Samples += Samples;
    if (Samples > Most)
      Line.Owner = Function;
    Most = std::max(Most, Samples);
  }
}

void FactFinder::addLines() {
  std::map<std::tuple<StringRef, uint32_t, uint32_t>, double> SamplesOf;
  if (!Facts.IsMeasured && Model.Run.IsByLine)
    for (const ModelRow &Row : Model.Flat)
      if (Row.Line && !Row.Path.empty() && Row.Self > 0)
        SamplesOf[{Row.Path, Row.Line, Row.Function}] += Row.Self;
  for (uint32_t I : Times.samples()) {
    const StackSampleRow &Row = Model.Samples[I];
    if (Row.Line && !Row.Path.empty() && Row.Kind == GMON_SAMPLE_RUNNING)
      SamplesOf[{Row.Path, Row.Line, Model.Nodes[Row.Node].Function}] +=
          double(Row.Count);
  }
  addLinesOf(SamplesOf, Facts);
}

/// Adds the samples outside of the program's own code.
void FactFinder::addOutside() {
  struct Place {
    uint32_t Caller = NoIndex;   ///< the innermost one of the program
    uint32_t Function = NoIndex; ///< what it called
    bool IsUncounted = false;    ///< nobody counted that call
    bool IsAllocation = false;
    bool IsNew = false;          ///< a function returns new memory
    bool IsUncountedNew = false; ///< nobody counted that call
  };
  auto IsUncounted = [&](const StackNode &Node) {
    return Node.Parent == NoIndex ||
           !countsCalls(Model, Model.Nodes[Node.Parent].Function,
                        Node.Function);
  };
  std::vector<Place> Places(Model.Nodes.size());
  for (const auto &[N, Node] : enumerate(Model.Nodes)) {
    const CodeOrigin Origin = Facts.Functions[Node.Function].Origin;
    Place &At = Places[N];
    if (Origin == CodeOrigin::Program) {
      At.Caller = Node.Function;
      continue;
    }
    if (Node.Parent != NoIndex)
      At = Places[Node.Parent];
    if (At.Function == NoIndex && Origin != CodeOrigin::None) {
      At.Function = Node.Function;
      At.IsUncounted = IsUncounted(Node);
    }
    At.IsAllocation |= Origin == CodeOrigin::Allocator;
    if (!At.IsNew && allocates(Model.Functions[Node.Function].LinkName)) {
      At.IsNew = true;
      At.IsUncountedNew = IsUncounted(Node);
    }
  }
  std::map<std::tuple<uint32_t, uint32_t, bool, bool, bool>, double> SamplesOf;
  for (uint32_t I : Times.samples()) {
    const StackSampleRow &Row = Model.Samples[I];
    const Place &At = Places[Row.Node];
    const auto Samples = double(Row.Count);
    const CodeOrigin Innermost =
        Facts.Functions[Model.Nodes[Row.Node].Function].Origin;
    if (At.Function != NoIndex && At.Caller != NoIndex &&
        Innermost != CodeOrigin::None)
      SamplesOf[{At.Function, At.Caller, At.IsAllocation,
                 Row.Kind == GMON_SAMPLE_WAITING, At.IsUncounted}] += Samples;
    Facts.NewSamples += At.IsNew ? Samples : 0;
    Facts.UncountedNewSamples += At.IsUncountedNew ? Samples : 0;
  }
  for (const auto &[Use, Samples] : SamplesOf) {
    const auto &[Function, Caller, IsAllocation, IsWaiting, IsUncounted] = Use;
    const bool IsMpi =
        !measuredMpiFunction(Model.Functions[Function].LinkName).empty();
    Facts.Outside.push_back({Function, Caller, IsAllocation, IsWaiting, Samples,
                             IsUncounted, IsMpi});
  }
}

void FactFinder::gather() {
  Facts.Cost = Model.shownCost();
  Facts.SamplesAtOnce = Model.shownAtOnce();
  Facts.All = Times.total();
  if (Facts.IsMeasured) {
    Facts.UserSeconds = double(Model.UserTime) / 1e9;
    Facts.SystemSeconds = double(Model.SystemTime) / 1e9;
  }
  for (uint32_t I : Times.samples())
    if (Model.Samples[I].Kind == GMON_SAMPLE_WAITING)
      Facts.Waiting += double(Model.Samples[I].Count);
  addFunctions();
  const std::vector<StackArc> Arcs = Times.arcs();
  addArcs(Arcs);
  if (Facts.IsMeasured)
    markAllocators(Arcs);
  addLines();
  addOutside();
}

/// Adds the cycles whose callers share their time.
static void addCycles(const ProfileModel &Model, AdviceFacts &Facts) {
  for (const ModelCycle &Cycle : Model.Cycles) {
    AdviceCycle &New = Facts.Cycles.emplace_back();
    New.Number = Cycle.Number;
    New.NumMembers = Cycle.Members.size();
    New.Samples = Cycle.Self + Cycle.Children;
    for (const auto &[A, Arc] : enumerate(Model.Arcs))
      if (Model.Functions[Arc.Caller].Cycle == Cycle.Number &&
          Model.Functions[Arc.Callee].Cycle == Cycle.Number &&
          Arc.Caller != Arc.Callee && Arc.Calls)
        New.RarestArcs.push_back(A);
    llvm::stable_sort(New.RarestArcs, [&](uint32_t A, uint32_t B) {
      return Model.Arcs[A].Calls < Model.Arcs[B].Calls;
    });
  }
}

/// Adds how often the lines of \p Facts, which are sorted, were executed.
static void addLineCounts(const ProfileModel &Model, AdviceFacts &Facts) {
  for (const CountedFile &File : Model.Lines) {
    auto Line =
        std::ranges::lower_bound(Facts.Lines, File.Path, {}, &AdviceLine::Path);
    for (; Line != Facts.Lines.end() && Line->Path == File.Path; ++Line) {
      const auto Counted = std::ranges::lower_bound(File.Lines, Line->Line, {},
                                                    &CountedLine::Number);
      if (Counted != File.Lines.end() && Counted->Number == Line->Line)
        Line->Count = Counted->Count;
    }
  }
}

/// Adds what is known of the ranks of a job.
static void addRanks(const ProfileModel &Model, AdviceFacts &Facts) {
  if (Model.Ranks.NumProcesses)
    Facts.Ranks = &Model.Ranks;
  // The first entry is that of all calls.
  const MpiCalls &Mpi = Model.Mpi;
  if (Mpi.Entries.empty() || !Mpi.Entries.front().Name.empty())
    return;
  Facts.Mpi = &Mpi;
  if (Mpi.NumProcesses == Model.Runs)
    Facts.MpiSeconds = double(Model.ElapsedTime) / 1e9;
}

AdviceFacts gmon::gatherFacts(const ProfileModel &Model,
                              std::optional<uint32_t> Thread) {
  AdviceFacts Facts;
  Facts.IsMeasured = Model.isOfStacks();
  Facts.IsOfThread = Thread.has_value();
  Facts.IsOptimized = Model.Run.IsOptimized;
  StackFilter Filter;
  if (Thread) {
    Filter.Threads.resize(Model.Threads.size());
    Filter.Threads.set(*Thread);
  }
  FactFinder(Model, Filter, Facts).gather();
  if (!Facts.IsMeasured)
    addCycles(Model, Facts);
  if (Thread)
    return Facts;
  addLineCounts(Model, Facts);
  Facts.CallsByName = CallsByName(Model);
  if (Facts.Cost.isTime()) {
    Facts.HookSamples =
        Model.Run.RunNotes.hookSeconds() * double(Facts.Cost.Rate);
    Facts.AllHookSamples = Model.Run.HookTime;
  }
  if (Model.HasStacks)
    addRanks(Model, Facts);
  return Facts;
}
