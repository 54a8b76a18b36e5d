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

#include "commands/list/SourceListing.h"
#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

class AssemblyPrinter {
public:
  AssemblyPrinter(const FunctionAssembly &Code, const AssemblyContext &Context)
      : Code(Code), Context(Context) {}

  void addBySource();
  void addByAddress();
  void print(raw_ostream &OS, const Terminal &Display) const;

private:
  using Group = std::vector<const AssemblyLine *>;
  /// What headings say of instructions.
  enum class Heading {
    None,
    Place,     ///< all that is known
    UnderLine, ///< what differs from the line above the group
  };

  void addSource(uint32_t Number, StringRef Text, const Group &Below);
  void addGroup(const Group &Instructions, Heading What);
  void addInstruction(const AssemblyLine &Line);
  void addText(std::string Text) { Lines.push_back({.Text = std::move(Text)}); }
  const AssemblyFrame *ownFrame(const AssemblyLine &Line) const;
  std::string inlinedAt(const AssemblyLine &Line) const;
  std::string headingOf(const AssemblyLine &Line, Heading What) const;

  const FunctionAssembly &Code;
  const AssemblyContext &Context;
  std::vector<ListedLine> Lines;
  bool HasOwn = false, HasEstimates = false;
};

} // namespace

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
  SmallVector<std::string> Names;
  for (const AssemblyFrame &Frame : reverse(drop_end(Code.Places[Line.Place])))
    Names.push_back("inlined " + Frame.Name + " (" + lineName(Frame) + ")");
  return join(Names, ", ");
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
  Lines.push_back({.Samples = Line.Samples,
                   .Executed = std::move(Count),
                   .Text = std::move(Text),
                   .IsGrey = IsOwn});
}

/// Adds \p Instructions, and a heading wherever it changes.
void AssemblyPrinter::addGroup(const Group &Instructions, Heading What) {
  std::string Last;
  for (const AssemblyLine *Line : Instructions) {
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
  Lines.push_back({.Samples = Samples,
                   .Executed = Count == Context.Counts.end() ? ""
                               : Count->second == 0          ? "#####"
                                                    : utostr(Count->second),
                   .Number = utostr(Number),
                   .Text = expandTabs(Text)});
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
  const bool HasPlaces = any_of(Code.Lines, [&](const AssemblyLine &Line) {
    return ownFrame(Line) || Code.Places[Line.Place].size() > 1;
  });
  for (size_t I = 0; I < Code.Parts.size(); ++I) {
    if (Code.Parts.size() > 1)
      addText("<" + Code.Parts[I].Name + ">:");
    Group Instructions;
    for (const AssemblyLine &Line : Code.linesOf(I))
      Instructions.push_back(&Line);
    addGroup(Instructions, HasPlaces ? Heading::Place : Heading::None);
  }
}

void AssemblyPrinter::print(raw_ostream &OS, const Terminal &Display) const {
  listingTable(Context.Cost, Context.Total).print(OS, Display, Lines);
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
