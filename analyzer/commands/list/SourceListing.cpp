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
// Finds the first and the last line of a function. Matches braces, which needs
// to know comments and literals, but no grammar.
//
//===----------------------------------------------------------------------===//

#include "commands/list/SourceListing.h"
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

TableOf<ListedLine> command::listingTable(const CostKind &Cost, double Total) {
  using Line = ListedLine;
  TableOf<Line> Table;
  auto Add = [&](const Twine &Title, auto Print) {
    Table.add(Title, [=](const Line &L) {
      return L.Samples > 0
                 ? Cell(Print(L),
                        heatOf(ProfileModel::percent(L.Samples, Total)))
                 : "";
    });
  };
  Add("self %", [=](const Line &L) {
    return fixed(ProfileModel::percent(L.Samples, Total), 1);
  });
  Add(CostText(Cost).title("self"), [=](const Line &L) {
    return (L.IsEstimate ? "~" : "") +
           CostText(Cost).number(Cost.of(L.Samples));
  });
  Table.add("executed", [](const Line &L) { return L.Executed; });
  Table.add("line",
            [](const Line &L) { return Cell(L.Number, raw_ostream::CYAN); });
  Table.add(
      "",
      [](const Line &L) {
        return L.IsGrey ? Cell(L.Text, raw_ostream::BRIGHT_BLACK) : L.Text;
      },
      TextTable::Text);
  return Table;
}

/// Returns the line \p Number of \p Listing, which has \p Text.
ListedLine SourcePrinter::lineOf(const SourceListing &Listing, uint32_t Number,
                                 StringRef Text) const {
  ListedLine Result;
  Result.Number = utostr(Number);
  Result.Text = expandTabs(Text);
  if (Number == MarkedLine && isPathOf(Listing.Path, MarkedFile))
    Result.Number.insert(0, "> ");
  const auto Found = Listing.Lines.find(Number);
  if (Found == Listing.Lines.end())
    return Result;
  const LineFigures &Figures = Found->second;
  Result.Samples = Figures.Samples;
  Result.IsEstimate = Figures.IsEstimate;
  if (Figures.Count)
    Result.Executed = *Figures.Count == 0 ? "#####" : utostr(*Figures.Count);
  else if (Figures.IsUnknown)
    Result.Executed = "-";
  return Result;
}

/// Returns the lines of \p Listing, of \p Text.
std::vector<ListedLine>
SourcePrinter::linesWith(const SourceListing &Listing,
                         ArrayRef<StringRef> Text) const {
  std::vector<ListedLine> Lines;
  for (const LineRange &Range : Listing.Ranges) {
    if (&Range != &Listing.Ranges.front())
      Lines.push_back({.Number = "..."});
    for (uint32_t Number = Range.First;
         Number <= std::min<size_t>(Range.Last, Text.size()); ++Number)
      Lines.push_back(lineOf(Listing, Number, Text[Number - 1]));
  }
  return Lines;
}

/// Returns the lines of \p Listing with figures.
std::vector<ListedLine>
SourcePrinter::linesWithoutSource(const SourceListing &Listing) const {
  std::vector<ListedLine> Lines;
  for (const auto &[Number, Figures] : Listing.Lines)
    if (Figures.Samples > 0 || Figures.Count || Figures.IsUnknown)
      Lines.push_back(lineOf(Listing, Number, ""));
  return Lines;
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
  const std::vector<ListedLine> Lines =
      File ? linesWith(Listing, linesOf(*File)) : linesWithoutSource(Listing);
  std::string Head = printable(Listing.Path);
  if (!File)
    Head += openSource(Listing.Path, Sources.Folders)
                ? ": not shown; see the warning"
                : ": not found; -I FOLDER names the folder where it is";
  Ctx.OS << Separator
         << wrapLines(Head + (Lines.empty() ? "\n" : ":\n"), Display);
  if (!Lines.empty())
    listingTable(Model.Run.Cost, AllSamples).print(Ctx.OS, Display, Lines);
  if (!Model.Run.Cost.IsCounted && any_of(Listing.Lines, [](const auto &Line) {
        return Line.second.hasSkid();
      }))
    Ctx.OS << SkidNote;
  return true;
}

namespace {

/// Finds the characters of lines in C and similar languages that are no spaces
/// and in no comment, literal or directive. Of the branches of a conditional
/// directive only the first counts: the others may have the same braces again.
class CodeScanner {
public:
  /// Calls \p Visit with the code of \p Line from each such character on, until
  /// it returns false. Returns what it returned last.
  bool scan(StringRef Line, function_ref<bool(StringRef)> Visit);

private:
  void takeDirective(StringRef Line);
  StringRef behindLiteral(StringRef Rest);

  StringRef End;             ///< of the comment or raw string that is open
  unsigned SkippedDepth = 0; ///< of conditions in a branch that does not count
};

} // namespace

void CodeScanner::takeDirective(StringRef Line) {
  const StringRef Word = Line.drop_front().ltrim();
  if (SkippedDepth && Word.starts_with("if"))
    ++SkippedDepth;
  else if (SkippedDepth && Word.starts_with("endif"))
    --SkippedDepth;
  else if (!SkippedDepth && Word.starts_with("el"))
    SkippedDepth = 1;
}

