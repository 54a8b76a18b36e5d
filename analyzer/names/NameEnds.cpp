//===-- NameEnds.cpp - Names by their ends --------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "names/NameEnds.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace gmon;
using namespace llvm;

/// Whether \p A, read backwards, is less than \p B.
static bool isLessReversed(StringRef A, StringRef B) {
  return std::lexicographical_compare(A.rbegin(), A.rend(), B.rbegin(),
                                      B.rend());
}

NameEnds::NameEnds(std::vector<StringRef> Names)
    : Names(std::move(Names)), Order(this->Names.size()) {
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t A, size_t B) {
    return isLessReversed(this->Names[A], this->Names[B]);
  });
}

std::vector<size_t> NameEnds::find(StringRef End) const {
  std::vector<size_t> Result;
  auto First = partition_point(
      Order, [&](size_t I) { return isLessReversed(Names[I], End); });
  for (; First != Order.end() && Names[*First].ends_with(End); ++First)
    Result.push_back(*First);
  llvm::sort(Result);
  return Result;
}
