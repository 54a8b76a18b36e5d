//===-- ListCommand.cpp - llvm-gprof list ---------------------------------===//
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
#include "program/SourceFiles.h"
#include "support/Errors.h"
#include "llvm/Support/FileSystem.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Computes lines of source, with those of libraries if \p OfLibraries, and
/// passes them to \p List.
static Expected<int> withLines(const CommandLine &Line, Context &Ctx,
                               ArrayRef<std::string> Words, bool OfLibraries,
                               function_ref<Error(SourceLister &)> List) {
  const Terminal Display = Terminal::of(Ctx.OS, Line);
  Expected<Options> Opts = viewOptions(Line, Words, Ctx.Warn);
  if (!Opts)
    return Opts.takeError();
  Opts->Lines = true;
  Opts->ShowUnused = true;
  Opts->ShowInlines = true;
  auto Print = [&](const ProfileModel &Model) {
    SourceLister Lister(Model, {Opts->SourceFolders, Opts->AnySource}, Display,
                        Ctx);
    Error Failed = List(Lister);
    if (!Failed)
      Lister.printNote();
    return Failed;
  };
  ModelParts Parts;
  Parts.Lines = OfLibraries;
  Parts.Assembly = Line.has(OPT_assembly);
  Parts.StacksBesideCosts = true; // they know the functions of other modules
  if (Error E = computeModel(*Opts, Ctx.Warn, Print, Parts))
    return std::move(E);
  return EXIT_SUCCESS;
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

/// Whether \p Words, all of the words of the command, are a program and its
/// profiles. A function may have the name of a file.
static bool areFiles(ArrayRef<std::string> Words) {
  return Words.empty() ||
         (isProgram(Words[0]) &&
          (Words.size() == 1 || Words[1] == "-" ||
           sys::fs::is_directory(Words[1]) || namesData(Words[1])));
}

Expected<int> command::list(const CommandLine &Line, Context &Ctx) {
  std::vector<std::string> Words = Line.inputs();
  StringRef Focus = Line.valueOf(OPT_focus, "");
  std::string Source; // the file that is in place of a function
  if (Focus.empty() && !Words.empty() && isNamedAsSource(Words.front())) {
    Source = std::move(Words.front());
    Words.erase(Words.begin());
    Focus = Source;
  }
  if (areFiles(Words))
    return withLines(Line, Ctx, Words, /*OfLibraries=*/true,
                     [&](SourceLister &Lister) {
                       Lister.listFiles(Focus);
                       return Error::success();
                     });
  if (!Source.empty())
    return makeError("list expects a program behind the source file '" +
                     Source + "', not '" + Words[0] + "'");
  // The function may stand behind the program.
  if (Words.size() > 1 && isProgram(Words[0]) && !isProgram(Words[1]))
    std::swap(Words[0], Words[1]);
  if (namesData(Words[0]))
    return makeError("list expects a function or a program in front of '" +
                     Words[0] + "', as in 'llvm-gprof list main PROGRAM'");
  if (Line.has(OPT_focus))
    return makeError("option '--focus' of list chooses among all files of a "
                     "program; '" +
                     Words[0] + "' is not the name of one");
  DataWords Read = {dataOptions(Line), ArrayRef(Words).drop_front().vec()};
  for (StringRef Path : Line.args().getAllArgValues(OPT_source_path))
    Read.Options.push_back(("--directory-path=" + Path).str());
  return withLines(Line, Ctx, ArrayRef(Words).drop_front(),
                   /*OfLibraries=*/false, [&](SourceLister &Lister) {
                     return Lister.listFunctions(Words.front(), Read);
                   });
}
