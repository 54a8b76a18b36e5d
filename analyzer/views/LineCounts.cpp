//===-- LineCounts.cpp - Executions by source line ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles one function after the other with its lines, and adds the results to
// the lines of files. Rows are sorted by file and line.
//
//===----------------------------------------------------------------------===//

#include "views/LineCounts.h"
#include "llvm/Demangle/Demangle.h"
#include <algorithm>
#include <tuple>

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
  static void add(LineMap &Lines, uint32_t Line, Bounds Count);
  void countFunction(ArrayRef<LineCode> Code);
  StringRef nameInTable(const SourceFunction &Function) const;

  const SymbolTable &Table;
  const CallGraph &Graph;
  const BlockCounts &Blocks;
  const SpecTables &Specs;
  std::map<StringRef, File> Files;
};

} // namespace

void LineCounter::add(LineMap &Lines, uint32_t Line, Bounds Count) {
  Bounds &Sum = Lines.try_emplace(Line, Bounds{0, 0}).first->second;
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
  for (const SourceLine &Line : Source.lines()) {
    if (!Specs.isIn(AnnotateInclude, AnnotateExclude, Line))
      continue;
    add(Files[Line.Path].Lines, Line.Line, {Line.Counts[0], Line.Counts[0]});
    LinesOf[{Line.Path, Line.Function}].push_back({Line.Line, Line.Counts[0]});
  }
  for (const SourceFunction &Function : Source.functions())
    if (Specs.isIn(AnnotateInclude, AnnotateExclude, Function))
      Files[Function.Path].Functions.push_back(
          {nameInTable(Function), Function.Line, Function.Entries,
           std::move(LinesOf[{Function.Path, Function.Name}])});
}

/// Counts the lines whose \p Code one function has. The copies of a function
/// that is inlined several times add up.
void LineCounter::countFunction(ArrayRef<LineCode> Code) {
  const SymbolIndex Index = Code.front().Owner;
  const Symbol &Function = Table[Index];
  if (!isIn(Function.Address))
    return;
  std::vector<AddressRange> All;
  for (const LineCode &Part : Code)
    All.push_back(Part.Code);
  if (!Blocks.Code.mostOf(All))
    return;
  const uint64_t Entries =
      Graph.Nodes[Index].Calls + Graph.Nodes[Index].SelfCalls;
  std::map<StringRef, LineMap> Counts;
  for (size_t I = 0, End; I < Code.size(); I = End) {
    const LineCode &First = Code[I];
    for (End = I + 1; End < Code.size() && Code[End].Path == First.Path &&
                      Code[End].Line == First.Line &&
                      Code[End].Inlined == First.Inlined;)
      ++End;
    std::optional<Bounds> Known =
        Blocks.Code.mostOf(ArrayRef(All).slice(I, End - I));
    // Calls enter the code in front of the first block.
    if (!Known && First.Code.Low == Function.Address)
      Known = Bounds{Entries, Entries};
    add(Counts[First.Path], First.Line, Known.value_or(Bounds()));
  }
  std::vector<CountedLine> Own;
  for (const auto &[Path, Lines] : Counts)
    for (const auto &[Line, Count] : Lines) {
      add(Files[Path].Lines, Line, Count);
      if (Path == Function.Path && !isUnknown(Path, Line, Count))
        Own.push_back({Line, Count.Low});
    }
  if (Function.Path.empty())
    return;
  const std::optional<Bounds> Entered =
      Blocks.Code.mostOf(AddressRange{Function.Address, Function.Address + 1});
  // Calls that are not counted enter the function, too.
  std::optional<uint64_t> Calls = std::max(Entries, Entered ? Entered->Low : 0);
  if (*Calls == 0 && Blocks.Copies.isInlined(Function.Name, Function.Path))
    Calls.reset();
  Files[Function.Path].Functions.push_back(
      {Function.Name, Function.Line, Calls, std::move(Own)});
}

