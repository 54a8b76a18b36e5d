//===-- CoverageCommand.cpp - llvm-gprof coverage -------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs llvm-cov with the counts of a profile. It finds the regions, branches
// and decisions of the source, which counters they have, and the form of
// reports.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "driver/Coverage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the path of llvm-cov: that of the LLVM that reads what this one
/// writes.
static Expected<std::string> findTool() {
  const std::string OfBuild = GMON_LLVM_TOOLS "/llvm-cov";
  if (sys::fs::can_execute(OfBuild))
    return OfBuild;
  const std::string Versioned = "llvm-cov-" + utostr(LLVM_VERSION_MAJOR);
  for (StringRef Name : {StringRef(Versioned), StringRef("llvm-cov")})
    if (ErrorOr<std::string> Path = sys::findProgramByName(Name))
      return *Path;
  return makeError("no '" + Versioned +
                   "' and no 'llvm-cov' in the PATH; Debian's package llvm-" +
                   utostr(LLVM_VERSION_MAJOR) + " has it");
}

/// Writes \p Contents to a new file, whose name \p Path becomes, and which
/// disappears with \p Remover.
static Error writeTemporary(StringRef Contents, SmallVectorImpl<char> &Path,
                            FileRemover &Remover) {
  int Descriptor;
  if (std::error_code Code = sys::fs::createTemporaryFile(
          "llvm-gprof", "profdata", Descriptor, Path))
    return makeError("cannot create a temporary file: " + Code.message());
  Remover.setFile(Path);
  sys::RemoveFileOnSignal(StringRef(Path.data(), Path.size()));
  raw_fd_ostream File(Descriptor, /*shouldClose=*/true);
  File << Contents;
  File.close();
  if (!File.has_error())
    return Error::success();
  std::error_code Code = File.error();
  File.clear_error();
  return makeFileError(StringRef(Path.data(), Path.size()), Code.message());
}

/// Fails if one of \p Inputs is no file, but may be a misspelt word.
static Error checkWords(ArrayRef<std::string> Inputs) {
  for (StringRef Word : Inputs)
    if (all_of(Word, isAlpha) && !sys::fs::exists(Word))
      return makeFileError(
          Word, "no such file; 'report', 'show' or 'export' is in front of the "
                "options of llvm-cov");
  return Error::success();
}

Expected<int> command::coverage(const CommandLine &Line, Context &Ctx) {
  const std::vector<std::string> Inputs = Line.inputs();
  if (Error E = checkWords(Inputs))
    return std::move(E);
  Expected<Options> Opts = profileOptions(Line, Inputs, Ctx.Warn);
  if (!Opts)
    return Opts.takeError();
  Expected<Coverage> Counted = readCoverage(*Opts, Ctx.Warn);
  if (!Counted)
    return Counted.takeError();
  Expected<std::string> Tool = findTool();
  if (!Tool)
    return Tool.takeError();
  SmallString<128> Profile;
  FileRemover Remover;
  if (Error E = writeTemporary(Counted->Profile->getBuffer(), Profile, Remover))
    return std::move(E);

  std::vector<std::string> Words = Line.rest();
  if (Words.empty())
    Words.push_back("report");
  std::vector<std::string> Command = {*Tool, Words.front(),
                                      Counted->Modules.front(),
                                      "-instr-profile=" + Profile.str().str()};
  for (const std::string &Library : drop_begin(Counted->Modules))
    Command.push_back("-object=" + Library);
  append_range(Command, drop_begin(Words));
  SmallVector<StringRef> Args(Command.begin(), Command.end());
  Ctx.OS.flush();
  std::string Message;
  const int Status =
      sys::ExecuteAndWait(*Tool, Args, std::nullopt, {}, 0, 0, &Message);
  if (Status < 0)
    return makeFileError(*Tool, Message);
  return Status;
}
