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
  using LineMap = std::map<uint32_t, Bounds>;
  struct File {
    LineMap Lines;
    std::vector<CountedFunction> Functions;
  };

  bool isIn(uint64_t Address) const {
    return Specs.isIn(AnnotateInclude, AnnotateExclude, Address);
  }
  /// Whether nobody knows the count of \p Line in \p Path.
  bool isUnknown(StringRef Path, uint32_t Line, Bounds Count) const {
    return !Count.isExact() ||
           (Count.High == 0 && Blocks.Copies.isUnknown(Path, Line));
  }
  static void add(LineMap &To, uint32_t Line, Bounds Count);
  void countFunction(SymbolIndex First, SymbolIndex End);
  StringRef nameInTable(const SourceFunction &Function) const;

  const SymbolTable &Table;
  const CallGraph &Graph;
  const BlockCounts &Blocks;
  const SpecTables &Specs;
  std::map<StringRef, File> Files;
};

} // namespace

void LineCounter::add(LineMap &To, uint32_t Line, Bounds Count) {
  Bounds &Sum = To.try_emplace(Line, Bounds{0, 0}).first->second;
  Sum.Low += Count.Low;
  Sum.High = Sum.High >= NoBound || Count.High >= NoBound
                 ? std::max(NoBound, Sum.Low)
                 : Sum.High + Count.High;
}

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
    add(Files[Each.Path].Lines, Each.Line, {Each.Counts[0], Each.Counts[0]});
    LinesOf[{Each.Path, Each.Function}].push_back({Each.Line, Each.Counts[0]});
  }
  for (const SourceFunction &Each : Source.functions())
    if (Specs.isIn(AnnotateInclude, AnnotateExclude, Each))
      Files[Each.Path].Functions.push_back(
          {nameInTable(Each), Each.Line, Each.Entries,
           std::move(LinesOf[{Each.Path, Each.Name}])});
}

/// Counts the lines of the function at \p First, whose code extends to the
/// symbol \p End.
void LineCounter::countFunction(SymbolIndex First, SymbolIndex End) {
  const Symbol &Function = Table[First];
  if (!isIn(Function.Address))
    return;
  std::map<std::pair<StringRef, uint32_t>, std::vector<AddressRange>> CodeOf;
  std::vector<AddressRange> All;
  for (SymbolIndex I = First; I < End; ++I) {
    const Symbol &Sym = Table[I];
    // A function's symbol extends over its lines.
    const uint64_t Next =
        I + 1 < Table.size() ? Table[I + 1].Address : UINT64_MAX;
    All.push_back({Sym.Address, std::min(Sym.End + 1, Next)});
    if (!Sym.Path.empty())
      CodeOf[{Sym.Path, Sym.Line}].push_back(All.back());
  }
  if (!Blocks.Code.mostOf(All))
    return;
  std::vector<CountedLine> Own;
  for (const auto &[Place, Code] : CodeOf) {
    const auto [Path, Line] = Place;
    const Bounds Count = Blocks.Code.mostOf(Code).value_or(Bounds());
    add(Files[Path].Lines, Line, Count);
    if (Path == Function.Path && !isUnknown(Path, Line, Count))
      Own.push_back({Line, Count.Low});
  }
  if (!Function.IsFunction || Function.IsPart || Function.Path.empty())
    return;
  const Node &Called = Graph.Nodes[First];
  const std::optional<Bounds> Entered =
      Blocks.Code.mostOf(AddressRange{Function.Address, Function.Address + 1});
  // Calls that are not counted enter the function, too.
  std::optional<uint64_t> Calls =
      std::max(Called.Calls + Called.SelfCalls, Entered ? Entered->Low : 0);
  if (*Calls == 0 && Blocks.Copies.isInlined(Function.Name, Function.Path))
    Calls.reset();
  Files[Function.Path].Functions.push_back(
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
    for (const auto &[Line, Count] : Found.Lines)
      if (isUnknown(Path, Line, Count))
        Counted.Unknown.push_back(Line);
      else
        Counted.Lines.push_back({Line, Count.Low});
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
