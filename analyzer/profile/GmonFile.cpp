//===-- GmonFile.cpp - Reads gmon.out and the BSD formats -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the records of gmon.out one by one. Allocates memory for a count of
// items only if the file is long enough. Arcs and blocks are numerous, so they
// are read without a check for each field. Files of the old BSD and of 4.4BSD
// have one histogram, then arcs: both kinds of data, even without bins or arcs.
//
//===----------------------------------------------------------------------===//

#include "gmon/format.h"
#include "profile/DataFile.h"
#include "profile/ProfileSum.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

namespace {

class GmonFile {
public:
  GmonFile(const DataFile &File, ProfileSum &Sum, FileContents &Contents)
      : File(File), AddressSize(File.AddressSize), Sum(Sum),
        Contents(Contents) {}

  Error read() {
    Error E = readHeader();
    if (!E)
      E = verifyChecksum();
    while (!E && Position < File.size())
      E = readRecord();
    if (!E && Contents.NumBlockRecords && !NotesRuns)
      Sum.setRunsUnknown();
    return E;
  }

private:
  Error readHeader() {
    DataExtractor Data = File.at(0, GMON_HEADER_SIZE);
    if (!isGmonFile(File))
      return File.fail(0,
                       "expected a gmon file, which starts with '" GMON_COOKIE
                       "', found 0x" +
                           toHex(Data.getData().take_front(GMON_COOKIE_SIZE),
                                 /*LowerCase=*/true));
    // Segments are found by their places in a file.
    if (File.at(0, GMON_SEGMENT_COOKIE_SIZE).getData() == GMON_SEGMENT_COOKIE)
      return makeFileError(File.Name,
                           "a set of profiles is read from a regular "
                           "file only, by its name");
    Position = GMON_VERSION_OFFSET;
    Contents.Version = Data.getU32(&Position);
    if (Contents.Version > GMON_VERSION)
      return File.fail(GMON_VERSION_OFFSET,
                       "expected version 0 or " + Twine(GMON_VERSION) +
                           ", found " + Twine(Contents.Version));
    Position = GMON_HEADER_SIZE;
    StringRef Spare = Data.getData().substr(GMON_BUILD_ID_MARK_OFFSET);
    const bool IsLibrary = Spare.consume_front(GMON_LIBRARY_ID_MARK);
    if (!IsLibrary && !Spare.consume_front(GMON_BUILD_ID_MARK))
      return Error::success();
    return Sum.addBuildId(File, Spare, IsLibrary);
  }

  /// Fails if the file has a checksum that differs from that of its records.
  Error verifyChecksum() {
    const uint64_t Start = GMON_CHECKED_OFFSET(AddressSize);
    const uint64_t Size = Start - GMON_HEADER_SIZE;
    DataExtractor Note = File.at(GMON_HEADER_SIZE, Size);
    uint64_t Field = 0;
    if (Note.size() < Size || Note.getU8(&Field) != GMON_TAG_ARC ||
        Note.getAddress(&Field) != GMON_NOTE_CHECKSUM ||
        Note.getAddress(&Field) != maxUIntN(AddressSize * 8))
      return Error::success();
    const uint32_t Expected = Note.getU32(&Field);
    const uint32_t Checksum = File.Bytes.checksum(Start);
    if (Checksum == Expected)
      return Error::success();
    return File.fail(
        GMON_CHECKSUM_OFFSET(AddressSize),
        "expected the checksum 0x" + utohexstr(Expected, /*LowerCase=*/true) +
            ", found 0x" + utohexstr(Checksum, /*LowerCase=*/true) +
            "; the program may still have been writing the file, or "
            "have been ended meanwhile");
  }

  Error readRecord() {
    uint64_t Start = 0;
    uint8_t Tag = File.at(Position, 1).getU8(&Start);
    switch (Tag) {
    case GMON_TAG_HISTOGRAM:
      return readHistogram();
    case GMON_TAG_ARC:
      return readArcs();
    case GMON_TAG_BLOCKS:
      return readBlocks();
    default:
      return File.fail(Position,
                       "expected the tag of a record, 0 to 2, found " +
                           Twine(unsigned(Tag)));
    }
  }

