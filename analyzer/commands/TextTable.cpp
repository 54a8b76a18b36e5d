//===-- TextTable.cpp - Tables that fit a terminal ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Widths are those of characters of any script: names are UTF-8, and each other
// byte takes one column.
//
//===----------------------------------------------------------------------===//

#include "TextTable.h"
#include "commands/Markdown.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Unicode.h"
#include <sys/ioctl.h>
#include <unistd.h>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns the width of the terminal of standard output, or 0.
static unsigned terminalColumns() {
  // LLVM reads the environment, and in some builds nothing else.
  if (unsigned Columns = sys::Process::StandardOutColumns())
    return Columns;
  winsize Size;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &Size) == 0 ? Size.ws_col : 0;
}

Expected<Terminal> Terminal::of(raw_ostream &OS, const CommandLine &Line) {
  Terminal Result;
  Expected<uint64_t> Width = Line.numberOf(
      OPT_columns, /*Least=*/0, OS.is_displayed() ? terminalColumns() : 0);
  if (!Width)
    return Width.takeError();
  Result.Width = std::min<uint64_t>(*Width, 1 << 20);
  StringRef When = Line.valueOf(OPT_color, "auto");
  if (When != "auto" && When != "always" && When != "never")
    return makeError("option '--color' expects auto, always or never, not '" +
                     When + "'");
  Result.HasColors = When == "always" ||
                     (When == "auto" && OS.is_displayed() && OS.has_colors() &&
                      !sys::Process::GetEnv("NO_COLOR"));
  // Otherwise a stream that is not a terminal ignores colors.
  OS.enable_colors(Result.HasColors);
  return Result;
}

static size_t widthOf(StringRef Text) {
  int Width = sys::unicode::columnWidthUTF8(Text);
  return Width < 0 ? Text.size() : Width;
}

/// Returns as many characters of \p Text as fit \p Width columns.
static StringRef cut(StringRef Text, size_t Width) {
  while (widthOf(Text) > Width) {
    Text = Text.drop_back();
    // Does not cut within a character.
    while (!Text.empty() && (Text.back() & 0xc0) == 0x80)
      Text = Text.drop_back();
    if (!Text.empty() && (uint8_t(Text.back()) & 0xc0) == 0xc0)
      Text = Text.drop_back();
  }
  return Text;
}

static void printCell(raw_ostream &OS, const Cell &Each, StringRef Text,
                      const Terminal &To) {
  if (To.HasColors && Each.Color)
    WithColor(OS, *Each.Color, /*Bold=*/false, /*BG=*/false, ColorMode::Enable)
        << Text;
  else
    OS << Text;
}

void TextTable::addRow(std::vector<Cell> Row) {
  for (Cell &Each : Row)
    Each.Text = printable(Each.Text);
  Rows.push_back(std::move(Row));
}

void TextTable::printMarkdown(MarkdownStream &To) const {
  std::vector<MarkdownStream::Column> Heads;
  for (const Column &Each : Columns)
    Heads.push_back({Each.Header, Each.IsNumber});
  std::vector<std::vector<std::string>> Texts;
  for (const std::vector<Cell> &Row : Rows) {
    std::vector<std::string> &Made = Texts.emplace_back();
    for (const Cell &Each : Row)
      Made.push_back(Each.Text);
  }
  To.table(Heads, Texts);
}

void TextTable::print(raw_ostream &OS, const Terminal &To) const {
  if (To.Markdown)
    return printMarkdown(*To.Markdown);
  std::vector<size_t> Widths;
  for (size_t I = 0; I < Columns.size(); ++I) {
    size_t Width = widthOf(Columns[I].Header);
    for (const std::vector<Cell> &Row : Rows)
      Width = std::max(Width, widthOf(Row[I].Text));
    Widths.push_back(Width);
  }
  constexpr size_t Gap = 2, LeastName = 8;
  size_t Before = 0;
  for (size_t I = 0; I + 1 < Columns.size(); ++I)
    Before += Widths[I] + Gap;
  if (To.Width)
    Widths.back() = std::min(
        Widths.back(), std::max<size_t>(To.Width, Before + LeastName) - Before);

  auto PrintRow = [&](function_ref<Cell(size_t)> CellAt) {
    for (size_t I = 0; I < Columns.size(); ++I) {
      Cell Each = CellAt(I);
      bool IsLast = I + 1 == Columns.size();
      StringRef Text = cut(Each.Text, Widths[I]);
      size_t Padding = Widths[I] - widthOf(Text);
      if (Columns[I].IsNumber)
        OS.indent(Padding);
      printCell(OS, Each, Text, To);
      // No spaces behind the last text.
      if (!IsLast && !(I + 2 == Columns.size() && CellAt(I + 1).Text.empty()))
        OS.indent(Gap + (Columns[I].IsNumber ? 0 : Padding));
    }
  };
  if (To.HasColors)
    OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  PrintRow([&](size_t I) { return Cell{Columns[I].Header, std::nullopt}; });
  if (To.HasColors)
    OS.resetColor();
  OS << '\n';
  for (const std::vector<Cell> &Row : Rows) {
    PrintRow([&](size_t I) { return Row[I]; });
    OS << '\n';
  }
}

std::string command::fixed(double Value, unsigned Digits) {
  std::string Text;
  raw_string_ostream(Text) << format("%.*f", int(Digits), Value);
  return Text;
}

std::optional<raw_ostream::Colors> command::heatOf(double Percent) {
  if (Percent >= 10)
    return raw_ostream::RED;
  if (Percent >= 2)
    return raw_ostream::YELLOW;
  return std::nullopt;
}
