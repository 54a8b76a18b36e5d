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
// In Markdown, any ASCII punctuation may have a backslash in front. A dollar
// sign, between two of which GitHub sets formulas, is an entity.
//
//===----------------------------------------------------------------------===//

#include "commands/TextTable.h"
#include "commands/CommandLine.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "support/Rounding.h"
#include "views/FitNames.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include <numeric>
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

Terminal Terminal::of(raw_ostream &OS, const CommandLine &Line) {
  Terminal Result;
  Result.Width = std::min<uint64_t>(
      Line.numberOf(OPT_columns, OS.is_displayed() ? terminalColumns() : 0),
      1 << 20);
  const StringRef When = Line.valueOf(OPT_color, "auto");
  Result.HasColors = When == "always" ||
                     (When == "auto" && OS.is_displayed() && OS.has_colors() &&
                      !sys::Process::GetEnv("NO_COLOR"));
  // Otherwise a stream that is not a terminal ignores colors.
  OS.enable_colors(Result.HasColors);
  return Result;
}

/// Returns where \p Line may be broken so that the part in front has at most
/// \p Width columns: at a space, if possible behind a comma or the like in the
/// second half. A word that is longer stays whole.
static size_t breakOf(StringRef Line, size_t Width) {
  size_t AtSpace = StringRef::npos, BehindComma = StringRef::npos;
  for (size_t At = Line.find(' '); At != StringRef::npos;
       At = Line.find(' ', At + 1)) {
    const size_t Columns = columnsOf(Line.take_front(At));
    if (Columns > Width)
      return BehindComma != StringRef::npos ? BehindComma
             : AtSpace != StringRef::npos   ? AtSpace
                                            : At;
    AtSpace = At;
    if (At && Columns >= Width / 2 && StringRef(",;:").contains(Line[At - 1]))
      BehindComma = At;
  }
  return BehindComma != StringRef::npos ? BehindComma : AtSpace;
}

std::string command::wrapLines(StringRef Text, const Terminal &Display) {
  if (!Display.Width)
    return Text.str();
  constexpr StringRef Indent = "  ";
  std::string Result;
  for (size_t End; !Text.empty(); Text = Text.substr(End)) {
    End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    StringRef Line = Text.take_front(End), Front = "";
    while (columnsOf(Line.rtrim('\n')) + Front.size() > Display.Width) {
      const size_t Break =
          breakOf(Line.rtrim('\n'), Display.Width - Front.size());
      if (Break == 0 || Break == StringRef::npos)
        break;
      Result += (Front + Line.take_front(Break) + "\n").str();
      Line = Line.drop_front(Break + 1);
      Front = Indent;
    }
    Result += (Front + Line).str();
  }
  return Result;
}

/// Columns between two cells.
static constexpr size_t Gap = 2;

/// The width that a name needs before other columns give way to it.
static constexpr size_t EnoughForName = 20;

/// Returns the indices of the columns for a line of \p Width columns, 0 for no
/// limit. Optional ones are left out, the last first, while names have hardly
/// any room.
std::vector<size_t> TextTable::columnsThatFit(ArrayRef<size_t> Widths,
                                              size_t Width) const {
  std::vector<size_t> Shown(Columns.size());
  std::iota(Shown.begin(), Shown.end(), 0);
  size_t Needed = std::min(Widths.back(), EnoughForName);
  for (size_t I : ArrayRef(Shown).drop_back())
    Needed += Widths[I] + Gap;
  for (size_t I = Columns.size(); Width && I-- > 0 && Needed > Width;)
    if (Columns[I].Kind == OptionalNumber) {
      llvm::erase(Shown, I);
      Needed -= Widths[I] + Gap;
    }
  return Shown;
}

/// Makes the names of \p Rows fit into \p Widths. A text at the end is source,
/// which is cut off instead.
void TextTable::fitCells(MutableArrayRef<Cells> Rows,
                         ArrayRef<size_t> Widths) const {
  for (size_t I = 0; I < Columns.size(); ++I) {
    const bool IsLast = I + 1 == Columns.size();
    if (Columns[I].Kind != Name && (Columns[I].Kind != Text || IsLast))
      continue;
    std::vector<std::string> Names;
    for (const Cells &Row : Rows)
      Names.push_back(Row[I].Text);
    for (auto &&[Row, Name] : zip_equal(Rows, fitNames(Names, Widths[I])))
      Row[I].Text = std::move(Name);
  }
}

/// Makes the columns \p Shown fit into a line of \p Width columns.
void TextTable::fitWidths(std::vector<size_t> &Widths, ArrayRef<size_t> Shown,
                          size_t Width) const {
  constexpr size_t LeastName = 8;
  size_t Front = 0;
  for (size_t I : Shown.drop_back())
    Front += Widths[I] + Gap;
  // A long text gives way to the name.
  const size_t Wanted = Front + std::min(Widths.back(), EnoughForName);
  for (size_t I : Shown.drop_back()) {
    if (Wanted <= Width || Columns[I].Kind != Text)
      continue;
    const size_t Excess = Wanted - Width;
    const size_t Least = std::min(Widths[I], EnoughForName);
    const size_t Fit = std::max(Least, Widths[I] - std::min(Widths[I], Excess));
    Front -= Widths[I] - Fit;
    Widths[I] = Fit;
  }
  Widths.back() = std::min(Widths.back(),
                           std::max<size_t>(Width, Front + LeastName) - Front);
}

