//===-- commands/list/SourceListing.cpp - Source with figures -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the table of a source file's lines. Without the source, the table has
// the lines with figures only.
//
//===----------------------------------------------------------------------===//

#include "SourceListing.h"
#include "AssemblyListing.h"
#include "commands/CostText.h"
#include "model/FunctionLookup.h"
#include "support/Printable.h"
#include "views/FitNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

std::vector<LineRange>
gmon::command::rangesOf(const std::set<uint32_t> &Numbers) {
  constexpr uint32_t MostBetween = 100;
  std::vector<LineRange> Ranges;
  for (uint32_t Number : Numbers)
    if (!Ranges.empty() && Number - Ranges.back().Last <= MostBetween + 1)
      Ranges.back().Last = Number;
    else
      Ranges.push_back({Number, Number});
  return Ranges;
}

std::vector<StringRef> gmon::command::linesOf(const MemoryBuffer &File) {
  SmallVector<StringRef> Lines;
  File.getBuffer().split(Lines, '\n');
  if (Lines.back().empty())
    Lines.pop_back();
  return {Lines.begin(), Lines.end()};
}

bool SourceListing::has(uint32_t Number) const {
  return any_of(Ranges, [&](const LineRange &Range) {
    return Range.First <= Number && Number <= Range.Last;
  });
}

void SourceListing::add(ArrayRef<CountedLine> Counts) {
  for (const CountedLine &Line : Counts)
    if (has(Line.Number)) {
      std::optional<uint64_t> &Count = Lines[Line.Number].Count;
      Count = SaturatingAdd(Count.value_or(0), Line.Count);
    }
}

void SourceListing::noteUnknown(const CountedFile &Counted) {
  for (uint32_t Number : Counted.Unknown)
    if (has(Number))
      Lines[Number].IsUnknown = true;
}

/// Adds the line \p Number, which has \p Text, to \p Table.
void SourcePrinter::addLine(TextTable &Table, const SourceListing &Listing,
                            uint32_t Number, StringRef Text) const {
  const auto Found = Listing.Lines.find(Number);
  const LineFigures Figures =
      Found == Listing.Lines.end() ? LineFigures() : Found->second;
  const double Percent = ProfileModel::percent(Figures.Samples, AllSamples);
  const std::optional<raw_ostream::Colors> Heat = heatOf(Percent);
  const bool IsMarked =
      Number == MarkedLine && isPathOf(Listing.Path, MarkedFile);
  std::string Share, Self, Executed;
  if (Figures.Samples > 0) {
    Share = fixed(Percent, 1);
    Self = (Figures.IsEstimate ? "~" : "") +
           CostText(Model.Run.Cost).number(Model.cost(Figures.Samples));
  }
  if (Figures.Count)
    Executed = *Figures.Count == 0 ? "#####" : utostr(*Figures.Count);
  else if (Figures.IsUnknown)
    Executed = "-";
  Table.addRow({{Share, Heat},
                {Self, Heat},
                {Executed, std::nullopt},
                {(IsMarked ? "> " : "") + utostr(Number), raw_ostream::CYAN},
                {expandTabs(Text), std::nullopt}});
}

/// Adds the columns of lines.
static void addColumns(TextTable &Table, const CostKind &Cost) {
  Table.addColumn("self %");
  Table.addColumn(CostText(Cost).title("self"));
  Table.addColumn("executed");
  Table.addColumn("line");
  Table.addColumn("", /*IsNumber=*/false);
}

/// Returns the lines of \p Listing, of \p Lines.
TextTable SourcePrinter::tableWith(const SourceListing &Listing,
                                   ArrayRef<StringRef> Lines) const {
  TextTable Table;
  addColumns(Table, Model.Run.Cost);
  bool IsFirst = true;
  for (const LineRange &Range : Listing.Ranges) {
    if (!IsFirst)
      Table.addRow({{}, {}, {}, {"...", raw_ostream::CYAN}, {}});
    IsFirst = false;
    for (uint32_t Number = Range.First;
         Number <= std::min<size_t>(Range.Last, Lines.size()); ++Number)
      addLine(Table, Listing, Number, Lines[Number - 1]);
  }
  return Table;
}

/// Returns the lines of \p Listing with figures.
TextTable
SourcePrinter::tableWithoutSource(const SourceListing &Listing) const {
  TextTable Table;
  addColumns(Table, Model.Run.Cost);
  for (const auto &[Number, Figures] : Listing.Lines)
    if (Figures.Samples > 0 || Figures.Count || Figures.IsUnknown)
      addLine(Table, Listing, Number, "");
  return Table;
}

SourceListing
SourcePrinter::wholeFunction(StringRef Path, std::set<uint32_t> Numbers,
                             const UnitFunction *Definition) const {
  if (Definition && Definition->Line && Definition->Path == Path)
    Numbers.insert(Definition->Line);
  SourceListing Result;
  Result.Path = Path;
  Result.Ranges = rangesOf(Numbers);
  if (std::unique_ptr<MemoryBuffer> File = open(Path, /*WarnIfMissing=*/false))
    completeFunction(linesOf(*File), Result.Ranges);
  return Result;
}

void SourcePrinter::mark(StringRef Name) {
  const StringRef Line = TableName(Name).Line;
  StringRef Place = Line.empty() ? Name : Line.drop_front(2).drop_back();
  auto [File, Number] = Place.rsplit(':');
  if (!Number.getAsInteger(10, MarkedLine))
    MarkedFile = File;
}

bool SourcePrinter::print(const SourceListing &Listing, StringRef Separator,
                          bool NeedsSource) const {
  const std::unique_ptr<MemoryBuffer> File = open(Listing.Path);
  if (!File && NeedsSource)
    return false;
  const TextTable Table =
      File ? tableWith(Listing, linesOf(*File)) : tableWithoutSource(Listing);
  std::string Head = printable(Listing.Path);
  if (!File)
    Head += openSource(Listing.Path, Sources.Folders)
                ? ": not shown; see the warning"
                : ": not found; -I FOLDER names the folder where it is";
  Ctx.OS << Separator
         << wrapLines(Head + (Table.empty() ? "\n" : ":\n"), Display);
  if (!Table.empty())
    Table.print(Ctx.OS, Display);
  if (!Model.Run.Cost.IsCounted && any_of(Listing.Lines, [](const auto &Line) {
        return Line.second.hasSkid();
      }))
    Ctx.OS << SkidNote;
  return true;
}
