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

std::string command::wrapLines(StringRef Text, const Terminal &To) {
  if (!To.Width)
    return Text.str();
  constexpr StringRef Indent = "  ";
  std::string Result;
  for (size_t End; !Text.empty(); Text = Text.substr(End)) {
    End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    StringRef Line = Text.take_front(End), Before = "";
    while (columnsOf(Line.rtrim('\n')) + Before.size() > To.Width) {
      const size_t Break = breakOf(Line.rtrim('\n'), To.Width - Before.size());
      if (Break == 0 || Break == StringRef::npos)
        break;
      Result += (Before + Line.take_front(Break) + "\n").str();
      Line = Line.drop_front(Break + 1);
      Before = Indent;
    }
    Result += (Before + Line).str();
  }
  return Result;
}

static void printCell(raw_ostream &OS, const Cell &Each, StringRef Text,
                      const Terminal &To) {
  if (To.HasColors && Each.Color)
    WithColor(OS, *Each.Color, /*Bold=*/false, /*BG=*/false, ColorMode::Enable)
        << Text;
  else
    OS << Text;
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
    if (Columns[I].What == Kind::OptionalNumber) {
      llvm::erase(Shown, I);
      Needed -= Widths[I] + Gap;
    }
  return Shown;
}

/// Makes the names of \p Some rows fit into \p Widths. A text at the end is
/// source, which is cut off instead.
void TextTable::fitCells(MutableArrayRef<Row> Some,
                         ArrayRef<size_t> Widths) const {
  for (size_t I = 0; I < Columns.size(); ++I) {
    const bool IsLast = I + 1 == Columns.size();
    if (Columns[I].What != Kind::Name &&
        (Columns[I].What != Kind::Text || IsLast))
      continue;
    std::vector<std::string> Names;
    for (const Row &Each : Some)
      Names.push_back(Each[I].Text);
    for (auto &&[Each, Name] : zip_equal(Some, fitNames(Names, Widths[I])))
      Each[I].Text = std::move(Name);
  }
}

/// Makes the columns \p Shown fit into a line of \p Width columns.
void TextTable::fitWidths(std::vector<size_t> &Widths, ArrayRef<size_t> Shown,
                          size_t Width) const {
  constexpr size_t LeastName = 8;
  size_t Before = 0;
  for (size_t I : Shown.drop_back())
    Before += Widths[I] + Gap;
  // A long text gives way to the name.
  const size_t Wanted = Before + std::min(Widths.back(), EnoughForName);
  for (size_t I : Shown.drop_back()) {
    if (Wanted <= Width || Columns[I].What != Kind::Text)
      continue;
    const size_t Excess = Wanted - Width;
    const size_t Least = std::min(Widths[I], EnoughForName);
    const size_t Fit = std::max(Least, Widths[I] - std::min(Widths[I], Excess));
    Before -= Widths[I] - Fit;
    Widths[I] = Fit;
  }
  Widths.back() = std::min(
      Widths.back(), std::max<size_t>(Width, Before + LeastName) - Before);
}

void TextTable::print(raw_ostream &OS, const Terminal &To, size_t NumRows,
                      function_ref<Row(size_t)> MakeRow) const {
  auto RowAt = [&](size_t I) {
    Row Made = MakeRow(I);
    for (Cell &Each : Made)
      Each.Text = printable(Each.Text);
    return Made;
  };
  if (To.Markdown) {
    std::vector<MarkdownStream::Column> Heads;
    for (const Column &Each : Columns)
      Heads.push_back({Each.Header, Each.isNumber()});
    return To.Markdown->table(Heads, NumRows, [&](size_t I) {
      std::vector<std::string> Texts;
      for (Cell &Each : RowAt(I))
        Texts.push_back(std::move(Each.Text));
      return Texts;
    });
  }
  std::vector<size_t> Widths;
  for (const Column &Each : Columns)
    Widths.push_back(columnsOf(Each.Header));
  for (size_t I = 0; I < NumRows; ++I)
    for (auto &&[Width, Each] : zip_equal(Widths, RowAt(I)))
      Width = std::max(Width, columnsOf(Each.Text));
  const std::vector<size_t> Shown = columnsThatFit(Widths, To.Width);
  if (To.Width)
    fitWidths(Widths, Shown, To.Width);

  auto PrintRow = [&](const Row &Cells) {
    for (size_t I : Shown) {
      const StringRef Text = cutOff(Cells[I].Text, Widths[I]);
      const bool IsLast = I + 1 == Columns.size();
      size_t Padding = Widths[I] - columnsOf(Text);
      if (Columns[I].isNumber())
        OS.indent(Padding);
      printCell(OS, Cells[I], Text, To);
      // No spaces behind the last text.
      const bool IsBeforeLast = Shown.size() > 1 && I == Shown.end()[-2];
      if (!IsLast && !(IsBeforeLast && Cells[Shown.back()].Text.empty()))
        OS.indent(Gap + (Columns[I].isNumber() ? 0 : Padding));
    }
  };
  Row Headers;
  for (const Column &Each : Columns)
    Headers.push_back({Each.Header, std::nullopt});
  if (To.HasColors)
    OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  PrintRow(Headers);
  if (To.HasColors)
    OS.resetColor();
  OS << '\n';
  constexpr size_t MostAtOnce = 4096;
  std::vector<Row> Some;
  for (size_t I = 0; I < NumRows;) {
    Some.clear();
    for (; I < NumRows && Some.size() < MostAtOnce; ++I)
      Some.push_back(RowAt(I));
    fitCells(Some, Widths);
    for (const Row &Each : Some) {
      PrintRow(Each);
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
