//===-- ProcessCode.cpp - Code of all modules of a process ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens only modules that occur on stacks. A module without a file has no
// functions, which is no error: libraries may have been updated since.
//
//===----------------------------------------------------------------------===//

#include "stacks/ProcessCode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

uint32_t gmon::findProgram(const StackProfile &Stacks, const Image &Program) {
  StringRef Id = toStringRef(Program.buildId());
  for (uint32_t I = 0; I < Stacks.Modules.size(); ++I)
    if (!Id.empty() && Stacks.Modules[I].BuildId == Id)
      return I;
  // Without a build-id, the program may have been moved.
  auto HasNoId = [&](const StackModule &Module) {
    return Id.empty() || Module.BuildId.empty();
  };
  SmallString<256> Path;
  (void)sys::fs::real_path(Program.path(), Path);
  for (uint32_t I = 0; I < Stacks.Modules.size(); ++I)
    if (HasNoId(Stacks.Modules[I]) && Stacks.Modules[I].Path == Path)
      return I;
  for (uint32_t I = 0; I < Stacks.Modules.size(); ++I)
    if (HasNoId(Stacks.Modules[I]) &&
        sys::path::filename(Stacks.Modules[I].Path) ==
            sys::path::filename(Program.path()))
      return I;
  return GMON_NO_MODULE;
}

/// Returns the addresses in each module that occur, sorted.
static std::vector<std::vector<uint64_t>>
findAddresses(const StackProfile &Stacks, ArrayRef<ModuleCalls> Calls) {
  std::vector<std::vector<uint64_t>> Result(Stacks.Modules.size());
  for (const StackContext &Context : Stacks.Contexts)
    if (Context.Module != GMON_NO_MODULE)
      Result[Context.Module].push_back(Context.Address);
  for (const ModuleCalls &Counted : Calls)
    for (const RawArc &Arc : Counted.Arcs)
      append_values(Result[Counted.Module], Arc.From, Arc.Self);
  for (const CrossModuleCall &Call : Stacks.Calls) {
    Result[Call.FromModule].push_back(Call.From);
    Result[Call.SelfModule].push_back(Call.Self);
  }
  for (const RankedFunction &Ranked : Stacks.Ranks.Entries)
    if (Ranked.Module != GMON_NO_MODULE)
      Result[Ranked.Module].push_back(Ranked.Address);
  for (std::vector<uint64_t> &Addresses : Result) {
    llvm::sort(Addresses);
    Addresses.erase(llvm::unique(Addresses), Addresses.end());
  }
  return Result;
}

ProcessCode::ProcessCode(const StackProfile &Stacks,
                         ArrayRef<ModuleCalls> Calls,
                         const ProgramParts &Program, uint32_t MyModule,
                         ArrayRef<std::string> DebugFolders, Warnings &Warn)
    : ProgramModule(MyModule) {
  const ModuleSearch Search(Stacks.Modules[MyModule].Path, Program.File.path(),
                            DebugFolders);
  Modules.resize(Stacks.Modules.size());
  std::vector<std::vector<uint64_t>> Addresses = findAddresses(Stacks, Calls);
  for (uint32_t I = 0; I < Modules.size(); ++I) {
    Module &Loaded = Modules[I];
    const Image *File = &Program.File;
    if (I == ProgramModule) {
      Loaded.Code = std::make_unique<ModuleCode>(Program.Table, Program.Info,
                                                 /*HasSizes=*/false);
    } else {
      if (!Addresses[I].empty())
        Loaded.File =
            ModuleFile::open(Stacks.Modules[I], Search, Addresses[I], Warn);
      if (!Loaded.File)
        continue;
      File = &Loaded.File->image();
      Loaded.Code = std::make_unique<ModuleCode>(
          Loaded.File->table(), Loaded.File->info(), /*HasSizes=*/true);
    }
    Loaded.Image = File;
    if (std::vector<CodeMapping> All = File->codeMappings(); !All.empty())
      Loaded.Mapping = All.front();
    for (uint64_t Address : Addresses[I])
      (void)Loaded.Code->framesAt(Address);
  }
  for (const ModuleCalls &Counted : Calls)
    if (ModuleCode *Code = codeOf(Counted.Module))
      for (const RawArc &Arc : Counted.Arcs)
        (void)Code->calledFunction(Arc.Self);
  for (const CrossModuleCall &Call : Stacks.Calls)
    if (ModuleCode *Code = codeOf(Call.SelfModule))
      (void)Code->calledFunction(Call.Self);
}

ProcessCode::~ProcessCode() = default;
