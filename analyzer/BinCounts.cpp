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
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace gmon;
using namespace llvm;

BinCounts::BinCounts(std::initializer_list<uint64_t> Values)
    : BinCounts(Values.size()) {
  size_t Bin = 0;
  for (uint64_t Value : Values) {
    if (Value)
      widen(Places[Bin / StretchSize])[Bin % StretchSize] = Value;
    ++Bin;
  }
}

uint64_t BinCounts::total() const {
  uint64_t Result = 0;
  for (const NarrowStretch &Counts : Narrow)
    Result = std::accumulate(Counts.begin(), Counts.end(), Result);
  for (const WideStretch &Counts : Wide)
    Result = std::accumulate(Counts.begin(), Counts.end(), Result);
  return Result;
}

size_t BinCounts::nextCounted(size_t Bin) const {
  while (Bin < NumBins) {
    size_t End = std::min(NumBins, (Bin / StretchSize + 1) * StretchSize);
    if (Places[Bin / StretchSize])
      for (; Bin < End; ++Bin)
        if ((*this)[Bin])
          return Bin;
    Bin = End;
  }
  return NumBins;
}

/// Makes the stretch at \p Place wide if it is not.
BinCounts::WideStretch &BinCounts::widen(uint32_t &Place) {
  if (Place & WideFlag)
    return Wide[Place & ~WideFlag];
  WideStretch &Result = Wide.emplace_back();
  if (Place) {
    llvm::copy(Narrow[Place - 1], Result.begin());
    Narrow[Place - 1].fill(0);
  }
  Place = uint32_t(Wide.size() - 1) | WideFlag;
  return Result;
}

/// Adds the counts of one stretch, of which there are as many \p Bytes.
template <endianness Order>
void BinCounts::addStretch(uint32_t &Place, const uint8_t *Bytes) {
  NarrowStretch Added;
  uint16_t Any = 0;
  for (size_t I = 0; I < StretchSize; ++I) {
    Added[I] = support::endian::read<uint16_t, Order>(Bytes + 2 * I);
    Any |= Added[I];
  }
  if (Any == 0)
    return;
  if (Place == 0) {
    Narrow.push_back(Added);
    Place = Narrow.size();
    return;
  }
  if (!(Place & WideFlag)) {
    NarrowStretch &Counts = Narrow[Place - 1];
    NarrowStretch Sums;
    bool IsTooGreat = false;
    for (size_t I = 0; I < StretchSize; ++I) {
      Sums[I] = Counts[I] + Added[I];
      IsTooGreat |= Sums[I] < Added[I];
    }
    if (!IsTooGreat) {
      Counts = Sums;
      return;
    }
  }
  WideStretch &Counts = widen(Place);
  for (size_t I = 0; I < StretchSize; ++I)
    Counts[I] += Added[I];
}

template <endianness Order>
void BinCounts::addAll(size_t First, ArrayRef<uint8_t> Bytes) {
  uint32_t *Place = &Places[First / StretchSize];
  constexpr size_t NumBytes = 2 * StretchSize;
  for (; Bytes.size() >= NumBytes; Bytes = Bytes.drop_front(NumBytes))
    addStretch<Order>(*Place++, Bytes.data());
  if (Bytes.empty())
    return;
  uint8_t Last[NumBytes] = {};
  llvm::copy(Bytes, Last);
  addStretch<Order>(*Place, Last);
}

void BinCounts::add(size_t First, ArrayRef<uint8_t> Bytes, endianness Order) {
  if (Bytes.empty())
    return;
  if (Order == endianness::little)
    addAll<endianness::little>(First, Bytes);
  else
    addAll<endianness::big>(First, Bytes);
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
