//===-- StackFacts.cpp - What a model of stacks takes unchanged -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies facts. A module of the process has a profile if its calls are known.
//
// Source counters count how often an inlined function is entered. Functions of
// one name are told apart by their files; two of one file have no calls.
//
// Stacks show calls that nobody counts. Callers in a module with a profile may
// be those of a tail call, which was counted for another function: they say
// nothing.
//
//===----------------------------------------------------------------------===//

#include "model/StackFacts.h"
#include "model/Statistics.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace gmon;
using namespace llvm;

static void addModules(const StackSources &Sources, ProfileModel &Model) {
  Model.Modules.clear();
  for (uint32_t I = 0; I < Sources.Stacks.Modules.size(); ++I) {
    const StackModule &Module = Sources.Stacks.Modules[I];
    const CodeMapping Mapping = Sources.Code.mappingOf(I);
    StackModuleRow Row;
    Row.File = Sources.Code.fileOf(I);
    // Without /proc, the program does not know its path.
    Row.Path =
        Module.Path.empty() && Row.File ? Row.File->path().str() : Module.Path;
    Row.Name = sys::path::filename(Row.Path).str();
    Row.IsProgram = I == Sources.Code.program();
    for (const ModuleCalls &Calls : Sources.Calls.Profiled)
      if (Calls.Module == I) {
        Row.HasProfile = true;
        if (Calls.Profiles)
          Row.Profiles = *Calls.Profiles;
      }
    Row.BuildId = toHex(Module.BuildId, /*LowerCase=*/true);
    Row.Start = Mapping.Start;
    Row.End = Mapping.End;
    Row.Offset = Mapping.Offset;
    Model.Modules.push_back(std::move(Row));
  }
  for (const Image &Library : Sources.Outgoing.needed()) {
    StackModuleRow &Row = Model.Modules.emplace_back();
    SmallString<256> Path = Library.path();
    (void)sys::fs::make_absolute(Path);
    Row.Path = Path.str().str();
    Row.Name = sys::path::filename(Row.Path).str();
    Row.File = &Library;
  }
}

/// Returns how many samples count as an independent one: those of an interrupt
/// are all of one place. Unknown for files without that fact.
static std::optional<double> samplesAtOnce(const StackProfile &Stacks) {
  double Samples = double(Stacks.Lost);
  for (const StackSample &Sample : Stacks.Samples)
    Samples += double(Sample.Count);
  if (!Stacks.Squares || double(Stacks.Squares) < Samples)
    return std::nullopt;
  return double(Stacks.Squares) / Samples;
}

void gmon::addStackFacts(const StackSources &Sources, ProfileModel &Model) {
  const StackProfile &Stacks = Sources.Stacks;
  Model.HasStacks = true;
  Model.StackCost = Stacks.cost();
  Model.IsElapsed = Stacks.Clock == GMON_CLOCK_ELAPSED;
  Model.Runs = Stacks.Runs;
  Model.UserTime = Stacks.UserTime;
  Model.SystemTime = Stacks.SystemTime;
  Model.ElapsedTime = Stacks.ElapsedTime;
  Model.UnprofiledTime = Stacks.UnprofiledTime;
  Model.WritingTime = Stacks.WritingTime;
  Model.Folded = Stacks.Folded;
  Model.Lost = Stacks.Lost;
  Model.StackSamplesAtOnce =
      samplesAtOnce(Stacks).value_or(Model.Run.SamplesAtOnce);
  const bool AreCounted = Stacks.countsThreads();
  for (const StackThread &Thread : Stacks.Threads) {
    StackThreadRow &Row = Model.Threads.emplace_back();
    Row.Id = Thread.Id;
    Row.Name = Thread.Name;
    if (AreCounted)
      Row.Calls = Thread.Calls;
  }
  addModules(Sources, Model);
}

/// Returns the probability of a greatest value like this one. If all ranks take
/// equally long, each sample is one of any rank. So the number of samples of a
/// rank has a binomial distribution, given that of all.
static double chanceOf(const ProfileModel &Model,
                       const RankDistribution &Distribution) {
  const uint64_t N = Model.Ranks.NumProcesses;
  if (Model.StackCost.IsCounted)
    return Distribution.lost(N) > 0 ? 0 : 1;
  return command::probabilityOfGreatest(
      double(Distribution.Greatest) / Model.StackSamplesAtOnce,
      double(Distribution.Sum) / Model.StackSamplesAtOnce, N);
}

void gmon::addRankChances(ProfileModel &Model) {
  StackRanks &Ranks = Model.Ranks;
  double All = 0;
  for (const StackRankRow &Row : Ranks.Rows)
    All += double(Row.Samples.Sum);
  for (StackRankRow &Row : Ranks.Rows)
    if (Row.Samples.Sum)
      Row.ByChance = std::min(1.0, chanceOf(Model, Row.Samples) * All /
                                       double(Row.Samples.Sum));
  Ranks.ByChance = chanceOf(Model, Ranks.Program);
}

static void setInlinedCalls(const SourceFunction &Count,
                            ModelFunction &Function) {
  Function.Calls = Count.Entries;
  Function.HasInlinedCalls = true;
}

