//===-- Parts.cpp - Inputs of several files -------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace gmon;
using namespace llvm;

Input::Input(const uint8_t *Data, size_t Size) {
  StringRef Rest(reinterpret_cast<const char *>(Data), Size);
  for (unsigned I = 0; I < Program && Rest.size() >= 4; ++I) {
    size_t Length = support::endian::read32le(Rest.data());
    Parts[I] = Rest.substr(4, Length);
    Rest = Rest.drop_front(4 + Parts[I].size());
  }
  Parts[Program] = Rest;
}

size_t Input::store(uint8_t *Data, size_t MaxSize) const {
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

std::vector<std::string> Input::words() const {
  std::vector<std::string> Result;
  StringRef Text = Parts[Words];
  while (!Text.empty()) {
    StringRef Word;
    std::tie(Word, Text) = Text.split('\n');
    Result.push_back(Word.take_until([](char C) { return !C; }).str());
  }
  return Result;
}

MemoryFile::MemoryFile() : FD(memfd_create("fuzz", 0)) {
  if (FD < 0)
    std::abort();
}

void MemoryFile::set(StringRef Bytes) const {
  if (ftruncate(FD, 0) ||
      pwrite(FD, Bytes.data(), Bytes.size(), 0) != ssize_t(Bytes.size()))
    std::abort();
}

std::array<std::string, Input::NumParts> gmon::storeFiles(const Input &In) {
  static const std::array<MemoryFile, Input::NumParts> Files;
  std::array<std::string, Input::NumParts> Paths;
  for (unsigned I : {Input::Map, Input::Gmon, Input::Program}) {
    Files[I].set(In.Parts[I]);
    Paths[I] = Files[I].path();
  }
  return Paths;
}
