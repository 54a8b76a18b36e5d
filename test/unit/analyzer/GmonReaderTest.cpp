//===-- GmonReaderTest.cpp - Reading and writing gmon files ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader reads what the writer wrote, and rejects truncated
// files.
//
//===----------------------------------------------------------------------===//

#include "profile/GmonReader.h"
#include "files/FileBytes.h"
#include "gmon/format.h"
#include "profile/GmonWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileUtilities.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace gmon;
using namespace llvm;

static Profile makeProfile() {
  Profile Data;
  Data.HasHistograms = Data.HasArcs = Data.HasBlocks = true;
  Data.Rate = 100;
  Data.Dimension = "seconds";
  Data.Scale = 1;
  Data.Histograms = {{0x1000, 0x1008, {1, 0, 65535, 7}},
                     {0x2000, 0x2004, {0, 9}}};
  Data.Arcs = {{0x1000, 0x1004, 5}, {0x1004, 0x1004, 0xffffffff}};
  Data.Blocks = {{0x1000, 1}, {0x1004, 0x7fffffff}};
  return Data;
}

static std::string write(const Profile &Data, bool IsLittleEndian,
                         unsigned AddressSize) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  writeGmon(OS, Data, IsLittleEndian, AddressSize);
  return Bytes;
}

static void expectEqual(const Profile &A, const Profile &B) {
  EXPECT_EQ(A.Rate, B.Rate);
  EXPECT_EQ(A.Dimension, B.Dimension);
  EXPECT_EQ(A.Unit, B.Unit);
  EXPECT_EQ(A.Scale, B.Scale);
  ASSERT_EQ(A.Histograms.size(), B.Histograms.size());
  for (size_t I = 0; I < A.Histograms.size(); ++I) {
    EXPECT_EQ(A.Histograms[I].Low, B.Histograms[I].Low);
    EXPECT_EQ(A.Histograms[I].High, B.Histograms[I].High);
    EXPECT_EQ(A.Histograms[I].Bins, B.Histograms[I].Bins);
  }
  ASSERT_EQ(A.Arcs.size(), B.Arcs.size());
  for (size_t I = 0; I < A.Arcs.size(); ++I) {
    EXPECT_EQ(A.Arcs[I].From, B.Arcs[I].From);
    EXPECT_EQ(A.Arcs[I].Self, B.Arcs[I].Self);
    EXPECT_EQ(A.Arcs[I].Count, B.Arcs[I].Count);
  }
  ASSERT_EQ(A.Blocks.size(), B.Blocks.size());
  for (size_t I = 0; I < A.Blocks.size(); ++I) {
    EXPECT_EQ(A.Blocks[I].Address, B.Blocks[I].Address);
    EXPECT_EQ(A.Blocks[I].Count, B.Blocks[I].Count);
  }
}

TEST(GmonReader, ReadsWhatIsWritten) {
  for (bool IsLittleEndian : {true, false})
    for (unsigned AddressSize : {4, 8}) {
      Profile Data = makeProfile();
      GmonReader Reader(IsLittleEndian, AddressSize);
      auto File = Reader.add("file", write(Data, IsLittleEndian, AddressSize));
      ASSERT_TRUE(bool(File)) << toString(File.takeError());
      EXPECT_EQ(File->Version, unsigned(GMON_VERSION));
      EXPECT_EQ(File->NumHistograms, 2u);
      EXPECT_EQ(File->NumArcs, 2u);
      EXPECT_EQ(File->NumBlockRecords, 1u);
      expectEqual(Reader.profile(), Data);
    }
}

