//===-- Pattern.h - Patterns of users ---------------------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: a POSIX extended regular expression. Out: a Regex whose memory is
// bounded, and whose matches take time in proportion to the text. And patterns
// of shells.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SUPPORT_PATTERN_H
#define GMON_ANALYZER_SUPPORT_PATTERN_H

#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"
#include <string>

namespace gmon {

/// Returns the regular expression \p Text. The error for a malformed or too
/// large one is the reason only, without the text.
llvm::Expected<llvm::Regex> makePattern(llvm::StringRef Text,
                                        llvm::Regex::RegexFlags Flags);

/// A pattern as in shells: with *, which matches slashes, too, ?, [...] and
/// backslashes. Characters are those of UTF-8; of other text, bytes.
class Glob {
public:
  static llvm::Expected<Glob> create(llvm::StringRef Text);
  bool match(const std::string &Name) const;

private:
  explicit Glob(llvm::StringRef Text) : Text(Text) {}

  std::string Text;
};

} // namespace gmon

#endif // GMON_ANALYZER_SUPPORT_PATTERN_H
