//===-- MergeSort.h - A sort of a known shape -------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stable merge sort with the comparisons of glibc's qsort. GNU gprof's order
// of execution counts is not a strict weak order. So its output depends on
// which elements are compared, and std::stable_sort has undefined behaviour for
// it.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_MERGESORT_H
#define GMON_ANALYZER_MERGESORT_H

#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <vector>

namespace gmon {

/// Sorts \p Elements. Of two compared elements, the right one goes first only
/// if IsGreater(left, right).
template <class T, class Compare>
void mergeSort(llvm::MutableArrayRef<T> Elements, Compare IsGreater) {
  if (Elements.size() < 2)
    return;
  size_t NumLeft = Elements.size() / 2;
  mergeSort(Elements.take_front(NumLeft), IsGreater);
  mergeSort(Elements.drop_front(NumLeft), IsGreater);
  std::vector<T> Left(Elements.begin(), Elements.begin() + NumLeft);
  size_t L = 0, R = NumLeft, Out = 0;
  while (L < Left.size() && R < Elements.size()) {
    if (IsGreater(Left[L], Elements[R]))
      Elements[Out++] = Elements[R++];
    else
      Elements[Out++] = Left[L++];
  }
  std::copy(Left.begin() + L, Left.end(), Elements.begin() + Out);
}

} // namespace gmon

#endif // GMON_ANALYZER_MERGESORT_H
