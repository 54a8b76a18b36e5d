//===-- AssemblyListing.cpp - Source with its instructions ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints instructions by line of source, or by address. An instruction stands
// below the line of the function itself from which it comes. Inlined code is
// below the line of the call, with its own place.
//
//===----------------------------------------------------------------------===//

#include "commands/list/AssemblyListing.h"
#include "commands/CostText.h"
#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

std::string command::expandTabs(StringRef Text) {
  std::string Result;
  for (char C : printable(Text.rtrim("\r"), "\t")) {
    if (C == '\t')
      Result.resize(Result.size() / 8 * 8 + 8, ' ');
    else
      Result += C;
  }
  return Result;
}

namespace {

class AssemblyPrinter {
public:
  AssemblyPrinter(const FunctionAssembly &Code, const AssemblyContext &Context)
      : Code(Code), Context(Context), Costs(Context.Cost) {}

  void addBySource();
  void addByAddress();
  void print(raw_ostream &OS, const Terminal &Display);

private:
  using Group = std::vector<const AssemblyLine *>;
  /// What headings say of instructions.
  enum class Heading {
    None,
    Place,     ///< all that is known
    UnderLine, ///< what differs from the line above the group
  };

  void addColumns();
  std::vector<Cell> figures(double Samples, const std::string &Count) const;
  void addRow(std::vector<Cell> Figures, std::string Number, std::string Text,
              std::optional<raw_ostream::Colors> Color = std::nullopt);
  void addSource(uint32_t Number, StringRef Text, const Group &Below);
  void addGroup(const Group &Lines, Heading What);
  void addInstruction(const AssemblyLine &Line);
  void addText(std::string Text) {
    addRow(figures(0, ""), "", std::move(Text));
  }
  void printNotes(raw_ostream &OS) const;
  const AssemblyFrame *ownFrame(const AssemblyLine &Line) const;
  std::string inlinedAt(const AssemblyLine &Line) const;
  std::string headingOf(const AssemblyLine &Line, Heading What) const;

  const FunctionAssembly &Code;
  const AssemblyContext &Context;
  const CostText Costs;
  TextTable Table;
  bool HasOwn = false, HasEstimates = false;
};

} // namespace

void AssemblyPrinter::addColumns() {
  Table.addColumn("self %");
  Table.addColumn(Costs.title("self"));
  Table.addColumn("executed");
  Table.addColumn("line");
  Table.addColumn("", /*IsNumber=*/false);
}

/// Returns the cells in front of a line.
std::vector<Cell> AssemblyPrinter::figures(double Samples,
                                           const std::string &Count) const {
  const double Percent = Context.Total > 0 ? 100 * Samples / Context.Total : 0;
  const std::optional<raw_ostream::Colors> Heat = heatOf(Percent);
  const bool HasTime = Samples > 0;
  return {{HasTime ? fixed(Percent, 1) : "", Heat},
          {HasTime ? Costs.number(Context.Cost.of(Samples)) : "", Heat},
          {Count, std::nullopt}};
}

void AssemblyPrinter::addRow(std::vector<Cell> Row, std::string Number,
                             std::string Text,
                             std::optional<raw_ostream::Colors> Color) {
  Row.push_back({std::move(Number), raw_ostream::CYAN});
  Row.push_back({std::move(Text), Color});
  Table.addRow(std::move(Row));
}

/// Returns the line of the function itself, or null.
const AssemblyFrame *AssemblyPrinter::ownFrame(const AssemblyLine &Line) const {
  const AssemblyPlace &Place = Code.Places[Line.Place];
  return Place.empty() || Place.back().Path.empty() || !Place.back().Line
             ? nullptr
             : &Place.back();
}

/// Compilers have instructions of no line: they make them for several.
static constexpr StringLiteral NoLine = "no line";

static std::string lineName(const AssemblyFrame &Frame) {
  if (Frame.Path.empty() || !Frame.Line)
    return NoLine.str();
  return (baseName(Frame.Path) + ":" + Twine(Frame.Line)).str();
}

/// Returns the functions that are inlined where \p Line is, the innermost last.
std::string AssemblyPrinter::inlinedAt(const AssemblyLine &Line) const {
  std::string Result;
  const AssemblyPlace &Place = Code.Places[Line.Place];
  for (size_t I = Place.size(); I-- > 0;) {
    if (I + 1 == Place.size())
      continue;
    if (!Result.empty())
      Result += ", ";
    Result += "inlined " + Place[I].Name + " (" + lineName(Place[I]) + ")";
  }
  return Result;
}

/// Returns the heading for \p Line, or an empty text if it needs none.
std::string AssemblyPrinter::headingOf(const AssemblyLine &Line,
                                       Heading What) const {
  if (What == Heading::None)
    return "";
  const AssemblyFrame *Own = ownFrame(Line);
  std::string Result = inlinedAt(Line);
  if (What == Heading::UnderLine && Own)
    return Result;
  std::string First = Own ? lineName(*Own) : NoLine.str();
  if (What == Heading::UnderLine)
    First += ", not in the figures above";
  return Result.empty() ? First : First + ", " + Result;
}

