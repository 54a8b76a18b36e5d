//===-- BlockListingFuzzer.cpp - Fuzzes the reader of bb.out --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a listing of basic blocks of a 64-bit program. A listing that is accepted
// is written as a sum and read again; the counts must be the same.
//
//===----------------------------------------------------------------------===//

#include "RoundTrip.h"

using namespace gmon;
using namespace llvm;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // The reader takes any input that begins like this for a listing.
  std::string Text = "File a.c, ";
  Text.append(reinterpret_cast<const char *>(Data), Size);
  readAndCompare(Text, {/*IsLittleEndian=*/true, /*AddressSize=*/8},
                 FileFormat::Auto);
  return 0;
}
