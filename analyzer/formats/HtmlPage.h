//===-- formats/HtmlPage.h - Pages for a browser ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the pages share: the frame of html/, its style and its policy, and how
// values get into the JSON that its scripts read. In: values. Out: one file,
// which loads nothing. Names and source lines are hostile: they stand only in
// that JSON, where nothing can end the element around it, and the page's policy
// lets no script run but its own.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_HTMLPAGE_H
#define GMON_ANALYZER_FORMATS_HTMLPAGE_H

#include "formats/Format.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"

namespace gmon {

/// Which scripts a page has.
enum class HtmlPage {
  Profile, ///< one profile
  Diff,    ///< what changed between two
};

/// Prints the page \p Which with \p Json in it.
void printHtmlPage(llvm::raw_ostream &OS, HtmlPage Which, llvm::StringRef Json);

/// Writes the values of a page as JSON.
class HtmlData {
protected:
  explicit HtmlData(llvm::raw_ostream &OS) : J(OS) {}

  void text(llvm::StringRef Value) {
    std::string Fixed;
    J.value(asUtf8(Value, Fixed));
  }
  void text(llvm::StringRef Name, llvm::StringRef Value) {
    J.attributeBegin(Name);
    text(Value);
    J.attributeEnd();
  }
  /// What the page shows has fewer digits than these.
  void number(double Value);
  void number(llvm::StringRef Name, double Value) {
    J.attributeBegin(Name);
    number(Value);
    J.attributeEnd();
  }
  /// Numbers that JavaScript would round are strings.
  void count(uint64_t Value);
  void count(llvm::StringRef Name, uint64_t Value) {
    J.attributeBegin(Name);
    count(Value);
    J.attributeEnd();
  }
  /// An array with what \p Write writes for each of \p Items.
  template <class Range, class Function>
  void column(llvm::StringRef Name, const Range &Items, Function Write) {
    J.attributeArray(Name, [&] {
      for (const auto &Item : Items)
        Write(Item);
    });
  }
  /// The place of \p Path in the list of paths, -1 if it is empty.
  int64_t pathIndex(llvm::StringRef Path);
  /// Writes that list. \p Path of each must still be there.
  void writePaths() {
    column("paths", Paths, [&](const auto &Path) { text(Path.first); });
  }

  llvm::json::OStream J;

private:
  llvm::MapVector<llvm::StringRef, int64_t> Paths;
};

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_HTMLPAGE_H
