//===-- TextTable.h - Tables that fit a terminal ----------------*- C++ -*-===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In: rows of texts. Out: columns that are as wide as what is in them. The last
// column, of names, gets what is left of a line; what does not fit is cut off.
//
//===----------------------------------------------------------------------===//

#ifndef GMON_ANALYZER_COMMANDS_TEXTTABLE_H
#define GMON_ANALYZER_COMMANDS_TEXTTABLE_H

#include "CommandLine.h"
#include "llvm/Support/WithColor.h"
#include <optional>

namespace gmon::command {

/// What can be printed, and how.
struct Terminal {
  unsigned Width = 0; ///< of a line; 0 if lines may be of any length
  bool HasColors = false;

  /// What \p OS is, or what --width and --color say.
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
  /// Adds a column, of numbers if \p IsNumber. All come before the first row.
  void addColumn(llvm::StringRef Header, bool IsNumber = true) {
    Columns.push_back({Header.str(), IsNumber});
  }
  /// Adds a row; of its texts control characters are escaped.
  void addRow(std::vector<Cell> Row);
  bool empty() const { return Rows.empty(); }

  /// Prints the header, bold, and all rows.
  void print(llvm::raw_ostream &OS, const Terminal &To) const;

private:
  struct Column {
    std::string Header;
    bool IsNumber;
  };
  std::vector<Column> Columns;
  std::vector<std::vector<Cell>> Rows;
};

/// The color of what takes \p Percent of the time, if it takes much.
std::optional<llvm::raw_ostream::Colors> heatOf(double Percent);

/// \p Value with \p Digits digits behind the point.
std::string fixed(double Value, unsigned Digits);

/// \p Seconds in a unit that suits: "1.50 s", "20.00 ms", "3.10 us", "0.40 ns".
std::string shortTime(double Seconds);

} // namespace gmon::command

#endif // GMON_ANALYZER_COMMANDS_TEXTTABLE_H
