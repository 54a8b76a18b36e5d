//===-- GmonWriter.cpp - Writes gmon.sum ----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes records as gmon/format.h specifies them. A count that exceeds its
// field is written as several records, which readers add up.
//
//===----------------------------------------------------------------------===//

#include "profile/GmonWriter.h"
#include "gmon/format.h"
#include "support/Errors.h"
#include "llvm/Support/EndianStream.h"
#include <algorithm>
#include <tuple>

using namespace gmon;
using namespace llvm;

/// Calls \p Write with parts of \p Count of at most \p Max; once if it is zero.
static void writeParts(uint64_t Count, uint64_t Max,
                       function_ref<void(uint64_t)> Write) {
  do {
    uint64_t Part = std::min(Count, Max);
    Write(Part);
    Count -= Part;
  } while (Count);
}

namespace {

class Writer {
public:
  Writer(raw_ostream &OS, GmonLayout Layout)
      : OS(OS),
        Out(OS, Layout.IsLittleEndian ? endianness::little : endianness::big),
        AddressSize(Layout.AddressSize) {}

  void header(const Profile &Data) {
    OS << GMON_COOKIE;
    Out.write<uint32_t>(GMON_VERSION);
    if (Data.IsLibrary)
      OS << GMON_LIBRARY_ID_MARK;
    else if (!Data.BuildId.empty())
      OS << GMON_BUILD_ID_MARK;
    else
      OS.write_zeros(GMON_BUILD_ID_MARK_SIZE);
    OS << Data.BuildId;
    OS.write_zeros(GMON_BUILD_ID_SIZE - Data.BuildId.size());
  }

  void histogram(const Profile &Data, const Histogram &Hist) {
    StringRef Dimension =
        StringRef(Data.Dimension).take_front(GMON_DIMENSION_SIZE);
    bool IsLeft = true;
    for (uint64_t Written = 0; IsLeft; Written += GMON_BIN_MAX) {
      Out.write<uint8_t>(GMON_TAG_HISTOGRAM);
      address(Hist.Low);
      address(Hist.High);
      Out.write<uint32_t>(Hist.Bins.size());
      Out.write<uint32_t>(Data.Rate);
      OS << Dimension;
      OS.write_zeros(GMON_DIMENSION_SIZE - Dimension.size());
      OS << Data.Unit;
      IsLeft = bins(Hist.Bins, Written);
    }
  }

  void arc(const RawArc &Arc) {
    writeParts(Arc.Count, GMON_ARC_COUNT_MAX, [&](uint64_t Part) {
      Out.write<uint8_t>(GMON_TAG_ARC);
      address(Arc.From);
      address(Arc.Self);
      Out.write<uint32_t>(Part);
    });
  }

  void blocks(ArrayRef<BlockCount> Blocks) {
    uint64_t NumPairs = 0;
    for (const BlockCount &Block : Blocks)
      writeParts(Block.Count, wideCountMax(), [&](uint64_t) { ++NumPairs; });
    Out.write<uint8_t>(GMON_TAG_BLOCKS);
    Out.write<uint32_t>(NumPairs);
    for (const BlockCount &Block : Blocks)
      writeParts(Block.Count, wideCountMax(), [&](uint64_t Part) {
        address(Block.Address);
        address(Part);
      });
  }

  void bsdHeader(const Profile &Data, bool Is44) {
    const Histogram &Hist = Data.Histograms.front();
    address(Hist.Low);
    address(Hist.High);
    Out.write<uint32_t>((Is44 ? GMON_BSD44_HEADER_SIZE(AddressSize)
                              : GMON_BSD_HEADER_SIZE(AddressSize)) +
                        2 * Hist.Bins.size());
    if (Is44) {
      Out.write<uint32_t>(GMON_BSD44_VERSION);
      Out.write<uint32_t>(Data.Rate);
      OS.write_zeros(GMON_BSD44_SPARE_SIZE);
    }
    bins(Hist.Bins, 0);
  }

  void bsdArc(const RawArc &Arc) {
    writeParts(Arc.Count, wideCountMax(), [&](uint64_t Part) {
      address(Arc.From);
      address(Arc.Self);
      address(Part);
    });
  }

private:
  void address(uint64_t Address) {
    if (AddressSize == 4)
      Out.write<uint32_t>(Address);
    else
      Out.write<uint64_t>(Address);
  }
  /// Returns the greatest count that fits an address.
  uint64_t wideCountMax() const {
    return AddressSize == 4 ? UINT32_MAX : UINT64_MAX;
  }

  /// Writes the part of each count that fits a bin, after \p Written of it was
  /// written before. Returns whether a part is left.
  bool bins(const BinCounts &Bins, uint64_t Written) {
    bool IsLeft = false;
    size_t Next = 0;
    for (size_t I = Bins.nextCounted(0); I < Bins.size();
         I = Bins.nextCounted(Next)) {
      OS.write_zeros(2 * (I - Next));
      uint64_t Rest = Bins[I] - std::min(Bins[I], Written);
      Out.write<uint16_t>(std::min<uint64_t>(Rest, GMON_BIN_MAX));
      IsLeft |= Rest > GMON_BIN_MAX;
      Next = I + 1;
    }
    OS.write_zeros(2 * (Bins.size() - Next));
    return IsLeft;
  }

