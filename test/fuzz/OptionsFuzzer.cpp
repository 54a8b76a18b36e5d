//===-- OptionsFuzzer.cpp - Fuzzes the reader of the command line ---------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: the value of GPROF_PATH, then the command line's words, one per line.
//
//===----------------------------------------------------------------------===//

#include "OptionHelp.h"
#include "options/Options.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace gmon;
using namespace llvm;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  // A word ends at its first zero. Words that begin with @ would name files.
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  std::vector<std::string> Words;
  for (StringRef Line : Lines)
    if (!Line.starts_with("@"))
      Words.push_back(Line.take_until([](char C) { return !C; }).str());
  std::string SourcePath = Words.empty() ? "" : Words.front();
  if (!Words.empty())
    Words.front() = "llvm-gprof";
  else
    Words.push_back("llvm-gprof");
  std::vector<const char *> Args;
  for (const std::string &Word : Words)
    Args.push_back(Word.c_str());

  Expected<Options> Opts = parseOptions(Args, SourcePath);
  if (!Opts)
    consumeError(Opts.takeError());
  else if (Opts->ShowHelp)
    printHelp(nulls(), Opts->Program);
  return 0;
}
