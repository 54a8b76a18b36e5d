//===-- BinCounts.h - The counts of a histogram's bins ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of 64-bit counts. In: the 16-bit counts of data files. Most of a
// program is never sampled, so only stretches of bins that have a count take
// memory, and as little as in the file while their counts are as small.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_BINCOUNTS_H
#define GMON_ANALYZER_BINCOUNTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Endian.h"
#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace gmon {

class BinCounts {
public:
  BinCounts() = default;
  /// \p NumBins bins of zero.
  explicit BinCounts(size_t NumBins)
      : NumBins(NumBins), Places((NumBins + StretchSize - 1) / StretchSize) {}
  BinCounts(std::initializer_list<uint64_t> Values);

  size_t size() const { return NumBins; }
  uint64_t operator[](size_t Bin) const {
    uint32_t Place = Places[Bin / StretchSize];
    if (Place & WideFlag)
      return Wide[Place & ~WideFlag][Bin % StretchSize];
    return Place ? Narrow[Place - 1][Bin % StretchSize] : 0;
  }
  /// The sum of all, and the largest.
  uint64_t total() const;
  uint64_t largest() const;
  /// The first bin from \p Bin on that has a count, or size().
  size_t nextCounted(size_t Bin) const;

  /// Adds counts of two bytes each, \p Weight times, to the bins from \p First
  /// on. False if 64 bits do not hold one of the sums; all are of no use then.
  [[nodiscard]] bool add(size_t First, llvm::ArrayRef<uint8_t> Bytes,
                         llvm::endianness Order, uint64_t Weight = 1);
  /// Adds those of \p Other, which has as many bins; false as above.
  [[nodiscard]] bool add(const BinCounts &Other);
  /// Adds \p Count bins of \p Other, from \p From on, to the bins from
  /// \p First on; false as above.
  [[nodiscard]] bool add(size_t First, const BinCounts &Other, size_t From,
                         size_t Count);

  bool operator==(const BinCounts &Other) const;

private:
  static constexpr size_t StretchSize = 32;
  static constexpr uint32_t WideFlag = uint32_t(1) << 31;
  using NarrowStretch = std::array<uint16_t, StretchSize>;
  using WideStretch = std::array<uint64_t, StretchSize>;

  bool addWide(uint32_t &Place, const WideStretch &Added);
  bool addNarrow(uint32_t &Place, const NarrowStretch &Added, uint64_t Weight);
  template <llvm::endianness Order>
  bool addStretch(uint32_t &Place, const uint8_t *Bytes, uint64_t Weight);
  template <llvm::endianness Order>
  bool addPart(size_t First, llvm::ArrayRef<uint8_t> Bytes, uint64_t Weight);
  template <llvm::endianness Order>
  bool addAll(size_t First, llvm::ArrayRef<uint8_t> Bytes, uint64_t Weight);
  WideStretch &widen(uint32_t &Place);

  size_t NumBins = 0;
  /// Of each stretch, in Narrow its index plus 1, in Wide its index and
  /// WideFlag, or 0 if all is zero.
  std::vector<uint32_t> Places;
  std::vector<NarrowStretch> Narrow; ///< all zero where they became wide
  std::vector<WideStretch> Wide;
};

} // namespace gmon

#endif // GMON_ANALYZER_BINCOUNTS_H
