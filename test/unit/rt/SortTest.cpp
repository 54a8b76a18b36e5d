//===-- SortTest.cpp - Tests of sorting arcs ------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both sorts are compared with the standard library's, on keys at the limits:
// no keys, one, all equal, few different, and all bits used.
//
//===----------------------------------------------------------------------===//

#include "totals/sort.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <vector>

using namespace gmon;

namespace {

using Arcs = std::vector<arc>;

/// Keys with counts, which distinguish equal keys.
Arcs makeArcs(size_t Size, uint64_t Bits) {
  std::mt19937_64 Random(Size);
  Arcs Result;
  for (size_t I = 0; I != Size; ++I)
    Result.push_back({Random() & Bits, I});
  return Result;
}

/// Sorts items with equal keys, whose order is undefined, by their counts.
std::vector<std::pair<uint64_t, uint64_t>> inOrder(const Arcs &Items) {
  std::vector<std::pair<uint64_t, uint64_t>> Result;
  for (const arc &Each : Items)
    Result.push_back({Each.key, Each.count});
  std::sort(Result.begin(), Result.end());
  return Result;
}

void expectSorted(const Arcs &Sorted, const Arcs &Items) {
  EXPECT_TRUE(
      std::is_sorted(Sorted.begin(), Sorted.end(),
                     [](const arc &A, const arc &B) { return A.key < B.key; }));
  EXPECT_EQ(inOrder(Sorted), inOrder(Items));
}

void expectBothSort(const Arcs &Items) {
  Arcs InPlace = Items;
  sort_in_place(InPlace.data(), InPlace.size());
  expectSorted(InPlace, Items);

  Arcs From = Items, Other(Items.size());
  // The previous contents do not matter.
  std::vector<uint32_t> Places(num_digits, 12345);
  arc *Sorted =
      sort_between(From.data(), Other.data(), From.size(), Places.data());
  EXPECT_TRUE(Sorted == From.data() || Sorted == Other.data());
  expectSorted(Arcs(Sorted, Sorted + Items.size()), Items);
}

TEST(Sort, Sizes) {
  for (size_t Size : {0, 1, 2, 3, 255, 256, 257, 5000})
    expectBothSort(makeArcs(Size, ~uint64_t(0)));
}

TEST(Sort, BitsThatDiffer) {
  for (uint64_t Bits :
       {uint64_t(0), uint64_t(1), uint64_t(1) << 63, uint64_t(0x1ff),
        uint64_t(0x3ffff) << 32 | 0x3ffff, uint64_t(0x8000000000000001),
        uint64_t(0xff00000000000000), uint64_t(0x1010101010101010)})
    expectBothSort(makeArcs(1000, Bits));
}

TEST(Sort, OffsetsAroundAPowerOfTwo) {
  Arcs Items = makeArcs(5000, 0x3ffff00007ffff);
  for (arc &Each : Items)
    Each.key += 0x7fff00007ffff000;
  expectBothSort(Items);
}

TEST(Sort, SortedAndReversed) {
  Arcs Items = makeArcs(1000, ~uint64_t(0));
  sort_in_place(Items.data(), Items.size());
  expectBothSort(Items);
  std::reverse(Items.begin(), Items.end());
  expectBothSort(Items);
}

} // namespace