void LineCounter::countBlocks() {
  const ArrayRef<LineCode> Code = Blocks.Copies.code();
  for (size_t First = 0, End; First < Code.size(); First = End) {
    for (End = First + 1;
         End < Code.size() && Code[End].Owner == Code[First].Owner;)
      ++End;
    countFunction(Code.slice(First, End - First));
  }
}

std::vector<CountedFile> LineCounter::take() {
  std::vector<CountedFile> Result;
  for (auto &[Path, Found] : Files) {
    CountedFile Counted;
    Counted.Path = Path;
    std::set<uint32_t> Unknown = Blocks.Copies.linesOfCalls(Path);
    for (const auto &[Line, Count] : Found.Lines)
      if (isUnknown(Path, Line, Count))
        Unknown.insert(Line);
      else
        Counted.Lines.push_back({Line, Count.Low});
    Counted.Unknown.assign(Unknown.begin(), Unknown.end());
    Counted.Functions = std::move(Found.Functions);
    std::ranges::sort(Counted.Functions, {}, [](const auto &E) {
      return std::tie(E.Line, E.LinkName);
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

/// Sorts \p Elements by a merge sort with the comparisons of glibc's qsort. Of
/// two compared elements, the right one goes first only if
/// IsGreater(left, right).
///
/// GNU gprof's order of execution counts is no strict weak order, so its output
/// depends on which elements are compared, and std::stable_sort has undefined
/// behaviour for it.
static void mergeSort(MutableArrayRef<SymbolIndex> Elements,
                      function_ref<bool(SymbolIndex, SymbolIndex)> IsGreater) {
  if (Elements.size() < 2)
    return;
  size_t NumLeft = Elements.size() / 2;
  mergeSort(Elements.take_front(NumLeft), IsGreater);
  mergeSort(Elements.drop_front(NumLeft), IsGreater);
  std::vector<SymbolIndex> Left(Elements.begin(), Elements.begin() + NumLeft);
  size_t L = 0, R = NumLeft, Out = 0;
  while (L < Left.size() && R < Elements.size()) {
    if (IsGreater(Left[L], Elements[R]))
      Elements[Out++] = Elements[R++];
    else
      Elements[Out++] = Left[L++];
  }
  std::copy(Left.begin() + L, Left.end(), Elements.begin() + Out);
}

ExecCounts gmon::makeExecCounts(const CallGraph &Graph,
                                const BlockCounts &Blocks,
                                const SourceCounts &Source,
                                const SymbolTable &Table,
                                const SpecTables &Specs, bool ShowUnused) {
  std::vector<SymbolIndex> Order;
  for (SymbolIndex I = 0; I < Table.size(); ++I)
    if (Specs.isIn(ExecInclude, ExecExclude, Table[I].Address))
      Order.push_back(I);
  // Symbols without a file are compared by address, with any other.
  mergeSort(Order, [&](SymbolIndex A, SymbolIndex B) {
    const Symbol &Left = Table[A];
    const Symbol &Right = Table[B];
    if (Left.Path.empty() || Right.Path.empty())
      return Left.Address > Right.Address;
    if (Left.Path.data() != Right.Path.data())
      return Left.Path > Right.Path;
    return std::tie(Left.Line, Left.Address) >
           std::tie(Right.Line, Right.Address);
  });

  ExecCounts Rows;
  for (SymbolIndex I : Order) {
    const Symbol &Sym = Table[I];
    auto Add = [&](uint64_t Address, uint64_t Count, bool IsCalls) {
      if (Count || ShowUnused)
        Rows.push_back({Sym.Path, Sym.Line, Sym.Name, Address, Count, IsCalls});
    };
    Add(Sym.Address, Graph.Nodes[I].Calls, /*IsCalls=*/true);
    for (const BlockCount &Block : Blocks.of(I))
      Add(Block.Address, Block.Count, /*IsCalls=*/false);
  }

  for (const SourceLine &Line : Source.lines()) {
    if (!Specs.isIn(ExecInclude, ExecExclude, Line))
      continue;
    for (uint64_t Count : Line.Counts)
      if (Count || ShowUnused)
        Rows.push_back(
            {Line.Path, Line.Line, Line.Function, Line.Address, Count});
  }
  return Rows;
}
