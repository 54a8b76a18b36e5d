//===-- GmonFile.cpp - Reads files of GNU's format ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the records of gmon.out one by one. Nothing is allocated for a count
// before as many bytes are known to be there. Arcs and blocks, of which there
// are many, are read without a check for each of their fields.
//
//===----------------------------------------------------------------------===//

#include "DataFile.h"
#include "gmon/format.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

class GmonFile {
public:
  GmonFile(const DataFile &File, ProfileSum &Sum, FileContents &Contents)
      : File(File), Data(File.Data), AddressSize(Data.getAddressSize()),
        Sum(Sum), Contents(Contents) {}

  Error read();

private:
  using Cursor = DataExtractor::Cursor;

  Error readHeader(Cursor &At);
  Error readRecord(Cursor &At);
  Error readHistogram(Cursor &At);
  Error readArcs(Cursor &At);
  Error readBlocks(Cursor &At);
  Error readOldBlocks(Cursor &At, uint32_t NumBlocks);
  /// Reads an address where one is known to be.
  uint64_t addressAt(const char *Bytes) const {
    return AddressSize == 8
               ? support::endian::read<uint64_t>(Bytes, File.order())
               : support::endian::read<uint32_t>(Bytes, File.order());
  }

  const DataFile &File;
  DataExtractor Data;
  unsigned AddressSize;
  ProfileSum &Sum;
  FileContents &Contents;
};

} // namespace

Error GmonFile::read() {
  Cursor At(0);
  Error E = readHeader(At);
  while (!E && !Data.eof(At))
    E = readRecord(At);
  // What was cut off has been told better.
  consumeError(At.takeError());
  return E;
}

Error GmonFile::readHeader(Cursor &At) {
  if (!isGmonFile(File))
    return File.fail(0, "expected a gmon file, which starts with '" GMON_COOKIE
                        "', found 0x" +
                            toHex(Data.getData().take_front(GMON_COOKIE_SIZE),
                                  /*LowerCase=*/true));
  At.seek(GMON_VERSION_OFFSET);
  Contents.Version = Data.getU32(At);
  if (Contents.Version > GMON_VERSION)
    return File.fail(GMON_VERSION_OFFSET, "expected version 0 or " +
                                              Twine(GMON_VERSION) + ", found " +
                                              Twine(Contents.Version));
  StringRef Mark = Data.getBytes(At, GMON_BUILD_ID_MARK_SIZE);
  StringRef Id = Data.getBytes(At, GMON_BUILD_ID_SIZE);
  return Mark == GMON_BUILD_ID_MARK ? Sum.addBuildId(File, Id)
                                    : Error::success();
}

Error GmonFile::readRecord(Cursor &At) {
  uint64_t Start = At.tell();
  uint8_t Tag = Data.getU8(At);
  switch (Tag) {
  case GMON_TAG_HISTOGRAM:
    return readHistogram(At);
  case GMON_TAG_ARC:
    At.seek(Start);
    return readArcs(At);
  case GMON_TAG_BLOCKS:
    return readBlocks(At);
  default:
    return File.fail(Start, "expected the tag of a record, 0 to 2, found " +
                                Twine(unsigned(Tag)));
  }
}

Error GmonFile::readHistogram(Cursor &At) {
  HistogramRecord Record;
  Record.Offset = At.tell() - 1;
  Record.Low = Data.getAddress(At);
  Record.High = Data.getAddress(At);
  Record.NumBins = Data.getU32(At);
  Record.Rate = Data.getU32(At);
  Record.Dimension =
      Data.getBytes(At, GMON_DIMENSION_SIZE).take_until([](char C) {
        return C == '\0';
      });
  Record.Unit = char(Data.getU8(At));
  if (!At)
    return File.fail(Record.Offset, "the header of this histogram is cut off");
  if (Record.High < Record.Low)
    return File.fail(Record.Offset, "the histogram's range ends at 0x" +
                                        utohexstr(Record.High) +
                                        ", before its start at 0x" +
                                        utohexstr(Record.Low));
  uint64_t Available = (Data.size() - At.tell()) / 2;
  if (Record.NumBins > Available)
    return File.fail(Record.Offset, "expected " + Twine(Record.NumBins) +
                                        " bins in this histogram, found " +
                                        Twine(Available));
  Record.Bins =
      arrayRefFromStringRef(Data.getBytes(At, uint64_t(Record.NumBins) * 2));
  ++Contents.NumHistograms;
  return Sum.addHistogram(File, Record);
}

