//===-- RoundTrip.h - What all fuzzers of data files do ---------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a data file. Ends the program if the profile that was read differs from
// the profile read from its sum.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_TEST_FUZZ_ROUNDTRIP_H
#define GMON_TEST_FUZZ_ROUNDTRIP_H

#include "profile/GmonReader.h"
#include "profile/GmonWriter.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <map>

namespace gmon {

/// The nonzero counts of \p Records by key.
template <class RecordT, class KeyFn>
auto sumsOf(const std::vector<RecordT> &Records, KeyFn KeyOf) {
  std::map<decltype(KeyOf(Records.front())), uint64_t> Sums;
  for (const RecordT &Record : Records)
    if (Record.Count)
      Sums[KeyOf(Record)] += Record.Count;
  return Sums;
}

/// Whether \p A and \p B have the same counts.
inline bool isEqual(const Profile &A, const Profile &B) {
  auto ArcKey = [](const RawArc &Arc) { return std::pair(Arc.From, Arc.Self); };
  auto BlockKey = [](const BlockCount &Block) { return Block.Address; };
  auto IsSame = [](const Histogram &Left, const Histogram &Right) {
    return Left.Low == Right.Low && Left.High == Right.High &&
           Left.Bins == Right.Bins;
  };
  return std::equal(A.Histograms.begin(), A.Histograms.end(),
                    B.Histograms.begin(), B.Histograms.end(), IsSame) &&
         (A.Histograms.empty() || (A.Rate == B.Rate && A.Unit == B.Unit &&
                                   A.Dimension == B.Dimension)) &&
         A.RunNotes.NumRuns == B.RunNotes.NumRuns &&
         (A.RunNotes.NumRuns == 0 ||
          A.RunNotes.HookPicoseconds == B.RunNotes.HookPicoseconds) &&
         sumsOf(A.Arcs, ArcKey) == sumsOf(B.Arcs, ArcKey) &&
         sumsOf(A.Blocks, BlockKey) == sumsOf(B.Blocks, BlockKey);
}

/// Reads \p Bytes, writes the profile as a gmon file and reads that.
inline void readAndCompare(llvm::StringRef Bytes, GmonLayout Layout,
                           FileFormat Format) {
  GmonReader Reader(Layout.IsLittleEndian, Layout.AddressSize, Format);
  if (llvm::Expected<FileContents> File = Reader.add("input", Bytes); !File)
    return consumeError(File.takeError());
  const Profile &Read = Reader.profile();
  if (llvm::Error E = checkFits(Read, Layout, FileFormat::Magic))
    return consumeError(std::move(E));
  // Addresses beyond the program belong to no symbol and are in no sum.
  auto IsOutside = [&](uint64_t Address) {
    return Layout.AddressSize == 4 && Address > UINT32_MAX;
  };
  Profile Sum = Read;
  llvm::erase_if(Sum.Blocks, [&](const BlockCount &Block) {
    return IsOutside(Block.Address);
  });
  // In a BSD file these are arcs; in a gmon file they would be notes.
  llvm::erase_if(Sum.Arcs, [&](const RawArc &Arc) {
    return Arc.Self == llvm::maxUIntN(Layout.AddressSize * 8);
  });

  std::string Written;
  llvm::raw_string_ostream OS(Written);
  writeGmon(OS, Sum, Sum.Arcs, Sum.Blocks, Layout, FileFormat::Magic);
  GmonReader Again(Layout.IsLittleEndian, Layout.AddressSize);
  cantFail(Again.add("written", Written).takeError());
  if (!isEqual(Sum, Again.profile()))
    std::abort();
}

} // namespace gmon

#endif // GMON_TEST_FUZZ_ROUNDTRIP_H
