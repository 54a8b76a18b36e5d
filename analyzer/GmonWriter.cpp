//===-- GmonWriter.cpp - Writes gmon.sum ----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes records as gmon/format.h specifies them. A count that is too great for
// its field is written as several records, which readers add up.
//
//===----------------------------------------------------------------------===//

#include "GmonWriter.h"
#include "gmon/format.h"
#include "llvm/Support/EndianStream.h"
#include <algorithm>

using namespace gmon;
using namespace llvm;

namespace {

class Writer {
public:
  Writer(raw_ostream &OS, bool IsLittleEndian, unsigned AddressSize)
      : OS(OS), Out(OS, IsLittleEndian ? endianness::little : endianness::big),
        AddressSize(AddressSize) {}

  void header();
  void histogram(const Profile &Sum, const Histogram &Hist);
  void arc(const RawArc &Arc);
  void blocks(ArrayRef<BlockCount> Blocks);

private:
  void address(uint64_t Address) {
    if (AddressSize == 4)
      Out.write<uint32_t>(Address);
    else
      Out.write<uint64_t>(Address);
  }

  raw_ostream &OS;
  support::endian::Writer Out;
  unsigned AddressSize;
};

} // namespace

void Writer::header() {
  OS << GMON_COOKIE;
  Out.write<uint32_t>(GMON_VERSION);
  OS.write_zeros(GMON_BUILD_ID_SIZE);
}

void Writer::histogram(const Profile &Sum, const Histogram &Hist) {
  uint64_t Written = 0;
  bool More;
  do {
    Out.write<uint8_t>(GMON_TAG_HISTOGRAM);
    address(Hist.Low);
    address(Hist.High);
    Out.write<uint32_t>(Hist.Bins.size());
    Out.write<uint32_t>(Sum.Rate);
    StringRef Dimension =
        StringRef(Sum.Dimension).take_front(GMON_DIMENSION_SIZE);
    OS << Dimension;
    OS.write_zeros(GMON_DIMENSION_SIZE - Dimension.size());
    OS << Sum.Unit;
    More = false;
    for (uint64_t Bin : Hist.Bins) {
      uint64_t Rest = Bin - std::min(Bin, Written);
      Out.write<uint16_t>(std::min<uint64_t>(Rest, GMON_BIN_MAX));
      More |= Rest > GMON_BIN_MAX;
    }
    Written += GMON_BIN_MAX;
  } while (More);
}

void Writer::arc(const RawArc &Arc) {
  uint64_t Rest = Arc.Count;
  do {
    uint32_t Part = std::min<uint64_t>(Rest, GMON_ARC_COUNT_MAX);
    Out.write<uint8_t>(GMON_TAG_ARC);
    address(Arc.From);
    address(Arc.Self);
    Out.write<uint32_t>(Part);
    Rest -= Part;
  } while (Rest);
}

void Writer::blocks(ArrayRef<BlockCount> Blocks) {
  Out.write<uint8_t>(GMON_TAG_BLOCKS);
  Out.write<uint32_t>(Blocks.size());
  for (const BlockCount &Block : Blocks) {
    address(Block.Address);
    address(Block.Count);
  }
}

void gmon::writeGmon(raw_ostream &OS, const Profile &Sum, bool IsLittleEndian,
                     unsigned AddressSize) {
  Writer Out(OS, IsLittleEndian, AddressSize);
  Out.header();
  for (const Histogram &Hist : Sum.Histograms)
    Out.histogram(Sum, Hist);
  for (const RawArc &Arc : Sum.Arcs)
    Out.arc(Arc);
  if (Sum.HasBlocks)
    Out.blocks(Sum.Blocks);
}