/// Reads the arcs from \p At on, up to a record of another kind.
Error GmonFile::readArcs(Cursor &At) {
  const uint64_t RecordSize = 1 + GMON_ARC_SIZE(AddressSize);
  StringRef Rest = Data.getData().drop_front(At.tell());
  Sum.setHasArcs();
  while (!Rest.empty() && Rest[0] == GMON_TAG_ARC) {
    uint64_t Offset = Data.size() - Rest.size();
    if (Rest.size() < RecordSize)
      return File.fail(Offset, "this arc is cut off");
    const char *Fields = Rest.data() + 1;
    RawArc Arc;
    Arc.From = addressAt(Fields);
    Arc.Self = addressAt(Fields + AddressSize);
    Arc.Count =
        support::endian::read<uint32_t>(Fields + 2 * AddressSize, File.order());
    if (!Sum.addArc(Arc))
      return File.fail(Offset, CountsTooGreat);
    ++Contents.NumArcs;
    Rest = Rest.drop_front(RecordSize);
  }
  At.seek(Data.size() - Rest.size());
  return Error::success();
}

Error GmonFile::readBlocks(Cursor &At) {
  uint64_t Start = At.tell() - 1;
  uint32_t NumBlocks = Data.getU32(At);
  if (!At)
    return File.fail(Start, "the count of these basic blocks is cut off");
  Sum.setHasBlocks();
  ++Contents.NumBlockRecords;
  if (Contents.Version == 0)
    return readOldBlocks(At, NumBlocks);

  const uint64_t PairSize = GMON_BLOCK_PAIR_SIZE(AddressSize);
  uint64_t Available = (Data.size() - At.tell()) / PairSize;
  if (NumBlocks > Available)
    return File.fail(Start, "expected " + Twine(NumBlocks) +
                                " basic blocks, found " + Twine(Available));
  StringRef Pairs = Data.getBytes(At, NumBlocks * PairSize);
  for (; !Pairs.empty(); Pairs = Pairs.drop_front(PairSize))
    if (!Sum.addBlock(
            {addressAt(Pairs.data()), addressAt(Pairs.data() + AddressSize)}))
      return File.fail(At.tell() - Pairs.size(), CountsTooGreat);
  return Error::success();
}

Error GmonFile::readOldBlocks(Cursor &At, uint32_t NumBlocks) {
  uint64_t Start = At.tell();
  Data.getCStrRef(At);
  for (uint32_t I = 0; I < NumBlocks && At; ++I) {
    uint64_t Offset = At.tell();
    BlockCount Block;
    Block.Count = Data.getU64(At);
    Block.Address = Data.getU64(At);
    Data.getCStrRef(At);
    Data.getCStrRef(At);
    Data.getU32(At);
    if (At && !Sum.addBlock(Block))
      return File.fail(Offset, CountsTooGreat);
  }
  if (!At)
    return File.fail(Start, "expected " + Twine(NumBlocks) +
                                " basic blocks, found the end of the file");
  return Error::success();
}

bool gmon::isGmonFile(const DataFile &File) {
  return File.Data.getData().starts_with(GMON_COOKIE);
}

Error gmon::readGmonFile(const DataFile &File, ProfileSum &Sum,
                         FileContents &Contents) {
  return GmonFile(File, Sum, Contents).read();
}
