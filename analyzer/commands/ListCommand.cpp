//===-- ListCommand.cpp - llvm-gprof annotate and list --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints source with the time and the executions in front of each line: whole
// files, or one function.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "MergeInputs.h"
#include "commands/list/SourceLister.h"
#include "driver/Driver.h"
#include "files/SetReader.h"
#include "support/Errors.h"
#include "llvm/Support/FileSystem.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Computes lines of source, with those of libraries if \p OfLibraries, and
/// passes them to \p List.
static Expected<int> withLines(const CommandLine &Line, Context &To,
                               ArrayRef<std::string> Words, bool OfLibraries,
                               function_ref<Error(SourceLister &)> List) {
  Expected<Terminal> Display = Terminal::of(To.OS, Line);
  if (!Display)
    return Display.takeError();
  Expected<Options> Opts = viewOptions(Line, Words, To.Warn);
  if (!Opts)
    return Opts.takeError();
  Opts->Lines = true;
  Opts->ShowUnused = true;
  Opts->ShowInlines = true;
  auto Print = [&](const ProfileModel &Model) {
    SourceLister Lister(Model, {Opts->SourceFolders, Opts->AnySource}, *Display,
                        To);
    Error Failed = List(Lister);
    if (!Failed)
      Lister.printNote();
    return Failed;
  };
  ModelParts Parts;
  Parts.Lines = OfLibraries;
  Parts.Assembly = Line.has(OPT_assembly);
  Parts.StacksBesideCosts = true; // they know the functions of other modules
  if (Error E = computeModel(*Opts, To.Warn, Print, Parts))
    return std::move(E);
  return EXIT_SUCCESS;
}

Expected<int> command::annotate(const CommandLine &Line, Context &To) {
  return withLines(Line, To, Line.inputs(), /*OfLibraries=*/true,
                   [&](SourceLister &Lister) {
                     Lister.listFiles(Line.valueOf(OPT_focus, ""));
                     return Error::success();
                   });
}

/// Whether \p Name is that of profile data, and hardly a function's.
static bool namesData(StringRef Name) {
  if (!sys::fs::is_regular_file(Name))
    return false;
  if (beginsAsSet(Name))
    return true;
  Expected<bool> IsData = isDataFile(Name);
  if (IsData)
    return *IsData;
  consumeError(IsData.takeError());
  return false;
}

Expected<int> command::list(const CommandLine &Line, Context &To) {
  std::vector<std::string> Words = Line.inputs();
  constexpr StringLiteral Wanted =
      "list expects a function in front of the program, as in 'llvm-gprof list "
      "main PROGRAM'";
  if (Words.empty())
    return makeError(Wanted);
  // The function may stand behind the program.
  if (Words.size() > 1 && isProgram(Words[0]) && !isProgram(Words[1]))
    std::swap(Words[0], Words[1]);
  if (namesData(Words[0]))
    return makeError(Wanted);
  DataWords Read = {dataOptions(Line), ArrayRef(Words).drop_front().vec()};
  for (StringRef Path : Line.args().getAllArgValues(OPT_source_path))
    Read.Options.push_back(("--directory-path=" + Path).str());
  return withLines(Line, To, ArrayRef(Words).drop_front(),
                   /*OfLibraries=*/false, [&](SourceLister &Lister) {
                     return Lister.listFunctions(Words.front(), Read);
                   });
}
