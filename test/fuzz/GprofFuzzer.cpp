//===-- GprofFuzzer.cpp - Fuzzes the whole analyzer -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: options, a map of symbols, a data file, a program. The files are in
// memory, and nothing is written: the fuzzer cancels -s and -y.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "driver/Driver.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace gmon;
using namespace llvm;

/// The options of \p In, without words that would name files: words that are
/// not options, and @file.
static Expected<Options> optionsOf(const Input &In) {
  std::vector<std::string> Words = In.words();
  std::vector<const char *> Args = {"llvm-gprof"};
  for (const std::string &Word : Words)
    if (StringRef(Word).starts_with("-"))
      Args.push_back(Word.c_str());
  const char *SourcePath = std::getenv("GPROF_PATH");
  return parseOptions(Args, SourcePath ? SourcePath : "");
}

static Error run(const Input &In) {
  Expected<Options> Opts = optionsOf(In);
  if (!Opts)
    return Opts.takeError();
  auto Paths = storeFiles(In);
  Opts->ImageFile = Paths[Input::Program];
  Opts->ProfileFiles = NameList(Paths[Input::Gmon]);
  for (std::string *Name : {&Opts->ObjectMap, &Opts->ExternalSymbolTable})
    if (!Name->empty())
      *Name = Paths[Input::Map];
  Opts->Reports &= ~ReportSum;
  Opts->SeparateFiles = false;
  Opts->Width = std::min(Opts->Width, 1000U);

  Warnings Warn;
  Error E = analyze(std::move(*Opts), nulls(), Warn);
  Warn.print(nulls(), "llvm-gprof");
  return E;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Error E = run(Input(Data, Size)))
    consumeError(std::move(E));
  return 0;
}
