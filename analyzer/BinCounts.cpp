//===-- BinCounts.cpp - The counts of a histogram's bins ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adding up is the inner loop of merging: it is written so that the compiler
// makes vector instructions of it.
//
//===----------------------------------------------------------------------===//

#include "BinCounts.h"
#include <algorithm>

using namespace gmon;
using namespace llvm;

BinCounts::BinCounts(std::initializer_list<uint64_t> Values)
    : BinCounts(Values.size()) {
  size_t Bin = 0;
  for (uint64_t Value : Values) {
    if (Value)
      countsOf(Bin / StretchSize)[Bin % StretchSize] = Value;
    ++Bin;
  }
}

uint64_t *BinCounts::countsOf(size_t Stretch) {
  uint32_t &Place = Stretches[Stretch];
  if (!Place) {
    Counts.resize(Counts.size() + StretchSize);
    Place = Counts.size() / StretchSize;
  }
  return &Counts[(Place - 1) * StretchSize];
}

size_t BinCounts::nextCounted(size_t Bin) const {
  while (Bin < NumBins) {
    size_t End = std::min(NumBins, (Bin / StretchSize + 1) * StretchSize);
    if (Stretches[Bin / StretchSize])
      for (; Bin < End; ++Bin)
        if ((*this)[Bin])
          return Bin;
    Bin = End;
  }
  return NumBins;
}

static bool isZero(const uint8_t *Bytes, size_t Size) {
  uint8_t Any = 0;
  for (size_t I = 0; I < Size; ++I)
    Any |= Bytes[I];
  return Any == 0;
}

template <endianness Order> void BinCounts::addIn(const uint8_t *Bytes) {
  size_t NumWhole = NumBins / StretchSize;
  if (Counts.empty()) {
    // The first file says how many there will be, more or less.
    size_t NumCounted = 1;
    for (size_t I = 0; I < NumWhole; ++I)
      NumCounted += !isZero(Bytes + I * 2 * StretchSize, 2 * StretchSize);
    Counts.reserve(NumCounted * StretchSize);
  }
  for (size_t I = 0; I < NumWhole; ++I, Bytes += 2 * StretchSize) {
    if (isZero(Bytes, 2 * StretchSize))
      continue;
    uint64_t *To = countsOf(I);
    for (size_t J = 0; J < StretchSize; ++J)
      To[J] += support::endian::read<uint16_t, Order>(Bytes + 2 * J);
  }
  size_t NumLeft = NumBins % StretchSize;
  if (isZero(Bytes, 2 * NumLeft))
    return;
  uint64_t *To = countsOf(NumWhole);
  for (size_t J = 0; J < NumLeft; ++J)
    To[J] += support::endian::read<uint16_t, Order>(Bytes + 2 * J);
}

void BinCounts::add(ArrayRef<uint8_t> Bytes, endianness Order) {
  if (Order == endianness::little)
    addIn<endianness::little>(Bytes.data());
  else
    addIn<endianness::big>(Bytes.data());
}

bool BinCounts::operator==(const BinCounts &Other) const {
  if (NumBins != Other.NumBins)
    return false;
  for (size_t Bin = 0;; ++Bin) {
    size_t Next = nextCounted(Bin);
    if (Next != Other.nextCounted(Bin))
      return false;
    if (Next == NumBins)
      return true;
    if ((*this)[Next] != Other[Next])
      return false;
    Bin = Next;
  }
}
