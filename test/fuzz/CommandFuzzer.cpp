//===-- CommandFuzzer.cpp - Fuzzes the commands that read profiles --------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a command, for "list" a function, and options; then a rules file for
// "check", the old profile for "diff", or else a sidecar file with stacks; a
// data file and a program. The files are in memory.
// MergeListFuzzer tests "merge", which writes files.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "commands/Commands.h"
#include "profile/sidecar/StackFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include <cstdlib>

using namespace gmon;
using namespace llvm;

/// The files that \p Command reads, in order.
static std::vector<unsigned> filesOf(StringRef Command) {
  using Files = std::vector<unsigned>;
  return StringSwitch<Files>(Command)
      .Cases({"export", "list", "report"}, {Input::Program, Input::Gmon})
      .Case("check", {Input::Map, Input::Program, Input::Gmon})
      .Case("diff", {Input::Program, Input::Map, Input::Gmon})
      .Default({});
}

/// Makes a link called \p Name in the folder "command-links" to \p Target.
static std::string linkTo(StringRef Target, StringRef Name) {
  std::string Link = ("command-links/" + Name).str();
  (void)sys::fs::create_directories("command-links");
  (void)sys::fs::remove(Link);
  if (sys::fs::create_link(Target, Link))
    std::abort();
  return Link;
}

/// Puts the stacks in \p Bytes beside the data file \p Gmon. Returns the new
/// name of \p Gmon. The first two modules are \p Program, as the program and as
/// a library; no other file is read.
static std::string addStacks(StringRef Bytes, StringRef Gmon,
                             StringRef Program) {
  static const MemoryFile File;
  static const std::string Sidecar = linkTo(File.path(), "stacks.gmon");
  static const std::string Linked = linkTo(Gmon, "gmon");
  Expected<StackProfile> Stacks = readStackFile("stacks", Bytes);
  if (!Stacks) {
    consumeError(Stacks.takeError());
    File.set(Bytes);
    return Linked;
  }
  for (size_t I = 0; I < Stacks->Modules.size(); ++I)
    Stacks->Modules[I].Path = I < 2 ? Program.str() : "[none]";
  Stacks->Profiles = {cantFail(digestOf(Gmon))};
  std::string Text;
  raw_string_ostream OS(Text);
  writeStacks(OS, *Stacks);
  File.set(Text);
  return Linked;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Input In(Data, Size);
  std::vector<std::string> Words = In.words();
  if (Words.empty())
    return 0;
  std::string Command = Words.front();
  std::vector<unsigned> Files = filesOf(Command);
  if (Files.empty())
    return 0;
  // Drops words that are not options, since they would name files.
  auto IsOption = [](StringRef Word) {
    return Word.starts_with("-") && Word != "-" && Word != "--";
  };
  std::vector<const char *> Args = {"llvm-gprof", Command.c_str()};
  if (Command == "list" && Words.size() > 1 &&
      !StringRef(Words[1]).starts_with("@"))
    Args.push_back(Words[1].c_str());
  // No file is written.
  for (const std::string &Word : ArrayRef(Words).drop_front())
    if (IsOption(Word) && !StringRef(Word).starts_with("-o") &&
        !StringRef(Word).starts_with("--output"))
      Args.push_back(Word.c_str());
  auto Paths = storeFiles(In);
  if (!is_contained(Files, Input::Map))
    Paths[Input::Gmon] = addStacks(In.Parts[Input::Map], Paths[Input::Gmon],
                                   Paths[Input::Program]);
  for (unsigned File : Files)
    Args.push_back(Paths[File].c_str());

  Warnings Warn;
  consumeError(runCommand(Args, nulls(), Warn).takeError());
  Warn.print(nulls(), "llvm-gprof");
  return 0;
}
