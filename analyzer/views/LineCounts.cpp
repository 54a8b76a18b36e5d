//===-- LineCounts.cpp - One count for each source line -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles one function after the other with its lines, and adds the results to
// the lines of files.
//
//===----------------------------------------------------------------------===//

#include "views/LineCounts.h"
#include "llvm/Demangle/Demangle.h"
#include <map>

using namespace gmon;
using namespace llvm;

namespace {

class LineCounter {
public:
  LineCounter(const SymbolTable &Table, const CallGraph &Graph,
              const BlockCounts &Blocks, const SpecTables &Specs)
      : Table(Table), Graph(Graph), Blocks(Blocks), Specs(Specs) {}
  void countSource(const SourceCounts &Source);
  void countBlocks();
  std::vector<CountedFile> take();

private:
  using LineMap = std::map<uint32_t, uint64_t>;
  struct File {
    LineMap Lines;
    std::vector<CountedFunction> Functions;
  };

  bool isIn(uint64_t Address) const {
    return Specs.isIn(AnnotateInclude, AnnotateExclude, Address);
  }
  /// Whether \p Line of \p Path has no count: its 0 is none.
  bool isUnknown(StringRef Path, const CountedLine &Line) const {
    return Line.Count == 0 && Blocks.Copies.isUnknown(Path, Line.Number);
  }
  void countFunction(SymbolIndex First, SymbolIndex End);
  StringRef nameInTable(const SourceFunction &Function) const;

  const SymbolTable &Table;
  const CallGraph &Graph;
  const BlockCounts &Blocks;
  const SpecTables &Specs;
  std::map<StringRef, File> Files;
};

} // namespace

/// The name that the table has for \p Function, which may be another of the
/// same constructor or destructor.
StringRef LineCounter::nameInTable(const SourceFunction &Function) const {
  SymbolIndex Own =
      Function.Address ? Table.lookup(Function.Address) : NoSymbol;
  if (Own == NoSymbol || Table[Own].Name == Function.Name ||
      demangle(Table[Own].Name) != demangle(Function.Name))
    return Function.Name;
  return Table[Own].Name;
}

void LineCounter::countSource(const SourceCounts &Source) {
  std::map<std::pair<StringRef, StringRef>, std::vector<CountedLine>> LinesOf;
  for (const SourceLine &Each : Source.lines()) {
    if (!Specs.isIn(AnnotateInclude, AnnotateExclude, Each))
      continue;
    Files[Each.Path].Lines[Each.Line] += Each.Counts[0];
    LinesOf[{Each.Path, Each.Function}].push_back({Each.Line, Each.Counts[0]});
  }
  for (const SourceFunction &Each : Source.functions())
    if (Specs.isIn(AnnotateInclude, AnnotateExclude, Each))
      Files[Each.Path].Functions.push_back(
          {nameInTable(Each), Each.Line, Each.Entries,
           std::move(LinesOf[{Each.Path, Each.Name}])});
}

static std::vector<CountedLine>
linesOf(const std::map<uint32_t, uint64_t> &Counts) {
  std::vector<CountedLine> Lines;
  for (auto [Line, Count] : Counts)
    Lines.push_back({Line, Count});
  return Lines;
}

/// Counts the lines of the function at \p First, whose code extends to the
/// symbol \p End.
void LineCounter::countFunction(SymbolIndex First, SymbolIndex End) {
  if (!isIn(Table[First].Address))
    return;
  std::map<StringRef, LineMap> Counts;
  bool HasBlocks = false;
  uint64_t Last = 0, Entered = 0;
  for (SymbolIndex I = First; I < End; ++I) {
    const Symbol &Sym = Table[I];
    uint64_t Most = 0;
    // Code that begins in the middle of a block belongs to it.
    bool IsInBlock = true;
    for (const BlockCount &Block : Blocks.of(I)) {
      HasBlocks = true;
      Most = std::max(Most, Block.Count);
      IsInBlock &= Block.Address != Sym.Address;
      if (Block.Address == Table[First].Address)
        Entered = Block.Count;
    }
    if (IsInBlock)
      Most = std::max(Most, Last);
    // Blocks are in the order of the profile. The next one behind the symbol
    // continues from the last one by address.
    uint64_t LastAddress = 0;
    for (const BlockCount &Block : Blocks.of(I))
      if (Block.Address >= LastAddress) {
        LastAddress = Block.Address;
        Last = Block.Count;
      }
    if (!Sym.Path.empty()) {
      uint64_t &Count = Counts[Sym.Path][Sym.Line];
      Count = std::max(Count, Most);
    }
  }
  if (!HasBlocks)
    return;
  for (const auto &[Path, Lines] : Counts)
    for (auto [Line, Count] : Lines)
      Files[Path].Lines[Line] += Count;
  const Symbol &Function = Table[First];
  if (!Function.IsFunction || Function.IsPart || Function.Path.empty())
    return;
  const Node &Called = Graph.Nodes[First];
  // Calls that are not counted enter the function, too.
  std::optional<uint64_t> Calls =
      std::max(Called.Calls + Called.SelfCalls, Entered);
  if (*Calls == 0 && Blocks.Copies.isInlined(Function.Name, Function.Path))
    Calls.reset();
  File &Into = Files[Function.Path];
  std::vector<CountedLine> Own = linesOf(Counts[Function.Path]);
  llvm::erase_if(Own, [&](const CountedLine &Line) {
    return isUnknown(Function.Path, Line);
  });
  Into.Functions.push_back(
      {Function.Name, Function.Line, Calls, std::move(Own)});
}

void LineCounter::countBlocks() {
  for (SymbolIndex First = 0, End; First < Table.size(); First = End) {
    for (End = First + 1; End < Table.size() && Table[End].IsLine;)
      ++End;
    countFunction(First, End);
  }
}

std::vector<CountedFile> LineCounter::take() {
  std::vector<CountedFile> Result;
  for (auto &[Path, Found] : Files) {
    CountedFile Counted;
    Counted.Path = Path;
    for (const CountedLine &Line : linesOf(Found.Lines))
      if (isUnknown(Path, Line))
        Counted.Unknown.push_back(Line.Number);
      else
        Counted.Lines.push_back(Line);
    Counted.Functions = std::move(Found.Functions);
    llvm::sort(Counted.Functions, [](const auto &A, const auto &B) {
      return std::tie(A.Line, A.LinkName) < std::tie(B.Line, B.LinkName);
    });
    Result.push_back(std::move(Counted));
  }
  return Result;
}

std::vector<CountedFile> gmon::countLines(const SymbolTable &Table,
                                          const CallGraph &Graph,
                                          const BlockCounts &Blocks,
                                          const SourceCounts &Source,
                                          const SpecTables &Specs) {
  LineCounter Counter(Table, Graph, Blocks, Specs);
  if (Source.lines().empty())
    Counter.countBlocks();
  else
    Counter.countSource(Source);
  return Counter.take();
}
