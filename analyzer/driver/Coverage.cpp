//===-- Coverage.cpp - What Clang's own counters counted ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Needs neither symbols nor debug information: the counters' map names
// functions as LLVM's tools know them. A program comes with its libraries, a
// library alone: the programs that load it test it.
//
//===----------------------------------------------------------------------===//

#include "driver/Coverage.h"
#include "counts/InstrProfile.h"
#include "driver/Inputs.h"
#include "driver/StackStage.h"

#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

Expected<Coverage> gmon::readCoverage(const Options &Opts, Warnings &Warn) {
  if (Error E = checkFiles(Opts))
    return std::move(E);
  Expected<Image> Program = Image::open(Opts.ImageFile);
  if (!Program)
    return Program.takeError();
  Expected<InputFiles> Input = readProfiles(Opts, *Program, Warn);
  if (!Input)
    return Input.takeError();

  Coverage Result;
  std::vector<SourceCounts> Counts; // own the functions' names
  std::vector<InstrProfFunction> Functions;
  auto Add = [&](const Image &Module, const Profile &Data) {
    SourceCounts &Read =
        Counts.emplace_back(SourceCounts::readFunctions(Module, Data, Warn));
    append_range(Functions, Read.instrProf());
    if (!Read.instrProf().empty())
      Result.Modules.push_back(Module.path().str());
  };
  Add(*Program, Input->Data);
  Warnings Ignored; // about stacks: only their modules are used here
  std::optional<MeasuredStacks> Stacks;
  if (!Input->Data.IsLibrary)
    Stacks = readStacks(Input->Files.names(), /*Groups=*/std::nullopt, *Program,
                        Ignored);
  if (Stacks)
    for (const ModuleProfile &Library : Stacks->Profiles)
      if (std::optional<Image> File = Image::openIfThere(Library.Module.Path))
        Add(*File, Library.Data);
  if (Functions.empty())
    return makeFileError(Opts.ImageFile,
                         "no counts of Clang's own counters: compile and link "
                         "with gmon-clang -fprofile-instr-generate "
                         "-fcoverage-mapping");
  Result.Profile = makeInstrProfile(Functions, Warn);
  return Result;
}
