//===-- SourceProfile.cpp - Counts of source lines ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups symbols by line and makes the annotation of each line: the calls of a
// function, then the counts of the basic blocks that start on the line.
//
//===----------------------------------------------------------------------===//

#include "views/SourceProfile.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace gmon;
using namespace llvm;

SourceProfile::SourceProfile(AnnotationSettings Settings,
                             const SymbolTable &Table, const CallGraph &Graph,
                             const BlockCounts &Blocks,
                             const SourceCounts &Source,
                             const SpecTables &Specs)
    : Settings(Settings), Table(Table), Blocks(Blocks), Paths(Table.files()) {
  DenseMap<StringRef, size_t> IndexOf;
  for (StringRef Path : Table.files())
    IndexOf.try_emplace(Path, IndexOf.size());
  Files.resize(IndexOf.size());
  for (SymbolIndex I = 0; I < Table.size(); ++I) {
    const Symbol &Sym = Table[I];
    if (Sym.Path.empty() || Table.accountOf(I) != I ||
        !Specs.isIn(AnnotateInclude, AnnotateExclude, Sym.Address))
      continue;
    File &Source = Files[IndexOf.lookup(Sym.Path)];
    Source.NumCalls += Graph.Nodes[I].Calls;
    Source.Lines.push_back({Sym.Line, I, Graph.Nodes[I].Calls, false});
  }
  for (File &Source : Files) {
    std::ranges::stable_sort(Source.Lines, {}, &Line::Number);
    size_t NumKept = 0;
    for (const Line &L : Source.Lines) {
      if (NumKept && Source.Lines[NumKept - 1].Number == L.Number) {
        Source.Lines[NumKept - 1].IsShared = true;
        Source.Lines[NumKept - 1].Calls += L.Calls;
      } else {
        Source.Lines[NumKept++] = L;
      }
    }
    Source.Lines.resize(NumKept);
  }
  addSource(Source, Specs, IndexOf);
}

/// Adds lines of functions in \p Specs. \p IndexOf has the indices of files.
void SourceProfile::addSource(const SourceCounts &Source,
                              const SpecTables &Specs,
                              DenseMap<StringRef, size_t> &IndexOf) {
  for (const SourceLine &Line : Source.lines()) {
    if (!Specs.isIn(AnnotateInclude, AnnotateExclude, Line))
      continue;
    auto [It, IsNew] = IndexOf.try_emplace(Line.Path, Paths.size());
    if (IsNew) {
      Paths.push_back(Line.Path);
      Files.emplace_back();
    }
    File &Counted = Files[It->second];
    if (!Counted.Counted.empty() &&
        Counted.Counted.back().Number == Line.Line) {
      // The parts of a line in different functions are independent.
      CountedLine &Last = Counted.Counted.back();
      Last.Count += Line.Counts[0];
      Last.Text = std::to_string(Last.Count);
      continue;
    }
    std::string Text;
    for (uint64_t Count : Line.Counts)
      Text += (Text.empty() ? "" : ",") + std::to_string(Count);
    Counted.Counted.push_back({Line.Line, Line.Counts[0], std::move(Text)});
  }
}

static uint64_t numberOfLines(StringRef Text) {
  return Text.count('\n') + !(Text.empty() || Text.ends_with("\n"));
}

/// Keeps the \p Length lines with most calls, in descending order.
static void keepTop(std::vector<std::pair<uint32_t, uint64_t>> &Lines,
                    size_t Length) {
  std::ranges::stable_sort(Lines, std::greater(),
                           [](const auto &E) { return E.second; });
  Lines.resize(std::min(Lines.size(), Length));
}

void SourceProfile::annotateCounted(const File &Source,
                                    AnnotatedFile &Result) const {
  uint64_t NumLines = numberOfLines(Result.Text->getBuffer());
  for (const CountedLine &L : Source.Counted) {
    if (L.Number > NumLines)
      break;
    ++Result.NumExecutable;
    Result.NumExecuted += L.Count != 0;
    Result.NumCalls += L.Count;
    Result.Notes.resize(L.Number);
    Result.Notes[L.Number - 1] = L.Count < Settings.MinCount ? "#####" : L.Text;
    if (L.Count)
      Result.TopLines.push_back({L.Number, L.Count});
  }
  keepTop(Result.TopLines, Settings.TableLength);
}

/// Whether the count 0 of the line of \p Sym may be wrong.
bool SourceProfile::isUnknown(const Symbol &Sym) const {
  return Blocks.Copies.isUnknown(Sym.Path, Sym.Line) ||
         (Sym.IsFunction && Blocks.Copies.isInlined(Sym.Name, Sym.Path));
}

