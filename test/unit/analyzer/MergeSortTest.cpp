//===-- MergeSortTest.cpp - A sort of a known shape -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sort is stable and compares the same items as a top-down merge sort whose
// left half is the smaller one.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include "support/MergeSort.h"
#include <random>
#include <string>

using namespace gmon;
using namespace llvm;

TEST(MergeSort, IsStable) {
  std::mt19937 Random(1);
  for (int Trial = 0; Trial < 200; ++Trial) {
    std::vector<std::pair<int, int>> Elements;
    for (int I = Random() % 40; I > 0; --I)
      Elements.push_back({int(Random() % 5), int(Elements.size())});
    std::vector<std::pair<int, int>> Expected = Elements;
    std::stable_sort(
        Expected.begin(), Expected.end(),
        [](const auto &A, const auto &B) { return A.first < B.first; });
    mergeSort(MutableArrayRef(Elements),
              [](const auto &A, const auto &B) { return A.first > B.first; });
    EXPECT_EQ(Elements, Expected);
  }
}

TEST(MergeSort, ComparesHalvesTopDown) {
  std::string Elements = "edcba", Compared;
  mergeSort(MutableArrayRef(Elements.data(), Elements.size()),
            [&](char A, char B) {
              Compared += {A, B, ' '};
              return A > B;
            });
  EXPECT_EQ(Elements, "abcde");
  // Sorts [ed], then [c][ba], then merges both.
  EXPECT_EQ(Compared, "ed ba ca cb da db dc ");
}
