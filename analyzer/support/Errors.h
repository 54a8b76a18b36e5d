//===-- Errors.h - How stages fail and warn ---------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stage that cannot continue returns an llvm::Error, which main prints as one
// line. Other problems are warnings. Warnings prints one line for each kind,
// however often it occurred. Errors about mistyped words suggest others.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SUPPORT_ERRORS_H
#define GMON_ANALYZER_SUPPORT_ERRORS_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>

namespace gmon {

/// Makes an error with the text \p Message: lower case, no full stop.
llvm::Error makeError(const llvm::Twine &Message);

/// Makes an error about the file \p File.
llvm::Error makeFileError(llvm::StringRef File, const llvm::Twine &Message);

/// The warnings of a run, each kind once.
class Warnings {
public:
  /// Records an occurrence of the warning \p Kind. \p First, if not empty,
  /// describes this occurrence; the first description is printed.
  void add(llvm::StringRef Kind, const llvm::Twine &First = "");

  /// Does the same, but an occurrence with the description \p First counts
  /// once: for what several stages see.
  void addOnce(llvm::StringRef Kind, const llvm::Twine &First = "");

  /// Removes the warning \p Kind, which an error replaces. Returns the
  /// description of its first occurrence, or nothing.
  std::string take(llvm::StringRef Kind);

  /// Prints a line for each kind, in order of occurrence, and clears them.
  void print(llvm::raw_ostream &OS, llvm::StringRef Program);

private:
  struct Occurrences {
    std::string First;
    uint64_t Count = 0;
    bool HasOthers = false; ///< some descriptions differ from the first
  };
  llvm::MapVector<std::string, Occurrences, std::map<std::string, unsigned>>
      Kinds;
  std::set<std::string> Seen; ///< kinds and descriptions
};

class NearestWord {
public:
  /// \p MaxDistance is the most edits. \p Typed must outlive the object.
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

#endif // GMON_ANALYZER_SUPPORT_ERRORS_H