/// Adds the function of \p Count, which is inlined everywhere in \p Module and
/// on no stack.
static void addInlined(const SourceFunction &Count, uint32_t Module,
                       const StackSources &Sources, ProfileModel &Model) {
  StringSaver Saver(*Model.Storage);
  ModelFunction &Function = Model.Functions.emplace_back();
  Function.Name = Saver.save(Sources.Names.demangled(Count.Name));
  Function.LinkName = Saver.save(Count.Name);
  Function.Path = Saver.save(Count.Path);
  Function.Line = Count.Line;
  Function.Module = Module;
  setInlinedCalls(Count, Function);
}

/// Sets the calls of inlined functions of \p Module, whose source counters are
/// \p Source, and adds the functions that are on no stack.
static void addEntries(const SourceCounts &Source, uint32_t Module,
                       const StackSources &Sources, ProfileModel &Model) {
  DenseMap<StringRef, SmallVector<ModelFunction *, 1>> Sampled;
  for (ModelFunction &Function : Model.Functions)
    if (Function.What == ModelFunction::Function && !Function.Address &&
        Function.Module == Module && !Function.Calls)
      Sampled[Function.LinkName].push_back(&Function);
  DenseMap<StringRef, SmallVector<const SourceFunction *, 1>> Entered;
  for (const SourceFunction &Function : Source.functions())
    if (!Function.Address)
      Entered[Function.Name].push_back(&Function);
  std::vector<const SourceFunction *> Unsampled;
  for (const auto &[Name, Counts] : Entered) {
    ArrayRef<ModelFunction *> Functions = Sampled[Name];
    const bool IsOne = Counts.size() == 1 && Functions.size() <= 1;
    if (!IsOne && any_of(Functions, [](const ModelFunction *Function) {
          return Function->Path.empty();
        }))
      continue;
    for (const SourceFunction *Count : Counts) {
      auto IsIt = [&](const auto *Function) {
        return IsOne || isSameFile(Function->Path, Count->Path);
      };
      if (count_if(Counts, IsIt) > 1 || count_if(Functions, IsIt) > 1)
        continue;
      if (auto Same = find_if(Functions, IsIt); Same != Functions.end())
        setInlinedCalls(*Count, **Same);
      else if (Count->Entries)
        Unsampled.push_back(Count);
    }
  }
  // A function may have code that never ran, beside its inlined copies.
  DenseMap<uint64_t, ModelFunction *> Unentered;
  for (ModelFunction &Function : Model.Functions)
    if (Function.Address && Function.Module == Module && Function.HasCounter &&
        !Function.IsCountedByCallers && !Function.Calls.value_or(0))
      Unentered[Function.Address] = &Function;
  for (const SourceFunction &Count : Source.functions())
    if (ModelFunction *Function = Unentered.lookup(Count.Address))
      if (Count.Entries)
        setInlinedCalls(Count, *Function);
  llvm::sort(Unsampled); // in the order of the source
  for (const SourceFunction *Count : Unsampled)
    addInlined(*Count, Module, Sources, Model);
}

void gmon::addInlinedCalls(const StackSources &Sources, ProfileModel &Model) {
  for (const auto &[Module, Source] : enumerate(Sources.Source))
    addEntries(*Source, Module, Sources, Model);
}

uint64_t gmon::callsMade(const ProfileModel &Model, FunctionIndex F) {
  return Model.Functions[F].HasInlinedCalls
             ? 0
             : Model.Functions[F].Calls.value_or(0);
}

std::vector<std::map<FunctionIndex, uint64_t>>
gmon::totalsByGroup(const ProfileModel &Model, size_t NumGroups) {
  std::vector<std::map<FunctionIndex, uint64_t>> Result(NumGroups);
  // The last sample, from 1, on whose stack each function is.
  std::vector<size_t> Last(Model.Functions.size());
  for (const auto &[I, Row] : enumerate(Model.Samples))
    for (StackNodeIndex N = Row.Node; N != NoIndex; N = Model.Nodes[N].Parent) {
      const FunctionIndex F = Model.Nodes[N].Function;
      if (std::exchange(Last[F], I + 1) != I + 1)
        Result[Row.Group][F] += Row.Count;
    }
  return Result;
}

CopySamples::CopySamples(const ProfileModel &Model,
                         ArrayRef<FunctionIndex> Functions) {
  BitVector Named(Model.Functions.size());
  for (FunctionIndex F : Functions)
    Named.set(F);
  for (const StackSampleRow &Row : Model.Samples) {
    const FunctionIndex Inner = Model.Nodes[Row.Node].Function;
    const FunctionIndex Outer = Model.Nodes[Model.outOfLine(Row.Node)].Function;
    if (Named.test(Inner) && !Named.test(Outer)) {
      In[Outer] += double(Row.Count);
      Elsewhere += double(Row.Count);
    } else if (Named.test(Outer) && !Named.test(Inner)) {
      Within += double(Row.Count);
    }
  }
}

void gmon::addUncountedCalls(ProfileModel &Model) {
  for (StackNodeIndex N = 0; N < Model.Nodes.size(); ++N) {
    const StackNode &Node = Model.Nodes[N];
    ModelFunction &Callee = Model.Functions[Node.Function];
    if (Node.IsInlined || Node.Parent == NoIndex ||
        !Callee.IsCountedByCallers || !Callee.Calls)
      continue;
    const ModelFunction &Caller =
        Model.Functions[Model.Nodes[Model.callerOf(N)].Function];
    // A function without a hook is not compiled with the profiler.
    Callee.HasMoreCalls |=
        Caller.IsCountedByCallers ||
        (Caller.Module != NoIndex && !Model.Modules[Caller.Module].HasProfile &&
         Caller.What != ModelFunction::Unknown);
  }
}
