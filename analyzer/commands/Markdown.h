//===-- Markdown.h - Output for summaries of CI jobs ------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream whose text is shown by renderers of Markdown as it is: names with
// `<`, `|` or `_` stay what they are. In: text, and rows of tables. Out:
// GitHub's Markdown: a paragraph for each line, and tables.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_MARKDOWN_H
#define GMON_ANALYZER_COMMANDS_MARKDOWN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace gmon::command {

/// Returns \p Text so that Markdown shows it unchanged, in a cell of a table,
/// too. Spaces in front stay.
std::string markdownText(llvm::StringRef Text);

class MarkdownStream : public llvm::raw_ostream {
public:
  explicit MarkdownStream(llvm::raw_ostream &To) : To(To) { SetUnbuffered(); }
  ~MarkdownStream() override { endLine(); }

  /// A cell of a row.
  struct Column {
    std::string Header;
    bool IsNumber;
  };
  /// Prints a table. The stream is at the beginning of a line.
  void table(llvm::ArrayRef<Column> Columns,
             llvm::ArrayRef<std::vector<std::string>> Rows) {
    table(Columns, Rows.size(), [&](size_t I) { return Rows[I]; });
  }
  /// Does the same with rows that \p RowAt makes.
  void table(llvm::ArrayRef<Column> Columns, size_t NumRows,
             llvm::function_ref<std::vector<std::string>(size_t)> RowAt);

private:
  void write_impl(const char *Text, size_t Size) override;
  uint64_t current_pos() const override { return 0; }
  void endLine();
  /// Separates a paragraph or a table from what is before it.
  void startBlock() {
    if (HasOutput)
      To << '\n';
    HasOutput = true;
  }

  llvm::raw_ostream &To;
  std::string Line; ///< that has not ended
  bool HasOutput = false;
};

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_MARKDOWN_H