/// Returns the annotation of the line \p L, or nothing if it has no counts. \p
/// Last is the preceding count, which with -x applies until the next block.
std::string SourceProfile::note(const Line &L, uint64_t &Last,
                                AnnotatedFile &Result) const {
  const Symbol &Sym = Table[L.First];
  ArrayRef<BlockCount> Slots = Blocks.of(L.First);
  // GNU gprof loses the address of symbols that share a line.
  uint64_t Address = L.IsShared ? 0 : Sym.Address;
  std::string Text;
  uint64_t Value = 0, Printed = 0;
  auto Print = [&](uint64_t Count) {
    Text += (Text.empty() ? "" : ",") + std::to_string(Count);
    Printed = Count;
  };
  // An executed function without calls was called by code that does not count.
  bool IsUncounted = !Settings.UsesGnuRules && !L.Calls && !Slots.empty() &&
                     Slots[0].Address == Sym.Address && Slots[0].Count;
  if (IsUncounted) {
    // Its blocks say that it was executed.
  } else if (Sym.IsFunction) {
    Last = Value = L.Calls;
    Print(Last);
  } else if (Settings.AllLines && !Slots.empty() &&
             Slots[0].Address > Address) {
    Value = Last;
    Print(Last);
  }
  for (const BlockCount &Slot : Slots) {
    Last = Slot.Count;
    Value += Slot.Count;
    if (!Settings.AllLines || Text.empty() || Printed != Slot.Count)
      Print(Slot.Count);
  }
  if (Settings.AllLines && Text.empty()) {
    Value = Last;
    Print(Last);
  }
  ++Result.NumExecutable;
  if (Text.empty() || (Value == 0 && isUnknown(Sym)))
    return "";
  ++Result.NumExecuted;
  return Value < Settings.MinCount ? "#####" : Text;
}

void SourceProfile::annotateLines(const File &Source, uint64_t &Last,
                                  AnnotatedFile &Result) const {
  uint64_t NumLines = numberOfLines(Result.Text->getBuffer());
  for (const Line &L : Source.Lines) {
    if (L.Number > NumLines)
      break;
    Result.Notes.resize(L.Number);
    Result.Notes[L.Number - 1] = note(L, Last, Result);
  }
  Result.NumCalls = Source.NumCalls;
  for (const Line &L : Source.Lines)
    if (L.Calls)
      Result.TopLines.push_back({L.Number, L.Calls});
  keepTop(Result.TopLines, Settings.TableLength);
}

Error SourceProfile::annotate(function_ref<Error(const AnnotatedFile &)> Take,
                              function_ref<void(StringRef)> Miss) const {
  uint64_t Last = 0;
  for (size_t I = Files.size(); I-- > 0;) {
    const File &Source = Files[I];
    bool IsUsed = Source.NumCalls ||
                  any_of(Source.Counted,
                         [](const CountedLine &L) { return L.Count != 0; });
    if ((Source.Lines.empty() && Source.Counted.empty()) ||
        (!IsUsed && !Settings.ShowUnused))
      continue;
    AnnotatedFile Result;
    Result.Path = Paths[I];
    Result.Text = openSource(Result.Path, Settings.SourceFolders);
    if (!Result.Text) {
      Miss(Result.Path);
      continue;
    }
    if (Source.Counted.empty())
      annotateLines(Source, Last, Result);
    else
      annotateCounted(Source, Result);
    if (Error E = Take(Result))
      return E;
  }
  return Error::success();
}

std::vector<std::string>
gmon::annotationNames(ArrayRef<StringRef> Paths,
                      function_ref<bool(StringRef)> IsSource) {
  // A name has at most 255 bytes, with ending, number and temporary part.
  constexpr size_t MaxBaseLength = 230;
  std::vector<std::string> Names(Paths.size());
  StringSet<> Taken;
  StringMap<unsigned> NumSeen;
  auto Choose = [&](StringRef Stem) -> std::string {
    for (StringRef Ending : {"-ann", ".ann"}) {
      std::string Name = (Stem + Ending).str();
      if (!IsSource(Name) && Taken.insert(Name).second)
        return Name;
    }
    return "";
  };
  auto BaseOf = [](StringRef Path) {
    return baseName(Path).take_front(MaxBaseLength);
  };
  for (size_t I = 0; I < Paths.size(); ++I)
    if (++NumSeen[BaseOf(Paths[I])] == 1)
      Names[I] = Choose(BaseOf(Paths[I]));
  NumSeen.clear();
  for (size_t I = 0; I < Paths.size(); ++I) {
    StringRef Base = BaseOf(Paths[I]);
    unsigned &Number = NumSeen[Base];
    ++Number;
    while (Names[I].empty()) {
      Number = std::max(Number, 2U);
      Names[I] = Choose((Base + "." + Twine(Number)).str());
      if (Names[I].empty())
        ++Number;
    }
  }
  return Names;
}