  Error readHistogram() {
    const uint64_t Size = 1 + GMON_HISTOGRAM_HEADER_SIZE(AddressSize);
    DataExtractor Data = File.at(Position, Size);
    if (Data.size() < Size)
      return File.fail(Position, "the header of this histogram is cut off");
    uint64_t Field = 1;
    HistogramRecord Record;
    Record.Offset = Position;
    Record.BinsOffset = Position + Size;
    Record.Low = Data.getAddress(&Field);
    Record.High = Data.getAddress(&Field);
    Record.NumBins = Data.getU32(&Field);
    Record.Rate = Data.getU32(&Field);
    Record.Dimension = Data.getData()
                           .substr(Field, GMON_DIMENSION_SIZE)
                           .take_until([](char C) { return C == '\0'; });
    Record.Unit = Data.getData().back();
    if (Record.High < Record.Low)
      return File.fail(Record.Offset, "the histogram's range ends at 0x" +
                                          utohexstr(Record.High) +
                                          ", before its start at 0x" +
                                          utohexstr(Record.Low));
    uint64_t Available = (File.size() - Record.BinsOffset) / 2;
    if (Record.NumBins > Available)
      return File.fail(Record.Offset, "expected " + Twine(Record.NumBins) +
                                          " bins in this histogram, found " +
                                          Twine(Available));
    Position = Record.BinsOffset + uint64_t(Record.NumBins) * 2;
    ++Contents.NumHistograms;
    return Sum.addHistogram(File, Record);
  }

  /// Reads arcs up to a record of another kind.
  Error readArcs() {
    const uint64_t RecordSize = 1 + GMON_ARC_SIZE(AddressSize);
    Sum.setHasArcs();
    while (true) {
      StringRef Part = File.at(Position, FileBytes::PartSize).getData();
      if (!Part.starts_with(char(GMON_TAG_ARC)))
        return Error::success();
      if (Part.size() < RecordSize)
        return File.fail(Position, "this arc is cut off");
      for (; Part.size() >= RecordSize && Part[0] == GMON_TAG_ARC;
           Part = Part.drop_front(RecordSize)) {
        const char *Fields = Part.data() + 1;
        RawArc Arc;
        Arc.From = addressAt(Fields);
        Arc.Self = addressAt(Fields + AddressSize);
        Arc.Count = support::endian::read<uint32_t>(Fields + 2 * AddressSize,
                                                    File.order());
        bool IsNote = Arc.Self == maxUIntN(AddressSize * 8);
        NotesRuns |= IsNote && Arc.From == GMON_NOTE_RUNS;
        if (IsNote ? !Sum.addNote(Arc.From, Arc.Count) : !Sum.addArc(Arc))
          return File.fail(Position, CountsTooGreat);
        ++Contents.NumArcs;
        Position += RecordSize;
      }
    }
  }

  Error readBlocks() {
    constexpr uint64_t HeaderSize = 1 + GMON_BLOCKS_HEADER_SIZE;
    uint64_t Start = Position;
    DataExtractor Data = File.at(Position, HeaderSize);
    if (Data.size() < HeaderSize)
      return File.fail(Start, "the count of these basic blocks is cut off");
    uint64_t Field = 1;
    uint32_t NumBlocks = Data.getU32(&Field);
    Position += HeaderSize;
    Sum.setHasBlocks();
    ++Contents.NumBlockRecords;
    if (Contents.Version == 0)
      return readOldBlocks(NumBlocks);

    const uint64_t PairSize = GMON_BLOCK_PAIR_SIZE(AddressSize);
    uint64_t Available = (File.size() - Position) / PairSize;
    auto TooFew = [&](uint64_t NumFound) {
      return File.fail(Start, "expected " + Twine(NumBlocks) +
                                  " basic blocks, found " + Twine(NumFound));
    };
    if (NumBlocks > Available)
      return TooFew(Available);
    uint64_t End = Position + NumBlocks * PairSize;
    while (Position < End) {
      StringRef Part =
          File.at(Position, std::min(End - Position, FileBytes::PartSize))
              .getData();
      if (Part.size() < PairSize)
        return TooFew(NumBlocks - (End - Position) / PairSize);
      for (; Part.size() >= PairSize; Part = Part.drop_front(PairSize)) {
        if (!Sum.addBlock(
                {addressAt(Part.data()), addressAt(Part.data() + AddressSize)}))
          return File.fail(Position, CountsTooGreat);
        Position += PairSize;
      }
    }
    return Error::success();
  }

  Error readOldBlocks(uint32_t NumBlocks) {
    // The records contain names of any length between the numbers.
    DataExtractor Data = File.at(Position, File.size() - Position);
    DataExtractor::Cursor Next(0);
    Data.getCStrRef(Next);
    for (uint32_t I = 0; I < NumBlocks && Next; ++I) {
      uint64_t Offset = Position + Next.tell();
      BlockCount Block;
      Block.Count = Data.getU64(Next);
      Block.Address = Data.getU64(Next);
      Data.getCStrRef(Next);
      Data.getCStrRef(Next);
      Data.getU32(Next);
      if (Next && !Sum.addBlock(Block))
        return joinErrors(Next.takeError(), File.fail(Offset, CountsTooGreat));
    }
    if (!errorToBool(Next.takeError())) {
      Position += Next.tell();
      return Error::success();
    }
    return File.fail(Position, "expected " + Twine(NumBlocks) +
                                   " basic blocks, found the end of the file");
  }

