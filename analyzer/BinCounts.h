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
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_BINCOUNTS_H
#define GMON_ANALYZER_BINCOUNTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Endian.h"
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <vector>

namespace gmon {

class BinCounts {
public:
  BinCounts() = default;
  /// \p NumBins bins of zero.
  explicit BinCounts(size_t NumBins)
      : NumBins(NumBins), Stretches((NumBins + StretchSize - 1) / StretchSize) {
  }
  BinCounts(std::initializer_list<uint64_t> Values);

  size_t size() const { return NumBins; }
  uint64_t operator[](size_t Bin) const {
    uint32_t Stretch = Stretches[Bin / StretchSize];
    return Stretch ? Counts[(Stretch - 1) * StretchSize + Bin % StretchSize]
                   : 0;
  }
  /// The sum of all.
  uint64_t total() const {
    return std::accumulate(Counts.begin(), Counts.end(), uint64_t(0));
  }
  /// The first bin from \p Bin on that has a count, or size().
  size_t nextCounted(size_t Bin) const;

  /// Adds counts of two bytes each, one for each bin.
  void add(llvm::ArrayRef<uint8_t> Bytes, llvm::endianness Order);

  bool operator==(const BinCounts &Other) const;

private:
  static constexpr size_t StretchSize = 32;

  template <llvm::endianness Order> void addIn(const uint8_t *Bytes);
  uint64_t *countsOf(size_t Stretch);

  size_t NumBins = 0;
  /// Of each stretch its place in Counts, from 1 on, or 0 if all is zero.
  std::vector<uint32_t> Stretches;
  std::vector<uint64_t> Counts;
};

} // namespace gmon

#endif // GMON_ANALYZER_BINCOUNTS_H