void AssemblyPrinter::addInstruction(const AssemblyLine &Line) {
  std::string Count;
  bool IsOwn = false;
  if (Line.Count) {
    HasEstimates |= !Line.Count->IsExact;
    IsOwn = Line.Count->IsOwn;
    HasOwn |= IsOwn;
    Count = (Line.Count->IsExact ? "" : "~") + utostr(Line.Count->Count);
    if (Line.Count->IsExact && !Line.Count->Count)
      Count = "#####";
  }
  auto [Mnemonic, Operands] = StringRef(Line.Text).split(' ');
  std::string Text = (IsOwn ? "  * " : "    ") +
                     utohexstr(Line.Address, /*LowerCase=*/true) + ": " +
                     Mnemonic.str();
  if (!Operands.empty()) {
    constexpr size_t MnemonicWidth = 7;
    Text.append(Mnemonic.size() < MnemonicWidth
                    ? MnemonicWidth - Mnemonic.size() + 1
                    : 1,
                ' ');
    Text += Operands;
  }
  addRow(figures(Line.Samples, Count), "", std::move(Text),
         IsOwn ? std::optional(raw_ostream::BRIGHT_BLACK) : std::nullopt);
}

/// Adds \p Lines, and a heading wherever it changes.
void AssemblyPrinter::addGroup(const Group &Lines, Heading What) {
  std::string Last;
  for (const AssemblyLine *Line : Lines) {
    std::string Text = headingOf(*Line, What);
    if (Text != Last)
      addText("  " + (Text.empty() ? lineName(*ownFrame(*Line)) : Text) + ":");
    Last = std::move(Text);
    addInstruction(*Line);
  }
}

void AssemblyPrinter::addSource(uint32_t Number, StringRef Text,
                                const Group &Below) {
  double Samples = 0;
  for (const AssemblyLine *Line : Below)
    if (ownFrame(*Line))
      Samples += Line->Samples;
  auto Count = Context.Counts.find(Number);
  addRow(figures(Samples, Count == Context.Counts.end() ? ""
                          : Count->second == 0          ? "#####"
                                               : utostr(Count->second)),
         utostr(Number), expandTabs(Text));
}

/// Adds the lines of the function's file, and what belongs to none of them.
void AssemblyPrinter::addBySource() {
  SmallVector<StringRef> Source;
  Context.Source->split(Source, '\n');
  std::map<uint32_t, Group> Groups;
  Group Unplaced;
  for (size_t I = 0; I < Code.Parts.size(); ++I) {
    // Code without a line is shown where it is, as disassemblers do.
    Group *Last = &Unplaced;
    for (const AssemblyLine &Line : Code.linesOf(I)) {
      if (const AssemblyFrame *Frame = ownFrame(Line))
        Last = Frame->Path == Context.Path && Frame->Line <= Source.size()
                   ? &Groups[Frame->Line]
                   : &Unplaced;
      Last->push_back(&Line);
    }
  }
  if (Groups.empty())
    return addByAddress();
  addColumns();
  uint32_t First = Groups.begin()->first, Last = Groups.rbegin()->first;
  if (Context.FirstLine)
    First = std::min(First, Context.FirstLine);
  Last = std::min<size_t>(std::max(Last, Context.LastLine), Source.size());
  for (uint32_t Number = First; Number <= Last; ++Number) {
    const Group &Below = Groups[Number];
    addSource(Number, Source[Number - 1], Below);
    addGroup(Below, Heading::UnderLine);
  }
  addGroup(Unplaced, Heading::Place);
}

void AssemblyPrinter::addByAddress() {
  addColumns();
  const bool HasPlaces = any_of(Code.Lines, [&](const AssemblyLine &Line) {
    return ownFrame(Line) || Code.Places[Line.Place].size() > 1;
  });
  for (size_t I = 0; I < Code.Parts.size(); ++I) {
    if (Code.Parts.size() > 1)
      addText("<" + Code.Parts[I].Name + ">:");
    Group Lines;
    for (const AssemblyLine &Line : Code.linesOf(I))
      Lines.push_back(&Line);
    addGroup(Lines, HasPlaces ? Heading::Place : Heading::None);
  }
}

void AssemblyPrinter::printNotes(raw_ostream &OS) const {
  if (HasOwn)
    OS << "* instructions of the profiler\n";
  if (HasEstimates)
    OS << "~ estimates: the counts do not determine these\n";
  if (Code.OmittedBytes)
    OS << Code.OmittedBytes
       << " more bytes of code are left out: the function is too long\n";
  // The time of one instruction is known up to this.
  constexpr uint64_t FinestBin = 2;
  if (Context.Granularity > FinestBin)
    OS << "A sample is of " << Context.Granularity
       << " bytes of code; the instructions that begin there share it "
          "equally\n";
}

void AssemblyPrinter::print(raw_ostream &OS, const Terminal &Display) {
  Table.print(OS, Display);
  printNotes(OS);
}

void command::printAssembly(raw_ostream &OS, const Terminal &Display,
                            const FunctionAssembly &Code,
                            const AssemblyContext &Context) {
  AssemblyPrinter Printer(Code, Context);
  if (Context.Source)
    Printer.addBySource();
  else
    Printer.addByAddress();
  Printer.print(OS, Display);
}
