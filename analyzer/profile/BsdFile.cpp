//===-- BsdFile.cpp - Reads files of BSD's formats ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads files of the old BSD and of 4.4BSD: one histogram, then arcs. Such a
// file has both kinds of data, even without bins or arcs.
//
//===----------------------------------------------------------------------===//

#include "gmon/format.h"
#include "profile/DataFile.h"
#include "profile/ProfileSum.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

uint32_t gmon::bsdVersion(const DataFile &File) {
  DataExtractor Data = File.at(GMON_BSD_HEADER_SIZE(File.AddressSize), 4);
  uint64_t At = 0;
  return Data.getU32(&At);
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
  uint64_t At = 0;
  HistogramRecord Record;
  Record.Low = Data.getAddress(&At);
  Record.High = Data.getAddress(&At);
  uint32_t Size = Data.getU32(&At);
  if (Is44) {
    At += 4;
    Record.Rate = Data.getU32(&At);
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

/// Reads the arcs, from \p Offset to the end of the file.
static Error readArcs(const DataFile &File, uint64_t Offset, ProfileSum &Sum,
                      FileContents &Contents) {
  const uint64_t ArcSize = GMON_BSD_ARC_SIZE(File.AddressSize);
  while (true) {
    DataExtractor Data =
        File.at(Offset, FileBytes::PartSize / ArcSize * ArcSize);
    // An incomplete arc at the end is ignored, as by GNU gprof.
    if (Data.size() < ArcSize)
      return Error::success();
    uint64_t At = 0;
    while (Data.size() - At >= ArcSize) {
      RawArc Arc;
      Arc.From = Data.getAddress(&At);
      Arc.Self = Data.getAddress(&At);
      Arc.Count = Data.getAddress(&At);
      if (!Sum.addArc(Arc))
        return File.fail(Offset + At - ArcSize, CountsTooGreat);
      ++Contents.NumArcs;
    }
    Offset += At;
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
