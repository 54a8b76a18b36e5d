//===-- CommandFuzzer.cpp - Fuzzes the commands that read profiles --------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a command, for "list" a function, and options; then a rules file for
// "check" or the old profile for "diff", a data file and a program. The files
// are in memory, and --html prints its page. MergeListFuzzer tests "merge",
// which writes files.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "commands/Commands.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gmon;
using namespace llvm;

/// The files that \p Command reads, in order.
static std::vector<unsigned> filesOf(StringRef Command) {
  using Files = std::vector<unsigned>;
  return StringSwitch<Files>(Command)
      .Cases({"annotate", "list", "report"}, {Input::Program, Input::Gmon})
      .Case("check", {Input::Map, Input::Program, Input::Gmon})
      .Case("diff", {Input::Program, Input::Map, Input::Gmon})
      .Default({});
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
  if (Command == "list")
    Args.push_back(Words.size() > 1 && !StringRef(Words[1]).starts_with("@")
                       ? Words[1].c_str()
                       : "main");
  for (const std::string &Word : ArrayRef(Words).drop_front())
    if (StringRef(Word).starts_with("--html"))
      Args.push_back("--format=html");
    else if (IsOption(Word))
      Args.push_back(Word.c_str());
  auto Paths = storeFiles(In);
  for (unsigned File : Files)
    Args.push_back(Paths[File].c_str());

  Warnings Warn;
  consumeError(runCommand(Args, nulls(), Warn).takeError());
  Warn.print(nulls(), "llvm-gprof");
  return 0;
}