/// Returns what is behind the literal at the start of \p Rest; without its
/// first character if there is none, as in 1'000 and a lifetime of Rust.
StringRef CodeScanner::behindLiteral(StringRef Rest) {
  const char Quote = Rest.front();
  size_t At = 1;
  while (At < Rest.size() && Rest[At] != Quote)
    At += Rest[At] == '\\' ? 2 : 1;
  constexpr size_t LongestCharacter = 12; // '\u{10FFFF}'
  if (Quote == '\'' && (At >= Rest.size() || At > LongestCharacter ||
                        (At > 2 && Rest[1] != '\\')))
    return Rest.drop_front();
  return Rest.substr(std::min(At + 1, Rest.size()));
}

bool CodeScanner::scan(StringRef Line, function_ref<bool(StringRef)> Visit) {
  if (End.empty() && Line.ltrim().starts_with("#")) {
    takeDirective(Line.ltrim());
    return true;
  }
  if (SkippedDepth)
    return true;
  for (StringRef Rest = Line; !Rest.empty();) {
    if (!End.empty()) {
      const size_t At = Rest.find(End);
      if (At == StringRef::npos)
        return true;
      Rest = Rest.drop_front(At + End.size());
      End = "";
    } else if (Rest.starts_with("//")) {
      return true;
    } else if (Rest.starts_with("/*")) {
      End = "*/";
      Rest = Rest.drop_front(2);
    } else if (Rest.starts_with("R\"") && Rest.contains('(')) {
      const StringRef Mark = Rest.drop_front(2).split('(').first;
      Rest = Rest.drop_front(Mark.size() + 3);
      const size_t At = Rest.find((")" + Mark + "\"").str());
      // Only strings without a mark are followed into other lines.
      if (At == StringRef::npos && !Mark.empty())
        return true;
      if (At == StringRef::npos)
        End = ")\"";
      else
        Rest = Rest.drop_front(At + Mark.size() + 2);
    } else if (Rest.front() == '"' || Rest.front() == '\'') {
      Rest = behindLiteral(Rest);
    } else {
      if (!isSpace(Rest.front()) && !Visit(Rest))
        return false;
      Rest = Rest.drop_front();
    }
  }
  return true;
}

/// Returns the line of \p Source that closes the function whose head is in the
/// line \p First and whose last known line is \p Last. Returns 0 if there is
/// none.
static uint32_t closingLine(ArrayRef<StringRef> Source, uint32_t First,
                            uint32_t Last) {
  constexpr uint32_t MostBehind = 1000;
  const size_t End = std::min<size_t>(Source.size(), Last + MostBehind);
  CodeScanner Scanner;
  unsigned Depth = 0;
  bool HasBody = false;
  uint32_t Closing = 0;
  for (uint32_t Number = First; Number <= End; ++Number) {
    const bool GoesOn = Scanner.scan(Source[Number - 1], [&](StringRef Rest) {
      const char C = Rest.front();
      // An initializer in the head is no body, nor is that of "try" the last.
      if (Closing && C != ',' && C != '{' && !Rest.starts_with("catch"))
        return false;
      Closing = 0;
      if (C == '{') {
        ++Depth;
        HasBody = true;
      } else if (C == '}' && Depth && --Depth == 0 && Number >= Last) {
        Closing = Number;
      }
      return HasBody || Number <= Last;
    });
    if (!GoesOn)
      break;
  }
  return Closing;
}

/// Whether \p Line, a call of a macro or parameters in parentheses, may be the
/// line of a head in front of the one with \p Next.
static bool isInHead(StringRef Line, StringRef Next) {
  const char *const Words[] = {"__attribute__", "__declspec", "alignas",
                               "requires", "template"};
  Next = Next.ltrim();
  return Next.starts_with("{") || Next.starts_with(":") ||
         any_of(Words, [&](StringRef Word) { return Line.starts_with(Word); });
}

/// Whether a function's head may go on behind \p Line with \p Next: it is no
/// statement, block, comment, directive or call of a macro, which may make
/// functions.
static bool mayBeginHead(StringRef Line, StringRef Next) {
  const StringRef Text = Line.split("//").first.trim();
  return !Text.empty() && !StringRef("#*").contains(Text.front()) &&
         !Text.starts_with("/*") && !Text.ends_with("*/") &&
         !StringRef(";{}:").contains(Text.back()) &&
         (Text.back() != ')' || isInHead(Text, Next));
}

/// Returns the first line of the head that has a function's name, or else its
/// opening brace, in the line \p Number.
static uint32_t firstLineOfHead(ArrayRef<StringRef> Source, uint32_t Number) {
  constexpr uint32_t MostLines = 12;
  uint32_t First = Number;
  while (First > 1 && mayBeginHead(Source[First - 2], Source[First - 1]))
    if (Number - --First > MostLines)
      return Number;
  return First;
}

void command::completeFunction(ArrayRef<StringRef> Source,
                               std::vector<LineRange> &Ranges) {
  uint32_t &First = Ranges.front().First, &Last = Ranges.back().Last;
  if (First == 0 || Last > Source.size()) // another version of the file
    return;
  const uint32_t Closing = closingLine(Source, First, Last);
  if (!Closing)
    return;
  First = firstLineOfHead(Source, First);
  Last = Closing;
}