void TextTable::print(raw_ostream &OS, const Terminal &Display, size_t NumRows,
                      function_ref<Cells(size_t)> MakeRow) const {
  auto RowAt = [&](size_t I) {
    Cells Row = MakeRow(I);
    for (Cell &Item : Row)
      Item.Text = printable(Item.Text);
    return Row;
  };
  if (Display.Markdown) {
    std::vector<MarkdownStream::Column> Heads;
    for (const Column &Shown : Columns)
      Heads.push_back({Shown.Header, Shown.isNumber()});
    return Display.Markdown->table(Heads, NumRows, [&](size_t I) {
      std::vector<std::string> Texts;
      for (Cell &Item : RowAt(I))
        Texts.push_back(std::move(Item.Text));
      return Texts;
    });
  }
  std::vector<size_t> Widths;
  for (const Column &Shown : Columns)
    Widths.push_back(columnsOf(Shown.Header));
  for (size_t I = 0; I < NumRows; ++I)
    for (auto &&[Width, Item] : zip_equal(Widths, RowAt(I)))
      Width = std::max(Width, columnsOf(Item.Text));
  const std::vector<size_t> Shown = columnsThatFit(Widths, Display.Width);
  if (Display.Width)
    fitWidths(Widths, Shown, Display.Width);

  auto PrintRow = [&](const Cells &Row) {
    for (size_t I : Shown) {
      const StringRef Text = cutOff(Row[I].Text, Widths[I]);
      const bool IsLast = I + 1 == Columns.size();
      size_t Padding = Widths[I] - columnsOf(Text);
      if (Columns[I].isNumber())
        OS.indent(Padding);
      if (Display.HasColors && Row[I].Color)
        WithColor(OS, *Row[I].Color, /*Bold=*/false, /*BG=*/false,
                  ColorMode::Enable)
            << Text;
      else
        OS << Text;
      // No spaces behind the last text.
      const bool IsBeforeLast = Shown.size() > 1 && I == Shown.end()[-2];
      if (!IsLast && !(IsBeforeLast && Row[Shown.back()].Text.empty()))
        OS.indent(Gap + (Columns[I].isNumber() ? 0 : Padding));
    }
  };
  if (Display.HasColors)
    OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  Cells Headers;
  for (const Column &Shown : Columns)
    Headers.push_back(Shown.Header);
  PrintRow(Headers);
  if (Display.HasColors)
    OS.resetColor();
  OS << '\n';
  constexpr size_t MostAtOnce = 4096;
  std::vector<Cells> Rows;
  for (size_t I = 0; I < NumRows;) {
    Rows.clear();
    for (; I < NumRows && Rows.size() < MostAtOnce; ++I)
      Rows.push_back(RowAt(I));
    fitCells(Rows, Widths);
    for (const Cells &Row : Rows) {
      PrintRow(Row);
      OS << '\n';
    }
  }
}

std::string command::fixed(double Value, unsigned Digits) {
  std::string Text;
  raw_string_ostream(Text) << format("%.*f", int(Digits),
                                     roundToDigits(Value, Digits));
  return Text;
}

std::string command::shortChance(double Value) {
  return Value < 0.0001 ? "<0.0001" : fixed(Value, 4);
}

std::optional<raw_ostream::Colors> command::heatOf(double Percent) {
  if (Percent >= 10)
    return raw_ostream::RED;
  if (Percent >= 2)
    return raw_ostream::YELLOW;
  return std::nullopt;
}

std::string command::markdownText(StringRef Text) {
  std::string Result;
  StringRef Rest = Text.ltrim(' ');
  for (size_t I = Rest.size(); I < Text.size(); ++I)
    Result += "&nbsp;";
  for (char C : Rest) {
    if (C == '$') {
      Result += "&#36;";
      continue;
    }
    if (StringRef("\\`*_[]<>#|~&").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

void MarkdownStream::write_impl(const char *Text, size_t Size) {
  StringRef Rest(Text, Size);
  while (!Rest.empty()) {
    size_t End = Rest.find('\n');
    Line += Rest.take_front(End);
    if (End == StringRef::npos)
      return;
    endLine();
    Rest = Rest.drop_front(End + 1);
  }
}

void MarkdownStream::endLine() {
  if (Line.empty())
    return;
  startBlock();
  // Otherwise the line would be an item of a list.
  if (Line.front() == '-' || Line.front() == '+')
    OS << '\\';
  OS << markdownText(Line) << '\n';
  Line.clear();
}

void MarkdownStream::table(
    ArrayRef<Column> Columns, size_t NumRows,
    function_ref<std::vector<std::string>(size_t)> RowAt) {
  endLine();
  startBlock();
  OS << '|';
  for (const Column &Shown : Columns)
    OS << ' ' << markdownText(Shown.Header) << " |";
  OS << "\n|";
  for (const Column &Shown : Columns)
    OS << (Shown.IsNumber ? " ---: |" : " :--- |");
  OS << '\n';
  for (size_t I = 0; I < NumRows; ++I) {
    OS << '|';
    for (const std::string &Cell : RowAt(I))
      OS << ' ' << markdownText(Cell) << " |";
    OS << '\n';
  }
}

void command::printInFormat(
    raw_ostream &OS, StringRef Format, Terminal Display,
    function_ref<void(raw_ostream &, const Terminal &)> Print) {
  if (Format != "markdown")
    return Print(OS, Display);
  MarkdownStream Markdown(OS);
  Display.Markdown = &Markdown;
  Print(Markdown, Display);
}
