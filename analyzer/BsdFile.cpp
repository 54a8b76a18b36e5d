//===-- BsdFile.cpp - Reads files of BSD's formats ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the files of the old BSD and of 4.4BSD: one histogram, then arcs. Both
// kinds of data are there, though there be no bin and no arc.
//
//===----------------------------------------------------------------------===//

#include "DataFile.h"
#include "gmon/format.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

uint32_t gmon::bsdVersion(const DataFile &File) {
  DataExtractor::Cursor At(GMON_BSD_HEADER_SIZE(File.Data.getAddressSize()));
  uint32_t Version = File.Data.getU32(At);
  return errorToBool(At.takeError()) ? 0 : Version;
}

/// Reads the histogram, which starts the file, and leaves \p At behind it.
/// Errors begin with what else \p OrElse the file could be.
static Expected<HistogramRecord> readHistogram(const DataFile &File,
                                               DataExtractor::Cursor &At,
                                               bool Is44, StringRef OrElse) {
  DataExtractor Data = File.Data;
  unsigned P = Data.getAddressSize();
  uint64_t HeaderSize =
      Is44 ? GMON_BSD44_HEADER_SIZE(P) : GMON_BSD_HEADER_SIZE(P);
  // GNU gprof looks for the version behind the old header, too.
  uint64_t Needed = std::max<uint64_t>(HeaderSize, GMON_BSD_HEADER_SIZE(P) + 4);
  if (Data.size() < Needed)
    return File.fail(0, "expected " + OrElse + Twine(Needed) +
                            " bytes or more of a BSD file, found " +
                            Twine(Data.size()));
  HistogramRecord Record;
  Record.Low = Data.getAddress(At);
  Record.High = Data.getAddress(At);
  uint32_t Size = Data.getU32(At);
  if (Is44) {
    Data.skip(At, 4);
    Record.Rate = Data.getU32(At);
  }
  At.seek(HeaderSize);
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
  uint64_t Available = (Data.size() - HeaderSize) / 2;
  if (Record.NumBins > Available)
    return File.fail(2 * P, "expected " + OrElse + Twine(Record.NumBins) +
                                " bins of a BSD file, found " +
                                Twine(Available));
  Record.Bins =
      arrayRefFromStringRef(Data.getBytes(At, uint64_t(Record.NumBins) * 2));
  return Record;
}

static Error readArcs(const DataFile &File, DataExtractor::Cursor &At,
                      ProfileSum &Sum, FileContents &Contents) {
  const DataExtractor &Data = File.Data;
  const uint64_t ArcSize = GMON_BSD_ARC_SIZE(Data.getAddressSize());
  // What is left is no whole arc, and GNU gprof ignores it.
  while (Data.size() - At.tell() >= ArcSize) {
    uint64_t Offset = At.tell();
    RawArc Arc;
    Arc.From = Data.getAddress(At);
    Arc.Self = Data.getAddress(At);
    Arc.Count = Data.getAddress(At);
    if (!Sum.addArc(Arc))
      return File.fail(Offset, CountsTooGreat);
    ++Contents.NumArcs;
  }
  return Error::success();
}

Error gmon::readBsdFile(const DataFile &File, bool IsSure, ProfileSum &Sum,
                        FileContents &Contents) {
  bool Is44 = bsdVersion(File) == GMON_BSD44_VERSION;
  DataExtractor::Cursor At(0);
  Expected<HistogramRecord> Record = readHistogram(
      File, At, Is44, IsSure ? "" : "'" GMON_COOKIE "' at the start, or ");
  Error E = Record.takeError();
  if (!E)
    E = Sum.addBsdHistogram(File, *Record, /*HasRate=*/Is44);
  if (!E) {
    Contents.NumHistograms = Record->NumBins != 0;
    Sum.setHasArcs();
    E = readArcs(File, At, Sum, Contents);
  }
  consumeError(At.takeError());
  return E;
}
