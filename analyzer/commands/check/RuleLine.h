//===-- RuleLine.h - The words of a rule ------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lexical part of the parser of rules. In: a line of a file of rules. Out:
// words and names in order, and errors with their places.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_RULELINE_H
#define GMON_ANALYZER_COMMANDS_RULELINE_H

#include "commands/check/GrowthFit.h"
#include "support/Errors.h"

namespace gmon::command {

class RuleLine {
public:
  /// \p Number counts lines from 1. The texts must outlive the object.
  RuleLine(llvm::StringRef Line, unsigned Number, llvm::StringRef FileName)
      : Rest(Line), Line(Line), Number(Number), FileName(FileName) {}

protected:
  /// Makes an error at \p Place, which is in the line or at its end.
  llvm::Error fail(llvm::StringRef Place, const llvm::Twine &Message) const {
    return makeError(FileName + ":" + llvm::Twine(Number) + ":" +
                     llvm::Twine(Place.data() - Line.data() + 1) + ": " +
                     Message);
  }
  /// Makes the error that \p Wanted is missing. \p Words are words that the
  /// user may have meant.
  llvm::Error expected(const llvm::Twine &Wanted,
                       llvm::ArrayRef<llvm::StringLiteral> Words = {}) const;
  void skipSpaces() { Rest = Rest.ltrim(); }
  llvm::Error expect(llvm::StringRef Token);
  llvm::StringRef takeWord();
  /// Parses a name up to a comma, an arrow or a closing parenthesis.
  llvm::Error parseName(std::string &Result);
  /// Parses "(name, name)" with one or more names.
  llvm::Error parseNames(std::vector<std::string> &Names);

  /// Multiplies \p Order by what it parses: "1", "n", "n^1.5", "log(n)^2".
  llvm::Error parseFactor(GrowthOrder &Order);

  llvm::StringRef Rest; ///< the part of the line that is not read yet

private:
  llvm::StringRef Line;
  unsigned Number;
  llvm::StringRef FileName;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_RULELINE_H
