//===-- BinCounts.h - The counts of a histogram's bins ----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of 64-bit counts. In: the 16-bit counts of data files. Most of a
// program is never sampled, so only stretches of bins with a count take memory.
// A stretch takes as little as in the file while its counts fit 16 bits.
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
  /// Return the sum of all counts, and the largest count.
  uint64_t total() const;
  uint64_t largest() const;
  /// Returns the first bin from \p Bin on that has a count, or size().
  size_t nextCounted(size_t Bin) const;

  /// Adds counts of two bytes, times \p Weight, to the bins from \p First on.
  /// Returns false if a sum exceeds 64 bits; then the counts are invalid.
  [[nodiscard]] bool add(size_t First, llvm::ArrayRef<uint8_t> Bytes,
                         llvm::endianness Order, uint64_t Weight = 1);
  /// Adds \p Count to the bin \p Bin. Returns false as above.
  [[nodiscard]] bool addTo(size_t Bin, uint64_t Count);
  /// Adds the counts of \p Other, with as many bins. Returns false as above.
  [[nodiscard]] bool add(const BinCounts &Other);
  /// Adds \p Count bins of \p Other, from \p Begin on, to the bins from \p
  /// First on. Returns false as above.
  [[nodiscard]] bool add(size_t First, const BinCounts &Other, size_t Begin,
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
  /// For each stretch, its index in Narrow plus 1, or its index in Wide with
  /// WideFlag; 0 if all its counts are zero.
  std::vector<uint32_t> Places;
  std::vector<NarrowStretch> Narrow; ///< zeros where a stretch became wide
  std::vector<WideStretch> Wide;
};

} // namespace gmon

#endif // GMON_ANALYZER_BINCOUNTS_H