  raw_ostream &OS;
  support::endian::Writer Out;
  unsigned AddressSize;
};

} // namespace

static bool isBsd(FileFormat Format) {
  return Format == FileFormat::Bsd || Format == FileFormat::Bsd44;
}

static Error checkFitsBsd(const Profile &Data) {
  if (Data.HasBlocks)
    return makeError("a BSD file cannot hold basic blocks");
  if (Data.Histograms.size() != 1)
    return makeError("a BSD file holds one histogram, and the profile data "
                     "have " +
                     Twine(Data.Histograms.size()));
  const BinCounts &Bins = Data.Histograms.front().Bins;
  for (size_t I = Bins.nextCounted(0); I < Bins.size();
       I = Bins.nextCounted(I + 1))
    if (Bins[I] > GMON_BIN_MAX)
      return makeError("a bin of a BSD file holds at most " +
                       Twine(GMON_BIN_MAX) + " samples, and bin " + Twine(I) +
                       " has " + Twine(Bins[I]) +
                       "; without -O, the sum is a gmon file");
  return Error::success();
}

Error gmon::checkFits(const Profile &Data, GmonLayout Layout,
                      FileFormat Format) {
  if (isBsd(Format))
    if (Error E = checkFitsBsd(Data))
      return E;
  // Counts of 64 bits, as records of 16 or 32 bits, could fill any disk.
  constexpr uint64_t MostBytes = 1 << 30;
  uint64_t NumBytes = 0;
  for (const Histogram &Hist : Data.Histograms)
    NumBytes = SaturatingMultiplyAdd<uint64_t>(
        Hist.Bins.largest() / GMON_BIN_MAX, 2 * Hist.Bins.size(), NumBytes);
  if (!isBsd(Format) && NumBytes > MostBytes)
    return makeError("a sum of these samples would need more than " +
                     Twine(MostBytes) + " bytes for what exceeds 16 bits");
  constexpr uint64_t MostRecords = 1 << 20;
  bool HasWideCounts = Layout.AddressSize == 8;
  uint64_t NumRecords = 0;
  if (!isBsd(Format))
    for (const NoteField &Field : NoteFields)
      NumRecords += Data.RunNotes.*Field.Sum >> 32;
  if (!isBsd(Format) || !HasWideCounts)
    for (const RawArc &Arc : Data.Arcs)
      NumRecords += Arc.Count >> 32;
  if (!HasWideCounts)
    for (const BlockCount &Block : Data.Blocks)
      NumRecords += Block.Count >> 32;
  if (NumRecords > MostRecords)
    return makeError("a sum of these counts would need more than " +
                     Twine(MostRecords) + " records for what exceeds 32 bits");
  return Error::success();
}

/// Whether a file of the old format would be taken for one of 4.4BSD, or for
/// too short: readers look for a version in the first two bins.
static bool isAmbiguous(const BinCounts &Bins, bool IsLittleEndian) {
  return Bins.size() < 2 ||
         (Bins[IsLittleEndian ? 1 : 0] << 16 | Bins[IsLittleEndian ? 0 : 1]) ==
             GMON_BSD44_VERSION;
}

void gmon::sortByAddress(std::vector<RawArc> &Arcs,
                         std::vector<BlockCount> &Blocks) {
  std::ranges::stable_sort(
      Arcs, {}, [](const RawArc &A) { return std::tie(A.From, A.Self); });
  std::ranges::stable_sort(Blocks, {}, &BlockCount::Address);
}

void gmon::writeGmon(raw_ostream &OS, const Profile &Data,
                     ArrayRef<RawArc> Arcs, ArrayRef<BlockCount> Blocks,
                     GmonLayout Layout, FileFormat Format) {
  Writer Out(OS, Layout);
  if (isBsd(Format)) {
    const BinCounts &Bins = Data.Histograms.front().Bins;
    Out.bsdHeader(Data, Format == FileFormat::Bsd44 ||
                            Data.Rate != GMON_BSD_RATE ||
                            isAmbiguous(Bins, Layout.IsLittleEndian));
    for (const RawArc &Arc : Arcs)
      Out.bsdArc(Arc);
    return;
  }
  Out.header(Data);
  for (const Histogram &Hist : Data.Histograms)
    Out.histogram(Data, Hist);
  uint64_t Self = maxUIntN(Layout.AddressSize * 8);
  for (const NoteField &Field : NoteFields)
    if (uint64_t Value = Data.RunNotes.*Field.Sum)
      Out.arc({uint64_t(Field.Note), Self, Value});
  for (const RawArc &Arc : Arcs)
    Out.arc(Arc);
  if (Data.HasBlocks)
    Out.blocks(Blocks);
}