// The reader reads a file in parts: records across the end of a part stay
// whole, and so do counts that are no longer small.
TEST(GmonReader, ReadsFilesOfSeveralParts) {
  Profile Data = makeProfile();
  Data.HasBlocks = false;
  constexpr size_t NumBins = FileBytes::PartSize + 3;
  Data.Histograms = {{0x1000, 0x1000 + 2 * NumBins, BinCounts(NumBins)}};
  std::string Counts(2 * NumBins, '\xff');
  ASSERT_TRUE(Data.Histograms[0].Bins.add(0, arrayRefFromStringRef(Counts),
                                          endianness::little));
  Data.Arcs.clear();
  for (uint64_t I = 0; I < FileBytes::PartSize / 8; ++I)
    Data.Arcs.push_back({0x1000 + I, 0x1000, I + 1});
  for (FileFormat Format : {FileFormat::Auto, FileFormat::Bsd44}) {
    Data.HasBlocks = Format == FileFormat::Auto;
    Data.Blocks.clear();
    for (uint64_t I = 0; Data.HasBlocks && I < FileBytes::PartSize / 8; ++I)
      Data.Blocks.push_back({0x1000 + I, I});
    int FD;
    SmallString<64> Path;
    ASSERT_FALSE(
        sys::fs::createTemporaryFile("several-parts", "gmon", FD, Path));
    FileRemover Remover(Path);
    {
      raw_fd_ostream OS(FD, /*shouldClose=*/true);
      writeGmon(OS, Data, Data.Arcs, Data.Blocks, {true, 8}, Format);
    }
    GmonReader Reader(true, 8, Format);
    for (unsigned NumFiles : {1, 2}) {
      auto File = Reader.add(Path);
      ASSERT_TRUE(bool(File)) << toString(File.takeError());
      EXPECT_EQ(File->NumArcs, Data.Arcs.size());
      const BinCounts &Bins = Reader.profile().Histograms[0].Bins;
      EXPECT_EQ(Bins[0], NumFiles * 65535u);
      EXPECT_EQ(Bins.total(), NumFiles * NumBins * 65535u);
      if (NumFiles == 1)
        expectEqual(Reader.profile(), Data);
    }
  }
}

// The first count exceeds a 16-bit bin: three records of one
// range.
TEST(GmonReader, WritesCountsAboveTheirFields) {
  Profile Data = makeProfile();
  Data.Histograms = {{0x1000, 0x1004, {2 * 65535 + 3, 1}}};
  Data.Arcs = {{0x1000, 0x1004, 0x1'0000'0001}};
  GmonReader Reader(true, 8);
  auto File = Reader.add("file", write(Data, true, 8));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  EXPECT_EQ(File->NumHistograms, 3u);
  EXPECT_EQ(Reader.profile().Histograms.size(), 1u);
  EXPECT_EQ(Reader.profile().Histograms[0].Bins[0], 2u * 65535 + 3);
  EXPECT_EQ(Reader.profile().Histograms[0].Bins[1], 1u);
  EXPECT_EQ(File->NumArcs, 2u);
  EXPECT_EQ(Reader.profile().Arcs.size(), 1u);
  EXPECT_EQ(Reader.profile().Arcs[0].Count, 0x1'0000'0001u);
}

// A file may only end at the end of a record.
TEST(GmonReader, RefusesEveryTruncation) {
  constexpr size_t P = 8;
  Profile Data = makeProfile();
  const std::string Bytes = write(Data, true, P);
  std::vector<size_t> Ends = {GMON_HEADER_SIZE};
  for (const Histogram &Hist : Data.Histograms)
    Ends.push_back(Ends.back() + 1 + GMON_HISTOGRAM_HEADER_SIZE(P) +
                   2 * Hist.Bins.size());
  for (size_t I = 0; I < Data.Arcs.size(); ++I)
    Ends.push_back(Ends.back() + 1 + GMON_ARC_SIZE(P));
  Ends.push_back(Ends.back() + 1 + GMON_BLOCKS_HEADER_SIZE +
                 Data.Blocks.size() * GMON_BLOCK_PAIR_SIZE(P));
  ASSERT_EQ(Ends.back(), Bytes.size());

  for (size_t Size = 0; Size <= Bytes.size(); ++Size) {
    GmonReader Reader(true, P);
    auto File = Reader.add("file", StringRef(Bytes).take_front(Size));
    EXPECT_EQ(bool(File), is_contained(Ends, Size)) << Size << " bytes";
    if (!File) {
      std::string Message = toString(File.takeError());
      EXPECT_EQ(Message.find('\n'), std::string::npos) << Message;
      EXPECT_NE(Message.find("'file': "), std::string::npos) << Message;
    }
  }
}

// Lengths far beyond the end of the file cost neither memory nor time.
TEST(GmonReader, RefusesLengthsBeyondTheFile) {
  const std::string Bytes = write(makeProfile(), true, 8);
  constexpr size_t FirstRecord = GMON_HEADER_SIZE + 1;
  for (uint32_t NumBins : {uint32_t(~0u), uint32_t(1u << 31), 200u}) {
    std::string Bad = Bytes;
    support::endian::write32le(&Bad[FirstRecord + 16], NumBins);
    GmonReader Reader(true, 8);
    auto File = Reader.add("file", Bad);
    ASSERT_FALSE(bool(File));
    std::string Message = toString(File.takeError());
    EXPECT_NE(Message.find("at offset 20: expected " + std::to_string(NumBins) +
                           " bins"),
              std::string::npos)
        << Message;
  }
}
