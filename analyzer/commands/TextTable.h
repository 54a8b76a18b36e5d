//===-- TextTable.h - Tables that fit a terminal ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: rows of any type. Out: columns as wide as their contents. The last
// column, of names, gets the rest of the line and is cut off there. Or, out:
// GitHub's Markdown for summaries of CI jobs, a paragraph for each line, and
// tables: names with `<`, `|` or `_` stay what they are.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_TEXTTABLE_H
#define GMON_ANALYZER_COMMANDS_TEXTTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gmon::command {

class CommandLine;

/// Returns \p Text so that Markdown shows it unchanged, in a cell of a table,
/// too. Spaces in front stay.
std::string markdownText(llvm::StringRef Text);

class MarkdownStream : public llvm::raw_ostream {
public:
  explicit MarkdownStream(llvm::raw_ostream &OS) : OS(OS) { SetUnbuffered(); }
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
      OS << '\n';
    HasOutput = true;
  }

  llvm::raw_ostream &OS;
  std::string Line; ///< that has not ended
  bool HasOutput = false;
};

/// The capabilities of the output.
struct Terminal {
  unsigned Width = 0; ///< of a line; 0 means unlimited
  bool HasColors = false;
  MarkdownStream *Markdown = nullptr; ///< the output, if it is Markdown

  /// Returns those of \p OS, changed by --width and --color.
  static Terminal of(llvm::raw_ostream &OS, const CommandLine &Line);
};

/// Calls \p Print with \p OS or, if \p Format is markdown, with such a stream,
/// and with \p Display for it.
void printInFormat(
    llvm::raw_ostream &OS, llvm::StringRef Format, Terminal Display,
    llvm::function_ref<void(llvm::raw_ostream &, const Terminal &)> Print);

/// A text in a color, if it has one.
struct Cell {
  std::string Text;
  std::optional<llvm::raw_ostream::Colors> Color;

  Cell(std::string Text = "",
       std::optional<llvm::raw_ostream::Colors> Color = std::nullopt)
      : Text(std::move(Text)), Color(Color) {}
  Cell(const char *Text) : Text(Text) {}
};

/// What all tables share.
class TextTable {
public:
  enum ColumnKind {
    Number,
    OptionalNumber, ///< which a narrow terminal does not show
    Text,
    Name ///< which fitNames() shortens, in the last column
  };

protected:
  using Cells = std::vector<Cell>;
  /// Prints the header, bold, and \p NumRows rows, which \p MakeRow makes, each
  /// twice: a few of them are in memory at a time. A long name is shortened so
  /// that it differs from those near it. Control characters are escaped.
  void print(llvm::raw_ostream &OS, const Terminal &Display, size_t NumRows,
             llvm::function_ref<Cells(size_t)> MakeRow) const;

  struct Column {
    std::string Header;
    ColumnKind Kind;

    bool isNumber() const { return Kind == Number || Kind == OptionalNumber; }
  };
  std::vector<Column> Columns;

private:
  std::vector<size_t> columnsThatFit(llvm::ArrayRef<size_t> Widths,
                                     size_t Width) const;
  void fitCells(llvm::MutableArrayRef<Cells> Rows,
                llvm::ArrayRef<size_t> Widths) const;
  void fitWidths(std::vector<size_t> &Widths, llvm::ArrayRef<size_t> Shown,
                 size_t Width) const;
};

/// A table whose columns make their cells from a row.
template <class RowT> class TableOf : public TextTable {
public:
  void add(const llvm::Twine &Header,
           std::function<Cell(const RowT &)> MakeCell,
           ColumnKind Kind = Number) {
    Columns.push_back({Header.str(), Kind});
    Makers.push_back(std::move(MakeCell));
  }
  /// Prints \p NumRows rows, which \p RowAt returns.
  template <class RowFn>
  void print(llvm::raw_ostream &OS, const Terminal &Display, size_t NumRows,
             RowFn RowAt) const {
    TextTable::print(OS, Display, NumRows, [&](size_t I) {
      const RowT &Row = RowAt(I);
      Cells Result;
      for (const auto &MakeCell : Makers)
        Result.push_back(MakeCell(Row));
      return Result;
    });
  }
  void print(llvm::raw_ostream &OS, const Terminal &Display,
             llvm::ArrayRef<RowT> Rows) const {
    print(OS, Display, Rows.size(),
          [&](size_t I) -> const RowT & { return Rows[I]; });
  }

private:
  std::vector<std::function<Cell(const RowT &)>> Makers;
};

/// Returns the lines of \p Text for a terminal: a line that is too long goes on
/// in the next one, indented, at a space.
std::string wrapLines(llvm::StringRef Text, const Terminal &Display);

/// Returns the color for \p Percent of the time; none for a small part.
std::optional<llvm::raw_ostream::Colors> heatOf(double Percent);

/// Returns \p Value with \p Digits digits behind the point.
std::string fixed(double Value, unsigned Digits);

/// Returns the probability \p Value of a chance.
std::string shortChance(double Value);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_TEXTTABLE_H
