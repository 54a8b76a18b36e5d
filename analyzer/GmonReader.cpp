//===-- GmonReader.cpp - Reads gmon files ---------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the records of a file one by one. Nothing is allocated for a count
// before as many bytes are known to be there.
//
//===----------------------------------------------------------------------===//

#include "GmonReader.h"
#include "Errors.h"
#include "gmon/format.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace gmon;
using namespace llvm;

Error GmonReader::fail(uint64_t Offset, const Twine &Message) const {
  return makeFileError(Current.Name,
                       "at offset " + Twine(Offset) + ": " + Message);
}

Expected<FileContents> GmonReader::add(StringRef Name) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File =
      Name == "-" ? MemoryBuffer::getSTDIN()
                  : MemoryBuffer::getFile(Name, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (std::error_code Code = File.getError())
    return makeFileError(Name, "cannot read: " + Code.message());
  return add(Name, (*File)->getBuffer());
}

Expected<FileContents> GmonReader::add(StringRef Name, StringRef Bytes) {
  Current = FileContents();
  Current.Name = Name.str();
  if (Bytes.size() < GMON_HEADER_SIZE)
    return makeFileError(
        Name, "too short for a gmon file: " + Twine(Bytes.size()) +
                  " bytes, expected " + Twine(GMON_HEADER_SIZE) + " or more");
  StringRef Cookie = Bytes.take_front(GMON_COOKIE_SIZE);
  if (Cookie != GMON_COOKIE)
    return fail(0, "expected a gmon file, which starts with '" GMON_COOKIE
                   "', found 0x" +
                       toHex(Cookie, /*LowerCase=*/true));

  DataExtractor Data(Bytes, IsLittleEndian, AddressSize);
  Cursor At(GMON_VERSION_OFFSET);
  Current.Version = Data.getU32(At);
  if (Error E = At.takeError())
    return std::move(E);
  if (Current.Version > GMON_VERSION)
    return fail(GMON_VERSION_OFFSET, "expected version 0 or " +
                                         Twine(GMON_VERSION) + ", found " +
                                         Twine(Current.Version));
  At.seek(GMON_HEADER_SIZE);
  while (!Data.eof(At))
    if (Error E = readRecord(Data, At)) {
      consumeError(At.takeError());
      return std::move(E);
    }
  if (Error E = At.takeError())
    return std::move(E);
  return Current;
}

Error GmonReader::readRecord(DataExtractor &Data, Cursor &At) {
  uint64_t Start = At.tell();
  uint8_t Tag = Data.getU8(At);
  switch (Tag) {
  case GMON_TAG_HISTOGRAM:
    return readHistogram(Data, At);
  case GMON_TAG_ARC:
    return readArc(Data, At);
  case GMON_TAG_BLOCKS:
    return readBlocks(Data, At);
  default:
    return fail(Start, "expected the tag of a record, 0 to 2, found " +
                           Twine(unsigned(Tag)));
  }
}

Error GmonReader::readHistogram(DataExtractor &Data, Cursor &At) {
  uint64_t Start = At.tell() - 1;
  uint64_t Low = Data.getAddress(At);
  uint64_t High = Data.getAddress(At);
  uint32_t NumBins = Data.getU32(At);
  uint32_t Rate = Data.getU32(At);
  StringRef Dimension = Data.getBytes(At, GMON_DIMENSION_SIZE);
  char Unit = char(Data.getU8(At));
  if (!At)
    return fail(Start, "the header of this histogram is cut off");
  if (High < Low)
    return fail(Start, "the histogram's range ends at 0x" + utohexstr(High) +
                           ", before its start at 0x" + utohexstr(Low));
  uint64_t Available = (Data.size() - At.tell()) / 2;
  if (NumBins > Available)
    return fail(Start, "expected " + Twine(NumBins) +
                           " bins in this histogram, found " +
                           Twine(Available));

  double Scale = NumBins ? double((High - Low) / 2) / NumBins : 0;
  Dimension = Dimension.take_until([](char C) { return C == '\0'; });
  if (Error E = checkKind(Start, Rate, Dimension, Unit, Scale))
    return E;
  Expected<Histogram *> Target = histogramFor(Start, Low, High, NumBins);
  if (!Target)
    return Target.takeError();
  for (uint64_t &Bin : (*Target)->Bins)
    Bin += Data.getU16(At);
  Sum.HasHistograms = true;
  ++Current.NumHistograms;
  return Error::success();
}

