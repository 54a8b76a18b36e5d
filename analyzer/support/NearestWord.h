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
#include <string>

namespace gmon {

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
    unsigned Distance =
        Typed.edit_distance(Known, /*AllowReplacements=*/true, Least);
    if (Distance < Least) {
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
