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

ProcessCode::ProcessCode(const StackProfile &Stacks,
                         const ProgramParts &Program, Warnings &Warn) {
  Modules.resize(Stacks.Modules.size());
  ProgramModule = findProgram(Stacks, Program.File);
  BitVector IsUsed(Modules.size());
  for (const StackContext &Context : Stacks.Contexts)
    if (Context.Module != GMON_NO_MODULE)
      IsUsed.set(Context.Module);
  for (uint32_t I : IsUsed.set_bits()) {
    Module &Each = Modules[I];
    const Image *File = &Program.File;
    if (I == ProgramModule) {
      Each.Code = std::make_unique<ModuleCode>(Program.Table, Program.Info,
                                               /*HasSizes=*/false);
    } else {
      Each.File = ModuleFile::open(Stacks.Modules[I], Warn);
      if (!Each.File)
        continue;
      File = &Each.File->image();
      Each.Code = std::make_unique<ModuleCode>(
          Each.File->table(), Each.File->info(), /*HasSizes=*/true);
    }
    Each.Image = File;
    if (std::vector<CodeMapping> All = File->codeMappings(); !All.empty())
      Each.Mapping = All.front();
  }
}

ProcessCode::~ProcessCode() = default;

void ProcessCode::resolve(const StackProfile &Stacks) {
  for (const StackContext &Context : Stacks.Contexts)
    if (Context.Module != GMON_NO_MODULE && codeOf(Context.Module))
      (void)codeOf(Context.Module)->framesAt(Context.Address);
}
