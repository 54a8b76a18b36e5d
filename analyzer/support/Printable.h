//===-- Printable.h - Text that is safe on a terminal -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of functions and files are any bytes, and those of a hostile program
// may move the cursor, forge lines or turn the direction of text. In: such
// text. Out: the text with escapes in place of these bytes.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_PRINTABLE_H
#define GMON_ANALYZER_PRINTABLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace gmon {

/// \p Text on one line: with \xNN in place of the control characters of ASCII
/// and of bytes that are not UTF-8, and \u{NNNN} in place of the controls of
/// Unicode, among them those of the direction of text. Characters of \p Kept
/// stay.
std::string printable(llvm::StringRef Text, llvm::StringRef Kept = "");

/// Passes what is printed to another stream, with escapes as by printable() but
/// for ends of lines and of pages, and tabs. Characters must not be divided
/// between two calls of operator<<.
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
