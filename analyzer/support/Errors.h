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
// however often it occurred.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_ERRORS_H
#define GMON_ANALYZER_ERRORS_H

#include "support/Printable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>
#include <string>

namespace gmon {

/// Makes an error with the text \p Message: lower case, no full stop.
inline llvm::Error makeError(const llvm::Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}

/// Makes an error about the file \p File.
inline llvm::Error makeFileError(llvm::StringRef File,
                                 const llvm::Twine &Message) {
  return makeError("'" + File + "': " + Message);
}

/// The warnings of a run, each kind once.
class Warnings {
public:
  /// Records an occurrence of the warning \p Kind. \p First, if not empty,
  /// describes this occurrence; the first description is printed.
  void add(llvm::StringRef Kind, const llvm::Twine &First = "") {
    auto [It, New] = Kinds.try_emplace(Kind.str());
    if (New)
      It->second.First = First.str();
    else if (!It->second.HasOthers)
      It->second.HasOthers = First.str() != It->second.First;
    ++It->second.Count;
  }

  /// Does the same, but an occurrence with the description \p First counts
  /// once: for what several stages see.
  void addOnce(llvm::StringRef Kind, const llvm::Twine &First = "") {
    if (Seen.insert((Kind + llvm::Twine('\0') + First).str()).second)
      add(Kind, First);
  }

  /// Removes the warning \p Kind, which an error replaces. Returns the
  /// description of its first occurrence, or nothing.
  std::string take(llvm::StringRef Kind) {
    auto It = Kinds.find(Kind.str());
    if (It == Kinds.end())
      return "";
    std::string First = std::move(It->second.First);
    Kinds.erase(It);
    return First;
  }

  /// Prints a line for each kind, in order of first occurrence, and clears
  /// them.
  void print(llvm::raw_ostream &OS, llvm::StringRef Program) {
    for (const auto &[Kind, Seen] : Kinds) {
      OS << Program << ": warning: " << printable(Kind);
      if (!Seen.First.empty())
        OS << ": " << printable(Seen.First);
      if (Seen.HasOthers)
        OS << " (the first of " << Seen.Count << ")";
      else if (Seen.Count > 1)
        OS << " (" << Seen.Count << " times)";
      OS << '\n';
    }
    Kinds.clear();
  }

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

} // namespace gmon

#endif // GMON_ANALYZER_ERRORS_H
