//===-- formats/html/HtmlPage.h - Pages for a browser -----------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shared parts of pages: the frame of html/, its style and policy, and the
// JSON that its scripts read. In: values. Out: one file, which loads nothing.
// Names and source lines may be hostile: they occur only in that JSON, where
// nothing can end the surrounding element, and the page's policy allows only
// its own scripts.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_FORMATS_HTMLPAGE_H
#define GMON_ANALYZER_FORMATS_HTMLPAGE_H

#include "formats/Format.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"

namespace gmon {

/// The scripts of a page.
enum class HtmlPage {
  Profile, ///< for one profile
  Diff,    ///< for a comparison of two
};

/// Prints the page \p Which with the data \p Json.
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
  /// Numbers have more digits than the page shows, whole ones all.
  void number(double Value);
  void number(llvm::StringRef Name, double Value) {
    J.attributeBegin(Name);
    number(Value);
    J.attributeEnd();
  }
  /// Numbers that JavaScript would round become strings.
  void count(uint64_t Value);
  void count(llvm::StringRef Name, uint64_t Value) {
    J.attributeBegin(Name);
    count(Value);
    J.attributeEnd();
  }
  /// Writes an array with the output of \p Write for each of \p Items.
  template <class Range, class Function>
  void column(llvm::StringRef Name, const Range &Items, Function Write) {
    J.attributeArray(Name, [&] {
      for (const auto &Item : Items)
        Write(Item);
    });
  }
  /// Returns the index of \p Path in the list of paths; -1 if it is empty.
  int64_t pathIndex(llvm::StringRef Path);
  /// Writes that list. The text of each path must still exist.
  void writePaths() {
    column("paths", Paths, [&](const auto &Path) { text(Path.first); });
  }

  llvm::json::OStream J;

private:
  llvm::MapVector<llvm::StringRef, int64_t> Paths;
};

} // namespace gmon

#endif // GMON_ANALYZER_FORMATS_HTMLPAGE_H
