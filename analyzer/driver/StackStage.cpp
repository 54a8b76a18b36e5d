//===-- StackStage.cpp - Stacks beside the profiles -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the functions of all addresses on stacks before the names of functions
// are chosen.
//
//===----------------------------------------------------------------------===//

#include "driver/StackStage.h"
#include "counts/Instrumented.h"
#include "driver/Sidecars.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace gmon;
using namespace llvm;

std::optional<MeasuredStacks>
gmon::readStacks(const NameList &Profiles,
                 const std::optional<ProfileGroups> &Groups,
                 const Image &Program, Warnings &Warn) {
  std::vector<uint32_t> GroupOf;
  if (Groups)
    GroupOf = Groups->numbers();
  Sidecars Files;
  ModuleProfiles Modules(Program);
  for (size_t I = 0; I < Profiles.size(); ++I)
    Files.add(Profiles[I], /*Weight=*/1,
              [&](StringRef Name, StackProfile &Stacks) {
                Modules.add(Name, Stacks);
                if (Groups)
                  for (StackSample &Sample : Stacks.Samples)
                    Sample.Group = GroupOf[I];
              });
  std::optional<StackProfile> Stacks = Files.take(Warn);
  if (!Stacks)
    return std::nullopt;
  dropUnknownRanks(Profiles, *Stacks, Warn);
  MeasuredStacks Result{std::move(*Stacks), Modules.take(Warn), {}};
  for (const StackModule &Module : Result.Stacks.Modules)
    Result.HasFailed.push_back(Modules.hasFailed(Module));
  return Result;
}

std::map<uint64_t, std::string>
gmon::calledNames(const std::optional<MeasuredStacks> &Stacks,
                  const NameList &Profiles, const Image &Program) {
  std::map<uint64_t, std::string> Result;
  auto Add = [&](const StackProfile &Profile) {
    const uint32_t Module = findProgram(Profile, Program);
    for (const OutgoingCall &Call : Profile.OutgoingCalls)
      if (Call.Module == Module)
        Result.try_emplace(Call.From, Call.Name);
  };
  if (Stacks) {
    Add(Stacks->Stacks);
    return Result;
  }
  Warnings Ignored; // these files are for names only
  Sidecars Files;
  for (const std::string &Profile : Profiles)
    Files.add(Profile);
  if (std::optional<StackProfile> Read = Files.take(Ignored))
    Add(*Read);
  return Result;
}

/// Returns the number of \p Program among the modules of \p Stacks. If nothing
/// of it was on a stack, it becomes the last.
static uint32_t addProgram(StackProfile &Stacks, const Image &Program) {
  uint32_t Index = findProgram(Stacks, Program);
  if (Index != GMON_NO_MODULE)
    return Index;
  SmallString<256> Path;
  if (sys::fs::real_path(Program.path(), Path))
    Path = Program.path();
  Stacks.Modules.push_back(
      {Path.str().str(), toStringRef(Program.buildId()).str(), 0});
  return Stacks.Modules.size() - 1;
}

StackStage::StackStage(MeasuredStacks Read, const Image &Program,
                       const ProgramCode &ProgramCode, DebugInfo::Depth Depth,
                       ArrayRef<std::string> DebugFolders,
                       ArrayRef<RawArc> Arcs, StackUse Use, Warnings &Warn)
    : Measured(std::move(Read)) {
  StackProfile &Stacks = Measured.Stacks;
  const DebugInfo *Info = &ProgramCode.Info;
  if (Use == StackUse::Callers) {
    Stacks.Contexts.clear();
    Stacks.Samples.clear();
    Stacks.Ranks = {};
  } else if (Depth != DebugInfo::LinesAndInlinedCalls) {
    Info = &Inlined.emplace(
        DebugInfo::read(Program, DebugInfo::LinesAndInlinedCalls, Warn));
  }
  const uint32_t MyModule = addProgram(Stacks, Program);
  for (const Symbol &Sym : ProgramCode.Table.symbols())
    if (Sym.Name == GMON_OUTSIDE_SYMBOL)
      Outside = Sym.Address;
  std::vector<ModuleCalls> Calls = {{MyModule, Arcs}};
  for (const ModuleProfile &Profile : Measured.Profiles)
    if (uint32_t Number = numberOf(Profile);
        Number != GMON_NO_MODULE && Number != MyModule)
      Calls.push_back({Number, Profile.Data.Arcs, &Profile.Files});
  Code = std::make_unique<ProcessCode>(
      Stacks, Calls, ProgramParts{Program, ProgramCode.Table, *Info}, MyModule,
      DebugFolders, Warn);
  tellMissing(Calls, Warn);
  findTailCalls(Calls, Use == StackUse::ModelWithDoubts);
  Outgoing = std::make_unique<OutgoingCallees>(*Code, Stacks, Calls, *Shares);
}

