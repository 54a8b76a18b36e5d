//===-- TextTable.h - Tables that fit a terminal ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: rows of texts. Out: columns as wide as their contents. The last column,
// of names, gets the rest of the line and is cut off there.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_TEXTTABLE_H
#define GMON_ANALYZER_COMMANDS_TEXTTABLE_H

#include "CommandLine.h"
#include "llvm/Support/WithColor.h"
#include <optional>

namespace gmon::command {

class MarkdownStream;

/// The capabilities of the output.
struct Terminal {
  unsigned Width = 0; ///< of a line; 0 means unlimited
  bool HasColors = false;
  MarkdownStream *Markdown = nullptr; ///< the output, if it is Markdown

  /// Returns those of \p OS, changed by --width and --color.
  static llvm::Expected<Terminal> of(llvm::raw_ostream &OS,
                                     const CommandLine &Line);
};

/// A text in a color, if it has one.
struct Cell {
  std::string Text;
  std::optional<llvm::raw_ostream::Colors> Color;
};

class TextTable {
public:
  /// Adds a column, of numbers if \p IsNumber. Add all columns before the first
  /// row.
  void addColumn(llvm::StringRef Header, bool IsNumber = true) {
    Columns.push_back({Header.str(), IsNumber ? Kind::Number : Kind::Text});
  }
  /// Adds a column of numbers that a narrow terminal does not show.
  void addOptionalColumn(llvm::StringRef Header) {
    Columns.push_back({Header.str(), Kind::OptionalNumber});
  }
  /// Adds the last column, of names that fitNames() shortens.
  void addNameColumn(llvm::StringRef Header = "name") {
    Columns.push_back({Header.str(), Kind::Name});
  }
  /// Adds a row. Control characters in its texts are escaped.
  void addRow(std::vector<Cell> Row) { Rows.push_back(std::move(Row)); }
  bool empty() const { return Rows.empty(); }

  /// Prints the header, bold, and all rows.
  void print(llvm::raw_ostream &OS, const Terminal &To) const {
    print(OS, To, Rows.size(), [&](size_t I) { return Rows[I]; });
  }

  using Row = std::vector<Cell>;
  /// Prints the header and \p NumRows rows, which \p MakeRow makes, each twice:
  /// a few of them are in memory at a time. A long name is shortened so that it
  /// differs from those near it.
  void print(llvm::raw_ostream &OS, const Terminal &To, size_t NumRows,
             llvm::function_ref<Row(size_t)> MakeRow) const;

private:
  enum class Kind { Number, OptionalNumber, Text, Name };
  struct Column {
    std::string Header;
    Kind What;

    bool isNumber() const {
      return What == Kind::Number || What == Kind::OptionalNumber;
    }
  };
  std::vector<size_t> columnsThatFit(llvm::ArrayRef<size_t> Widths,
                                     size_t Width) const;
  void fitCells(llvm::MutableArrayRef<Row> Some,
                llvm::ArrayRef<size_t> Widths) const;
  void fitWidths(std::vector<size_t> &Widths, llvm::ArrayRef<size_t> Shown,
                 size_t Width) const;

  std::vector<Column> Columns;
  std::vector<Row> Rows;
};

/// Returns the lines of \p Text for a terminal: a line that is too long goes on
/// in the next one, indented, at a space.
std::string wrapLines(llvm::StringRef Text, const Terminal &To);

/// Returns the color for \p Percent of the time; none for a small part.
std::optional<llvm::raw_ostream::Colors> heatOf(double Percent);

/// Returns \p Value with \p Digits digits behind the point.
std::string fixed(double Value, unsigned Digits);

/// Returns the probability \p Value of a chance.
std::string shortChance(double Value);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_TEXTTABLE_H
