//===-- GmonReaderFuzzer.cpp - Fuzzes the reader of gmon files ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a letter that says what program the file is of, then the file. A file
// that is accepted is written and read again, and must say the same.
//
//===----------------------------------------------------------------------===//

#include "GmonReader.h"
#include "GmonWriter.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace gmon;
using namespace llvm;

/// Adds up the counts of each key of \p Records.
template <class RecordT, class KeyFn>
static auto sumsOf(const std::vector<RecordT> &Records, KeyFn KeyOf) {
  std::map<decltype(KeyOf(Records.front())), uint64_t> Sums;
  for (const RecordT &Record : Records)
    if (Record.Count)
      Sums[KeyOf(Record)] += Record.Count;
  return Sums;
}

/// Whether two profiles have equal contents; the writer splits large counts.
static bool isEqual(const Profile &A, const Profile &B) {
  auto ArcKey = [](const RawArc &Arc) { return std::pair(Arc.From, Arc.Self); };
  auto BlockKey = [](const BlockCount &Block) { return Block.Address; };
  auto SameBins = [](const Histogram &Left, const Histogram &Right) {
    return Left.Low == Right.Low && Left.High == Right.High &&
           Left.Bins == Right.Bins;
  };
  return std::equal(A.Histograms.begin(), A.Histograms.end(),
                    B.Histograms.begin(), B.Histograms.end(), SameBins) &&
         (A.Histograms.empty() || (A.Rate == B.Rate && A.Unit == B.Unit &&
                                   A.Dimension == B.Dimension)) &&
         sumsOf(A.Arcs, ArcKey) == sumsOf(B.Arcs, ArcKey) &&
         sumsOf(A.Blocks, BlockKey) == sumsOf(B.Blocks, BlockKey);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0)
    return 0;
  bool IsLittleEndian = Data[0] & 1;
  unsigned AddressSize = Data[0] & 2 ? 4 : 8;
  StringRef Bytes(reinterpret_cast<const char *>(Data + 1), Size - 1);

  FileFormat Format = FileFormat(Data[0] >> 2 & 3);
  GmonReader Reader(IsLittleEndian, AddressSize, Format);
  Expected<FileContents> File = Reader.add("input", Bytes);
  if (!File) {
    consumeError(File.takeError());
    return 0;
  }
  std::string Written;
  raw_string_ostream OS(Written);
  const Profile &Read = Reader.profile();
  GmonLayout Layout{IsLittleEndian, AddressSize};
  if (errorToBool(checkFits(Read, Layout, Format)))
    return 0;
  writeGmon(OS, Read, Read.Arcs, Read.Blocks, Layout, Format);
  GmonReader Again(IsLittleEndian, AddressSize, Format);
  cantFail(Again.add("written", Written).takeError());
  if (!isEqual(Reader.profile(), Again.profile()))
    std::abort();
  return 0;
}