  /// Reads an address that is known to be in the file.
  uint64_t addressAt(const char *Bytes) const {
    return AddressSize == 8
               ? support::endian::read<uint64_t>(Bytes, File.order())
               : support::endian::read<uint32_t>(Bytes, File.order());
  }

  const DataFile &File;
  unsigned AddressSize;
  ProfileSum &Sum;
  FileContents &Contents;
  uint64_t Position = 0;  ///< offset of the first byte that is not read yet
  bool NotesRuns = false; ///< it has a GMON_NOTE_RUNS
};

} // namespace

bool gmon::isGmonFile(const DataFile &File) {
  return File.at(0, GMON_COOKIE_SIZE).getData() == GMON_COOKIE;
}

Error gmon::readGmonFile(const DataFile &File, ProfileSum &Sum,
                         FileContents &Contents) {
  return GmonFile(File, Sum, Contents).read();
}

uint32_t gmon::bsdVersion(const DataFile &File) {
  DataExtractor Data = File.at(GMON_BSD_HEADER_SIZE(File.AddressSize), 4);
  uint64_t Offset = 0;
  return Data.getU32(&Offset);
}

/// Reads the header of the histogram, which starts the file. The text of errors
/// begins with \p OrElse, the other format that the file could have.
static Expected<HistogramRecord> readHistogram(const DataFile &File, bool Is44,
                                               StringRef OrElse) {
  unsigned P = File.AddressSize;
  uint64_t HeaderSize =
      Is44 ? GMON_BSD44_HEADER_SIZE(P) : GMON_BSD_HEADER_SIZE(P);
  // GNU gprof looks for the version behind the old header, too.
  uint64_t Needed = std::max<uint64_t>(HeaderSize, GMON_BSD_HEADER_SIZE(P) + 4);
  if (File.size() < Needed)
    return File.fail(0, "expected " + OrElse + Twine(Needed) +
                            " bytes or more of a BSD file, found " +
                            Twine(File.size()));
  DataExtractor Data = File.at(0, HeaderSize);
  uint64_t Offset = 0;
  HistogramRecord Record;
  Record.Low = Data.getAddress(&Offset);
  Record.High = Data.getAddress(&Offset);
  uint32_t Size = Data.getU32(&Offset);
  if (Is44) {
    Offset += 4;
    Record.Rate = Data.getU32(&Offset);
  }
  if (Record.High < Record.Low)
    return File.fail(
        0, "expected " + OrElse + "the range of a BSD histogram, found 0x" +
               utohexstr(Record.Low) + " to 0x" + utohexstr(Record.High));
  if (Size < HeaderSize)
    return File.fail(2 * P, "expected " + OrElse +
                                "the size of a BSD header and its bins, " +
                                Twine(HeaderSize) + " or more, found " +
                                Twine(Size));
  Record.NumBins = (Size - HeaderSize) / 2;
  uint64_t Available = (File.size() - HeaderSize) / 2;
  if (Record.NumBins > Available)
    return File.fail(2 * P, "expected " + OrElse + Twine(Record.NumBins) +
                                " bins of a BSD file, found " +
                                Twine(Available));
  Record.BinsOffset = HeaderSize;
  return Record;
}

static Error readArcs(const DataFile &File, uint64_t Offset, ProfileSum &Sum,
                      FileContents &Contents) {
  const uint64_t ArcSize = GMON_BSD_ARC_SIZE(File.AddressSize);
  while (true) {
    DataExtractor Data =
        File.at(Offset, FileBytes::PartSize / ArcSize * ArcSize);
    // An incomplete arc at the end is ignored, as by GNU gprof.
    if (Data.size() < ArcSize)
      return Error::success();
    uint64_t Position = 0;
    while (Data.size() - Position >= ArcSize) {
      RawArc Arc;
      Arc.From = Data.getAddress(&Position);
      Arc.Self = Data.getAddress(&Position);
      Arc.Count = Data.getAddress(&Position);
      if (!Sum.addArc(Arc))
        return File.fail(Offset + Position - ArcSize, CountsTooGreat);
      ++Contents.NumArcs;
    }
    Offset += Position;
  }
}

Error gmon::readBsdFile(const DataFile &File, bool IsSure, ProfileSum &Sum,
                        FileContents &Contents) {
  bool Is44 = bsdVersion(File) == GMON_BSD44_VERSION;
  Expected<HistogramRecord> Record = readHistogram(
      File, Is44, IsSure ? "" : "'" GMON_COOKIE "' at the start, or ");
  if (!Record)
    return Record.takeError();
  if (Error E = Sum.addBsdHistogram(File, *Record, /*HasRate=*/Is44))
    return E;
  Contents.NumHistograms = Record->NumBins != 0;
  Sum.setHasArcs();
  return readArcs(File, Record->BinsOffset + uint64_t(Record->NumBins) * 2, Sum,
                  Contents);
}
