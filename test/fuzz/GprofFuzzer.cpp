//===-- GprofFuzzer.cpp - Fuzzes the whole analyzer -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: an Input, which its functions take apart and put together: options, a
// map of symbols, a gmon file, a program. The mutator changes one part at a
// time and keeps the lengths right. The files lie in memory, and nothing is
// written: -s and -y are taken back.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstdlib>
#include <random>
#include <sys/mman.h>
#include <unistd.h>

using namespace gmon;
using namespace llvm;

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

namespace {

/// The parts of an input. Each but the last is preceded by its length, 32 bits
/// in little endian; a length that is too great takes what there is.
struct Input {
  enum { OptionWords, Map, Gmon, Program, NumParts };
  std::array<StringRef, NumParts> Parts;

  Input(const uint8_t *Data, size_t Size) {
    StringRef Rest(reinterpret_cast<const char *>(Data), Size);
    for (unsigned I = 0; I < Program && Rest.size() >= 4; ++I) {
      size_t Length = support::endian::read32le(Rest.data());
      Parts[I] = Rest.substr(4, Length);
      Rest = Rest.drop_front(4 + Parts[I].size());
    }
    Parts[Program] = Rest;
  }

  /// Writes the input to \p Data and returns its size, at most \p MaxSize.
  size_t store(uint8_t *Data, size_t MaxSize) const {
    std::string Bytes;
    for (unsigned I = 0; I < NumParts; ++I) {
      char Length[4];
      support::endian::write32le(Length, Parts[I].size());
      if (I != Program)
        Bytes.append(Length, sizeof(Length));
      Bytes += Parts[I];
    }
    Bytes.resize(std::min(Bytes.size(), MaxSize));
    llvm::copy(Bytes, Data);
    return Bytes.size();
  }
};

/// A file without a name, whose contents are set again and again.
class MemoryFile {
public:
  MemoryFile() : FD(memfd_create("fuzz", 0)) {
    if (FD < 0)
      std::abort();
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(FD); }
  void set(StringRef Bytes) const {
    if (ftruncate(FD, 0) ||
        pwrite(FD, Bytes.data(), Bytes.size(), 0) != ssize_t(Bytes.size()))
      std::abort();
  }

private:
  int FD;
};

} // namespace

/// The options of the lines of \p Text. Words that are no options and @file,
/// which would name files, are left out.
static Expected<Options> optionsOf(StringRef Text) {
  std::vector<std::string> Words = {"llvm-gprof"};
  while (!Text.empty()) {
    StringRef Word;
    std::tie(Word, Text) = Text.split('\n');
    if (Word.starts_with("-"))
      Words.push_back(Word.take_until([](char C) { return !C; }).str());
  }
  std::vector<const char *> Args;
  for (const std::string &Word : Words)
    Args.push_back(Word.c_str());
  const char *SourcePath = std::getenv("GPROF_PATH");
  return parseOptions(Args, SourcePath ? SourcePath : "");
}

static Error run(const Input &In) {
  static const std::array<MemoryFile, Input::NumParts> Files;
  Expected<Options> Opts = optionsOf(In.Parts[Input::OptionWords]);
  if (!Opts)
    return Opts.takeError();
  for (unsigned I : {Input::Map, Input::Gmon, Input::Program})
    Files[I].set(In.Parts[I]);
  Opts->ImageFile = Files[Input::Program].path();
  Opts->ProfileFiles = {Files[Input::Gmon].path()};
  if (!Opts->ObjectMap.empty())
    Opts->ObjectMap = Files[Input::Map].path();
  if (!Opts->ExternalSymbolTable.empty())
    Opts->ExternalSymbolTable = Files[Input::Map].path();
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

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  std::minstd_rand Random(Seed);
  Input In(Data, Size);
  StringRef &Part = In.Parts[Random() % Input::NumParts];
  std::vector<uint8_t> Bytes(Part.bytes_begin(), Part.bytes_end());
  size_t Room = MaxSize - std::min(MaxSize, Size);
  Bytes.resize(Part.size() + Room + 1);
  Bytes.resize(LLVMFuzzerMutate(Bytes.data(), Part.size(), Bytes.size()));
  Part = StringRef(reinterpret_cast<const char *>(Bytes.data()), Bytes.size());
  return In.store(Data, MaxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *Data1, size_t Size1,
                                            const uint8_t *Data2, size_t Size2,
                                            uint8_t *Out, size_t MaxOutSize,
                                            unsigned Seed) {
  std::minstd_rand Random(Seed);
  Input In(Data1, Size1);
  Input Other(Data2, Size2);
  unsigned Which = Random() % Input::NumParts;
  In.Parts[Which] = Other.Parts[Which];
  return In.store(Out, MaxOutSize);
}
