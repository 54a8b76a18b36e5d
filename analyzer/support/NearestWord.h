//===-- NearestWord.h - What a mistyped word may mean -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches known words for the one that is most similar to a mistyped one.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_NEARESTWORD_H
#define GMON_ANALYZER_NEARESTWORD_H

#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace gmon {

/// Returns the least number of insertions, deletions, replacements and
/// exchanges of neighbours that make \p A equal to \p B; a number greater than
/// \p Max if there are more than \p Max.
inline unsigned editDistance(llvm::StringRef A, llvm::StringRef B,
                             unsigned Max) {
  const size_t Longer = std::max(A.size(), B.size());
  if (Longer - std::min(A.size(), B.size()) > Max)
    return Max + 1;
  // Rows of the distances between prefixes of A and all prefixes of B.
  std::vector<unsigned> Before(B.size() + 1), Last(B.size() + 1),
      Row(B.size() + 1);
  std::iota(Row.begin(), Row.end(), 0);
  for (size_t I = 1; I <= A.size(); ++I) {
    std::swap(Before, Last);
    std::swap(Last, Row);
    Row[0] = unsigned(I);
    for (size_t J = 1; J <= B.size(); ++J) {
      Row[J] = std::min({Last[J] + 1, Row[J - 1] + 1,
                         Last[J - 1] + unsigned(A[I - 1] != B[J - 1])});
      if (I > 1 && J > 1 && A[I - 1] == B[J - 2] && A[I - 2] == B[J - 1])
        Row[J] = std::min(Row[J], Before[J - 2] + 1);
    }
    if (*std::min_element(Row.begin(), Row.end()) > Max &&
        *std::min_element(Last.begin(), Last.end()) > Max)
      return Max + 1;
  }
  return Row.back();
}

class NearestWord {
public:
  /// \p MaxDistance is the greatest number of edits of a similar word. \p Typed
  /// must outlive the object.
  NearestWord(llvm::StringRef Typed, unsigned MaxDistance)
      : Typed(Typed), Least(MaxDistance + 1) {}

  /// Considers \p Known. Of equally similar words, the first one is taken.
  void consider(llvm::StringRef Known) { consider(Known, Known); }

  /// Considers \p Known, a spelling of \p Word.
  void consider(llvm::StringRef Known, llvm::StringRef Word) {
    if (unsigned Distance = editDistance(Typed, Known, Least);
        Distance < Least) {
      Least = Distance;
      Nearest = Word.str();
    }
  }

  /// Returns the end of an error that suggests the most similar word, or
  /// nothing if no word is similar.
  std::string suggestion() const {
    return Nearest.empty() ? "" : "; did you mean '" + Nearest + "'?";
  }

private:
  llvm::StringRef Typed;
  unsigned Least; ///< smaller distances are better
  std::string Nearest;
};

} // namespace gmon

#endif // GMON_ANALYZER_NEARESTWORD_H