/// Warns of libraries whose calls were counted and are not among \p Calls, or
/// whose file is missing.
void StackStage::tellMissing(ArrayRef<ModuleCalls> Calls,
                             Warnings &Warn) const {
  auto Tell = [&](const StackModule &Module, const Twine &Why) {
    Warn.add("the calls of a library are ignored",
             "'" + Module.Path + "' " + Why);
  };
  for (const ModuleProfile &Profile : Measured.Profiles)
    if (const uint32_t Number = numberOf(Profile);
        Number != GMON_NO_MODULE && !Code->fileOf(Number) &&
        !Profile.Data.Arcs.empty() && !sys::fs::exists(Profile.Module.Path))
      Tell(Profile.Module, "was not found");
  // The calls of a library that was named have those of its copies.
  const std::vector<StackModule> &Modules = Measured.Stacks.Modules;
  const std::string &MyId = Modules[Calls.front().Module].BuildId;
  for (size_t I = 0; I < Measured.HasFailed.size(); ++I)
    if (const Image *File = Code->fileOf(I);
        File && !Measured.HasFailed[I] &&
        (MyId.empty() || Modules[I].BuildId != MyId) &&
        none_of(Calls,
                [&](const ModuleCalls &Known) { return Known.Module == I; }) &&
        !Instrumented::read(*File).empty())
      Tell(Measured.Stacks.Modules[I],
           "has counters, and no profile beside the program's");
}

uint32_t StackStage::numberOf(const ModuleProfile &Profile) const {
  const std::vector<StackModule> &Modules = Measured.Stacks.Modules;
  for (uint32_t I = 0; I < Modules.size(); ++I)
    if (Modules[I].Path == Profile.Module.Path &&
        Modules[I].BuildId == Profile.Module.BuildId)
      return I;
  return GMON_NO_MODULE;
}

/// Finds all callers and frames that tail calls hide. The names of functions
/// are chosen later, of all known functions.
void StackStage::findTailCalls(ArrayRef<ModuleCalls> Calls, bool WithDoubts) {
  const StackProfile &Stacks = Measured.Stacks;
  Jumps = std::make_unique<TailCallGraph>(*Code);
  Counts = std::make_unique<EntryCounts>(*Code, Calls, Stacks.Calls);
  Shares = std::make_unique<TailShares>(*Jumps, *Counts, Calls, Stacks.Calls,
                                        Stacks.OutgoingCalls);
  Missing = std::make_unique<MissingFrames>(*Jumps, *Counts, *Shares);
  for (const StackContext &Context : Stacks.Contexts)
    (void)Missing->between(Stacks, Context);
  TrueCallers = findTrueCallers(*Code, *Missing, *Shares, Calls, Stacks.Calls,
                                WithDoubts);
}

std::vector<RawArc> StackStage::programCalls() const {
  return arcsOf(TrueCallers, Code->program(), Outside);
}

void StackStage::addLibraryLines(ProfileModel &Model, Warnings &Warn) {
  for (const ModuleProfile &Profile : Measured.Profiles)
    if (uint32_t Number = numberOf(Profile); Number != GMON_NO_MODULE)
      if (const ModuleFile *File = Code->moduleFile(Number))
        Lines.add(File->image(), Profile.Data, Source[Number], Warn);
  Model.LibraryLines = Lines.files();
  Model.Run.IsOptimized |= Lines.areOptimized();
}

void StackStage::addNames(std::vector<StringRef> &Names) {
  for (uint32_t I = 0; I < Code->size(); ++I)
    if (ModuleCode *Module = Code->codeOf(I))
      for (const CodeFunction &Function : Module->functions())
        Names.push_back(Function.LinkName);
}

/// Reads the source counters of libraries with profiles.
void StackStage::readSource(Warnings &Warn) {
  Source.resize(Code->size());
  for (const ModuleProfile &Profile : Measured.Profiles) {
    const uint32_t Number = numberOf(Profile);
    const ModuleFile *File =
        Number == GMON_NO_MODULE ? nullptr : Code->moduleFile(Number);
    if (File)
      Source[Number] =
          SourceCounts::read(File->image(), Profile.Data, File->table(), Warn);
  }
}

void StackStage::addTo(ProfileModel &Model, const StageResults &Stages,
                       Warnings &Warn) {
  readSource(Warn);
  std::vector<const SourceCounts *> Counts;
  for (const SourceCounts &Library : Source)
    Counts.push_back(&Library);
  // Reports by function do not read the source counters.
  SourceCounts Own;
  if (Stages.Source.functions().empty())
    Own = SourceCounts::read(Stages.Program, Stages.Data, Stages.Table, Warn);
  Counts[Code->program()] = Own.functions().empty() ? &Stages.Source : &Own;
  addStacks({Measured.Stacks, *Code, *Missing, *Outgoing, TrueCallers, Counts,
             Stages.Names},
            Model);
}
