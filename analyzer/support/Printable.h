//===-- Printable.h - Text for terminals and shells -------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of functions and files may contain any bytes. Names in a hostile
// program may move the cursor, forge lines or change the direction of text. In:
// such text. Out: the text with escapes in place of these bytes, as words that
// a user can copy into a shell, and short forms.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_SUPPORT_PRINTABLE_H
#define GMON_ANALYZER_SUPPORT_PRINTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace gmon {

/// Returns \p Text as one line: \xNN replaces ASCII control characters and
/// bytes that are not UTF-8; \u{NNNN} replaces Unicode control characters,
/// including those of text direction. Characters of \p Kept stay.
std::string printable(llvm::StringRef Text, llvm::StringRef Kept = "");

/// Returns a user's \p Text for a message: of a long one the start and "...".
std::string shortened(llvm::StringRef Text);

/// Passes printed text to another stream, with escapes as by printable(),
/// except for newlines, form feeds and tabs. One call of operator<< must
/// contain whole characters.
class PrintableStream : public llvm::raw_ostream {
public:
  explicit PrintableStream(llvm::raw_ostream &OS)
      : raw_ostream(/*unbuffered=*/true), OS(OS) {}
  bool is_displayed() const override { return OS.is_displayed(); }

private:
  void write_impl(const char *Text, size_t Size) override {
    OS << printable(llvm::StringRef(Text, Size), "\n\t\f");
  }
  uint64_t current_pos() const override { return OS.tell(); }

  llvm::raw_ostream &OS;
};

/// Returns \p Word as a word of a shell's command line.
std::string shellWord(llvm::StringRef Word);

/// Returns all \p Words, each with a space in front.
std::string shellWords(llvm::ArrayRef<std::string> Words);

/// Returns the part of \p Path behind its last slash.
inline llvm::StringRef baseName(llvm::StringRef Path) {
  return Path.substr(Path.rfind('/') + 1);
}

} // namespace gmon

#endif // GMON_ANALYZER_SUPPORT_PRINTABLE_H
