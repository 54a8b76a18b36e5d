//===-- PgoCommand.cpp - llvm-gprof pgo -----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the counts of a program that was compiled with gmon-clang -gmon-pgo
// for clang -fprofile-sample-use.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "counts/SampleProfile.h"
#include "driver/Driver.h"
#include "driver/Inputs.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the profile that \p Opts choose.
static Expected<std::string> readProfile(const Options &Opts, Warnings &Warn) {
  if (Error E = checkFiles(Opts))
    return std::move(E);
  Expected<Image> Program = Image::open(Opts.ImageFile);
  if (!Program)
    return Program.takeError();
  Expected<PseudoProbes> Probes = PseudoProbes::read(*Program);
  if (!Probes)
    return Probes.takeError();
  if (Probes->Probes.empty())
    return makeFileError(Opts.ImageFile, "no probes in the code: compile with "
                                         "gmon-clang -gmon-pgo");
  Expected<InputFiles> Input = readProfiles(Opts, *Program, Warn);
  if (!Input)
    return Input.takeError();
  Expected<InstructionCounts> Counts =
      InstructionCounts::compute(*Program, Input->Data);
  if (!Counts)
    return Counts.takeError();
  return makeSampleProfile(*Probes, *Counts);
}

Expected<int> command::pgo(const CommandLine &Line, Context &Ctx) {
  Expected<Options> Opts = profileOptions(Line, Line.inputs(), Ctx.Warn);
  if (!Opts)
    return Opts.takeError();
  Opts->OutputFile = Line.outputFile().str();
  if (Opts->OutputFile.empty())
    return makeError("pgo expects -o FILE");
  Expected<std::string> Profile = readProfile(*Opts, Ctx.Warn);
  if (!Profile)
    return Profile.takeError();
  if (Error E = printOutput(*Opts, Ctx.OS, [&](raw_ostream &OS) -> Error {
        OS << *Profile;
        return Error::success();
      }))
    return std::move(E);
  return EXIT_SUCCESS;
}
