//===-- BlockListingFuzzer.cpp - Fuzzes the reader of bb.out --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a listing of basic blocks, of a program of 64 bits. One that is accepted
// is written as a sum and read again, and must say the same.
//
//===----------------------------------------------------------------------===//

#include "RoundTrip.h"

using namespace gmon;
using namespace llvm;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // Whatever it is, it is to be taken for a listing.
  std::string Text = "File a.c, ";
  Text.append(reinterpret_cast<const char *>(Data), Size);
  readAndCompare(Text, {/*IsLittleEndian=*/true, /*AddressSize=*/8},
                 FileFormat::Auto);
  return 0;
}
