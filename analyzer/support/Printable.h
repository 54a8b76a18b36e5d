//===-- Printable.h - Text that is safe on a terminal -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of functions and files may contain any bytes. Names in a hostile
// program may move the cursor, forge lines or change the direction of text. In:
// such text. Out: the text with escapes in place of these bytes.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PRINTABLE_H
#define GMON_ANALYZER_PRINTABLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace gmon {

/// Returns \p Text as one line: \xNN replaces ASCII control characters and
/// bytes that are not UTF-8; \u{NNNN} replaces Unicode control characters,
/// including those of text direction. Characters of \p Kept stay.
std::string printable(llvm::StringRef Text, llvm::StringRef Kept = "");

/// Returns \p Text, a word from the user, for a message: the start of one that
/// is long, and "...".
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

} // namespace gmon

#endif // GMON_ANALYZER_PRINTABLE_H
