//===-- PartsMutator.cpp - Changes inputs of several files ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes one part at a time and updates the lengths.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include <random>
#include <vector>

using namespace gmon;
using namespace llvm;

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

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
