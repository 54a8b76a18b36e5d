//===-- BinCounts.cpp - The counts of a histogram's bins ------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adding up is the inner loop of merging, which the compiler vectorizes.
//
//===----------------------------------------------------------------------===//

#include "profile/BinCounts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace gmon;
using namespace llvm;

BinCounts::BinCounts(std::initializer_list<uint64_t> Values)
    : BinCounts(Values.size()) {
  size_t Bin = 0;
  for (uint64_t Value : Values)
    (void)addTo(Bin++, Value);
}

uint64_t BinCounts::total() const {
  uint64_t Result = 0;
  for (const NarrowStretch &Counts : Narrow)
    Result = std::accumulate(Counts.begin(), Counts.end(), Result);
  for (const WideStretch &Counts : Wide)
    Result = std::accumulate(Counts.begin(), Counts.end(), Result);
  return Result;
}

uint64_t BinCounts::largest() const {
  uint64_t Result = 0;
  for (const NarrowStretch &Counts : Narrow)
    Result = std::max<uint64_t>(Result, *llvm::max_element(Counts));
  for (const WideStretch &Counts : Wide)
    Result = std::max(Result, *llvm::max_element(Counts));
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

/// Makes the stretch at \p Place wide, unless it is wide.
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

bool BinCounts::addWide(uint32_t &Place, const WideStretch &Added) {
  WideStretch &Counts = widen(Place);
  bool IsTooGreat = false;
  for (size_t I = 0; I < StretchSize; ++I) {
    Counts[I] += Added[I];
    IsTooGreat |= Counts[I] < Added[I];
  }
  return !IsTooGreat;
}

bool BinCounts::addNarrow(uint32_t &Place, const NarrowStretch &Added,
                          uint64_t Weight) {
  if (Weight != 1) {
    WideStretch Weighted;
    bool IsTooGreat = false;
    for (size_t I = 0; I < StretchSize; ++I) {
      bool Overflows;
      Weighted[I] = SaturatingMultiply<uint64_t>(Added[I], Weight, &Overflows);
      IsTooGreat |= Overflows;
    }
    return addWide(Place, Weighted) && !IsTooGreat;
  }
  if (Place == 0) {
    Narrow.push_back(Added);
    Place = Narrow.size();
    return true;
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
      return true;
    }
  }
  WideStretch Wider;
  llvm::copy(Added, Wider.begin());
  return addWide(Place, Wider);
}

/// Adds the counts of one whole stretch, which \p Bytes contains.
template <endianness Order>
bool BinCounts::addStretch(uint32_t &Place, const uint8_t *Bytes,
                           uint64_t Weight) {
  NarrowStretch Added;
  uint16_t Any = 0;
  for (size_t I = 0; I < StretchSize; ++I) {
    Added[I] = support::endian::read<uint16_t, Order>(Bytes + 2 * I);
    Any |= Added[I];
  }
  return Any == 0 || addNarrow(Place, Added, Weight);
}

/// Adds counts of one stretch: \p Bytes, a part that begins with bin \p First.
template <endianness Order>
bool BinCounts::addPart(size_t First, ArrayRef<uint8_t> Bytes,
                        uint64_t Weight) {
  uint8_t Whole[2 * StretchSize] = {};
  llvm::copy(Bytes, Whole + 2 * (First % StretchSize));
  return addStretch<Order>(Places[First / StretchSize], Whole, Weight);
}

template <endianness Order>
bool BinCounts::addAll(size_t First, ArrayRef<uint8_t> Bytes, uint64_t Weight) {
  constexpr size_t NumBytes = 2 * StretchSize;
  bool Fits = true;
  while (!Bytes.empty()) {
    size_t Size = std::min(Bytes.size(), NumBytes - 2 * (First % StretchSize));
    if (Size == NumBytes)
      Fits &=
          addStretch<Order>(Places[First / StretchSize], Bytes.data(), Weight);
    else
      Fits &= addPart<Order>(First, Bytes.take_front(Size), Weight);
    First += Size / 2;
    Bytes = Bytes.drop_front(Size);
  }
  return Fits;
}

bool BinCounts::add(size_t First, ArrayRef<uint8_t> Bytes, endianness Order,
                    uint64_t Weight) {
  return Order == endianness::little
             ? addAll<endianness::little>(First, Bytes, Weight)
             : addAll<endianness::big>(First, Bytes, Weight);
}

bool BinCounts::addTo(size_t Bin, uint64_t Count) {
  if (!Count)
    return true;
  uint64_t &Sum = widen(Places[Bin / StretchSize])[Bin % StretchSize];
  Sum += Count;
  return Sum >= Count;
}

bool BinCounts::add(const BinCounts &Other) {
  bool Fits = true;
  for (size_t I = 0; I < Places.size(); ++I) {
    uint32_t Bin = Other.Places[I];
    if (Bin & WideFlag)
      Fits &= addWide(Places[I], Other.Wide[Bin & ~WideFlag]);
    else if (Bin)
      Fits &= addNarrow(Places[I], Other.Narrow[Bin - 1], /*Weight=*/1);
  }
  return Fits;
}

bool BinCounts::add(size_t First, const BinCounts &Other, size_t Begin,
                    size_t Count) {
  if (First == 0 && Begin == 0 && Count == NumBins && Other.size() == NumBins)
    return add(Other);
  bool Fits = true;
  const size_t End = Begin + Count;
  for (size_t Bin = Other.nextCounted(Begin); Bin < End;
       Bin = Other.nextCounted(Bin + 1)) {
    uint64_t Added = Other[Bin];
    size_t Target = First + (Bin - Begin);
    uint32_t &Place = Places[Target / StretchSize];
    if (Added <= UINT16_MAX) {
      NarrowStretch Counts = {};
      Counts[Target % StretchSize] = uint16_t(Added);
      Fits &= addNarrow(Place, Counts, /*Weight=*/1);
    } else {
      Fits &= addTo(Target, Added);
    }
  }
  return Fits;
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