Error GmonReader::checkKind(uint64_t At, uint32_t Rate, StringRef Dimension,
                            char Unit, double Scale) {
  if (Sum.Histograms.empty()) {
    Sum.Rate = Rate;
    Sum.Dimension = Dimension.str();
    Sum.Unit = Unit;
    Sum.Scale = Scale;
    return Error::success();
  }
  if (Dimension != Sum.Dimension || Unit != Sum.Unit)
    return fail(At, "expected a histogram of '" + Sum.Dimension +
                        "' like the first, found one of '" + Dimension + "'");
  // Rounding lets the scales of ranges of different length differ a little.
  if (std::abs(Scale - Sum.Scale) > 1e-6)
    return fail(At, "expected a histogram of the first one's scale, " +
                        std::to_string(Sum.Scale) + ", found " +
                        std::to_string(Scale));
  return Error::success();
}

Expected<Histogram *> GmonReader::histogramFor(uint64_t At, uint64_t Low,
                                               uint64_t High,
                                               uint32_t NumBins) {
  auto Next = HistogramAt.lower_bound(Low);
  if (Next != HistogramAt.end()) {
    Histogram &Other = Sum.Histograms[Next->second];
    if (Other.Low == Low && Other.High == High) {
      if (Other.Bins.size() != NumBins)
        return fail(At, "expected " + Twine(Other.Bins.size()) +
                            " bins, as in the first histogram of this range, "
                            "found " +
                            Twine(NumBins));
      return &Other;
    }
    if (Other.Low < High)
      return fail(At, "the histogram overlaps an earlier one at 0x" +
                          utohexstr(Other.Low));
  }
  if (Next != HistogramAt.begin()) {
    Histogram &Other = Sum.Histograms[std::prev(Next)->second];
    if (Low < Other.High)
      return fail(At, "the histogram overlaps an earlier one at 0x" +
                          utohexstr(Other.Low));
  }
  HistogramAt[Low] = Sum.Histograms.size();
  Sum.Histograms.push_back({Low, High, std::vector<uint64_t>(NumBins)});
  return &Sum.Histograms.back();
}

Error GmonReader::readArc(DataExtractor &Data, Cursor &At) {
  uint64_t Start = At.tell() - 1;
  RawArc Arc;
  Arc.From = Data.getAddress(At);
  Arc.Self = Data.getAddress(At);
  Arc.Count = Data.getU32(At);
  if (!At)
    return fail(Start, "this arc is cut off");
  Sum.Arcs.push_back(Arc);
  Sum.HasArcs = true;
  ++Current.NumArcs;
  return Error::success();
}

Error GmonReader::readBlocks(DataExtractor &Data, Cursor &At) {
  uint64_t Start = At.tell() - 1;
  uint32_t NumBlocks = Data.getU32(At);
  if (!At)
    return fail(Start, "the count of these basic blocks is cut off");
  Sum.HasBlocks = true;
  ++Current.NumBlockRecords;
  if (Current.Version == 0)
    return readOldBlocks(Data, At, NumBlocks);

  uint64_t Available =
      (Data.size() - At.tell()) / GMON_BLOCK_PAIR_SIZE(AddressSize);
  if (NumBlocks > Available)
    return fail(Start, "expected " + Twine(NumBlocks) +
                           " basic blocks, found " + Twine(Available));
  for (uint32_t I = 0; I < NumBlocks; ++I) {
    BlockCount Block;
    Block.Address = Data.getAddress(At);
    Block.Count = Data.getAddress(At);
    Sum.Blocks.push_back(Block);
  }
  return Error::success();
}

/// Version 0 has a name in front of the blocks and, in each block, two names
/// and a line behind count and address.
Error GmonReader::readOldBlocks(DataExtractor &Data, Cursor &At,
                                uint32_t NumBlocks) {
  uint64_t Start = At.tell();
  Data.getCStrRef(At);
  for (uint32_t I = 0; I < NumBlocks && At; ++I) {
    BlockCount Block;
    Block.Count = Data.getU64(At);
    Block.Address = Data.getU64(At);
    Data.getCStrRef(At);
    Data.getCStrRef(At);
    Data.getU32(At);
    Sum.Blocks.push_back(Block);
  }
  if (!At)
    return fail(Start, "expected " + Twine(NumBlocks) +
                           " basic blocks, found the end of the file");
  return Error::success();
}
