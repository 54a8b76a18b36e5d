//===-- commands/list/SourceListing.cpp - Source with figures -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceListing.h"
#include "AssemblyListing.h"
#include "commands/CostText.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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
    if (has(Line.Number))
      Lines[Line.Number].Count = Line.Count;
}

/// Adds the line \p Number, which has \p Text, to \p Table.
void SourcePrinter::addLine(TextTable &Table, const SourceListing &Each,
                            uint32_t Number, StringRef Text) const {
  const auto Found = Each.Lines.find(Number);
  const LineFigures Figures =
      Found == Each.Lines.end() ? LineFigures() : Found->second;
  const double Percent = ProfileModel::percent(Figures.Samples, AllSamples);
  const std::optional<raw_ostream::Colors> Heat = heatOf(Percent);
  std::string Share, Self, Executed;
  if (Figures.Samples > 0) {
    Share = fixed(Percent, 1);
    Self = (Figures.IsEstimate ? "~" : "") +
           CostText(Model.Run.Cost).number(Model.cost(Figures.Samples));
  }
  if (Figures.Count)
    Executed = *Figures.Count == 0 ? "#####" : utostr(*Figures.Count);
  Table.addRow({{Share, Heat},
                {Self, Heat},
                {Executed, std::nullopt},
                {utostr(Number), raw_ostream::CYAN},
                {expandTabs(Text), std::nullopt}});
}

bool SourcePrinter::print(const SourceListing &Each, StringRef Before) const {
  std::unique_ptr<MemoryBuffer> Source = open(Each.Path);
  if (!Source)
    return false;
  TextTable Table;
  Table.addColumn("self %");
  Table.addColumn(CostText(Model.Run.Cost).title("self"));
  Table.addColumn("executed");
  Table.addColumn("line");
  Table.addColumn("", /*IsNumber=*/false);
  const std::vector<StringRef> Lines = linesOf(*Source);
  bool IsFirst = true;
  for (const LineRange &Range : Each.Ranges) {
    if (!IsFirst)
      Table.addRow({{}, {}, {}, {"...", raw_ostream::CYAN}, {}});
    IsFirst = false;
    for (uint32_t Number = Range.First;
         Number <= std::min<size_t>(Range.Last, Lines.size()); ++Number)
      addLine(Table, Each, Number, Lines[Number - 1]);
  }
  To.OS << Before << printable(Each.Path) << ":\n";
  Table.print(To.OS, Display);
  if (!Model.Run.Cost.IsCounted && any_of(Each.Lines, [](const auto &Line) {
        return Line.second.hasSkid();
      }))
    To.OS << SkidNote;
  return true;
}
