//===-- GmonReaderFuzzer.cpp - Fuzzes the readers of data files -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a letter for the kind of program and the format that the user named, then
// the file, in GNU's or BSD's format. A file that is accepted is written as a
// sum and read again; the counts must be the same.
//
//===----------------------------------------------------------------------===//

#include "RoundTrip.h"

using namespace gmon;
using namespace llvm;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0)
    return 0;
  constexpr FileFormat Formats[] = {FileFormat::Auto, FileFormat::Magic,
                                    FileFormat::Bsd, FileFormat::Bsd44};
  GmonLayout Layout{bool(Data[0] & 1), Data[0] & 2 ? 4U : 8U};
  readAndCompare(StringRef(reinterpret_cast<const char *>(Data + 1), Size - 1),
                 Layout, Formats[Data[0] >> 2 & 3]);
  return 0;
}
