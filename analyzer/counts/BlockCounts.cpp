//===-- BlockCounts.cpp - Executions of code by its blocks ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unoptimized code is where its blocks are: one reaches to the next. Optimized
// code is a copy of the block that its flow names. Where it is none, such as on
// an edge between blocks, its count follows from those around it, or not.
//
//===----------------------------------------------------------------------===//

#include "counts/BlockCounts.h"
#include "costs/FlowMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace llvm;

static bool isOptimized(const FlowFunction &Function) {
  return any_of(Function.Pieces, [](const FlowPiece &Piece) {
    return Piece.has(GMON_FLOW_OPTIMIZED);
  });
}

namespace gmon {

/// Collects the code of all functions.
class CodeCollector {
public:
  CodeCollector(CodeCounts &Result, const Profile &Data, const DebugInfo &Info)
      : Result(Result), Counted(Data), Info(Info) {}

  /// Adds the code of \p Function but for the profiler's.
  void addFlow(const FlowFunction &Function) {
    if (!Counted.has(Function))
      return;
    Described.push_back(Function.Code);
    if (!Counted.hasExecuted(Function)) {
      add(Function.Code, addPiece({0, 0}, addBlock(0)));
      return;
    }
    const FlowSolution Solution(Counted.problemOf(Function));
    std::map<uint64_t, uint32_t> Blocks; ///< by address
    for (auto [I, Piece] : enumerate(Function.Pieces)) {
      if (I == 0 && Function.hasHookPiece()) {
        const uint64_t Entries = Counted.at(Piece.Code.Low);
        addWithLines(Piece.Code,
                     addPiece({Entries, Entries}, addBlock(Entries)));
      }
      if (Piece.has(GMON_FLOW_OWN))
        continue;
      // Contradictory counts say nothing of single copies.
      const Bounds Count =
          Solution.isConsistent() ? Bounds(Solution.pieces()[I]) : Bounds();
      if (!Piece.Block) {
        if (Solution.isConsistent())
          addWithLines(Piece.Code, addPiece(Count, addBlock(std::nullopt)));
        continue;
      }
      auto [Block, IsNew] = Blocks.try_emplace(*Piece.Block);
      if (IsNew)
        Block->second = addBlock(Counted.at(*Piece.Block));
      addWithLines(Piece.Code, addPiece(Count, Block->second));
    }
  }

  /// Adds the code of \p Blocks that are in no described function.
  void addBlocks(std::vector<BlockCount> Blocks, const SymbolTable &Table) {
    std::ranges::sort(Blocks, {}, [](const BlockCount &C) {
      return std::tie(C.Address, C.Count);
    });
    for (auto [I, Block] : enumerate(Blocks)) {
      const SymbolIndex Found = Table.lookup(Block.Address);
      if (Found == NoSymbol || isDescribed(Block.Address))
        continue;
      const uint64_t End =
          I + 1 < Blocks.size() ? Blocks[I + 1].Address : UINT64_MAX;
      SymbolIndex Last = Found;
      while (Last + 1 < Table.size() && !Table[Last + 1].IsFunction &&
             Table[Last + 1].Address < End)
        ++Last;
      add({Block.Address, std::min(End, Table[Last].End + 1)},
          addPiece({Block.Count, Block.Count}, addBlock(Block.Count)));
    }
  }

private:
  uint32_t addBlock(std::optional<uint64_t> Count) {
    Result.Blocks.push_back({Count, 0});
    return uint32_t(Result.Blocks.size() - 1);
  }
  uint32_t addPiece(Bounds Count, uint32_t Block) {
    ++Result.Blocks[Block].NumCopies;
    Result.Pieces.push_back({Count, Block});
    return uint32_t(Result.Pieces.size() - 1);
  }
  void add(AddressRange Code, uint32_t Piece) {
    if (Code.Low < Code.High)
      Result.Code.push_back({Code, Piece});
  }

  /// Adds the code of \p Code that has a line. The optimizer takes the line
  /// from code that it moves, which is not code of the line in front.
  void addWithLines(AddressRange Code, uint32_t Piece) {
    AddressRange Last{Code.Low, Code.Low};
    Info.walk(Code, [&](AddressRange Part, const SourceLocation &) {
      if (Part.Low != Last.High) {
        add(Last, Piece);
        Last.Low = Part.Low;
      }
      Last.High = Part.High;
    });
    add(Last, Piece);
  }

  bool isDescribed(uint64_t Address) const {
    auto Next =
        std::ranges::upper_bound(Described, Address, {}, &AddressRange::High);
    return Next != Described.end() && Next->contains(Address);
  }

  CodeCounts &Result;
  const FlowCounts Counted;
  const DebugInfo &Info;
  std::vector<AddressRange> Described; ///< functions, by address
};

} // namespace gmon

CodeCounts::CodeCounts(const Image &Program, const Profile &Data,
                       const SymbolTable &Table, const DebugInfo &Info,
                       Warnings &Warn) {
  CodeCollector Collector(*this, Data, Info);
  if (Expected<std::vector<FlowFunction>> Functions = readFlowMap(Program)) {
    for (const FlowFunction &Function : *Functions)
      if (isOptimized(Function)) {
        AreOptimized = true;
        Collector.addFlow(Function);
      }
  } else {
    Warn.addOnce("counts of lines may be wrong",
                 toString(Functions.takeError()));
  }
  Collector.addBlocks(Data.Blocks, Table);
  std::ranges::sort(Code, {}, [](const CountedCode &C) { return C.Code.Low; });
}

std::optional<Bounds> CodeCounts::mostOf(ArrayRef<AddressRange> Parts) const {
  std::vector<std::pair<uint32_t, uint32_t>> Found; ///< block, piece
  for (const AddressRange &Part : Parts)
    for (auto Next = partition_point(
             Code,
             [&](const CountedCode &C) { return C.Code.High <= Part.Low; });
         Next != Code.end() && Next->Code.Low < Part.High; ++Next)
      Found.push_back({Pieces[Next->Piece].Block, Next->Piece});
  if (Found.empty())
    return std::nullopt;
  llvm::sort(Found);
  Found.erase(llvm::unique(Found), Found.end());
  Bounds Result{0, 0};
  for (size_t I = 0; I < Found.size();) {
    const Block &Its = Blocks[Found[I].first];
    const size_t First = I;
    Bounds Sum{0, 0};
    for (; I < Found.size() && Found[I].first == Found[First].first; ++I) {
      const Bounds &Count = Pieces[Found[I].second].Count;
      Sum.Low += Count.Low;
      Sum.High = std::min(NoBound, Sum.High + Count.High);
    }
    if (Its.Count && I - First == Its.NumCopies)
      Sum = {*Its.Count, *Its.Count};
    else if (Its.Count)
      Sum = {std::min(Sum.Low, *Its.Count), std::min(Sum.High, *Its.Count)};
    Result.Low = std::max(Result.Low, Sum.Low);
    Result.High = std::max(Result.High, Sum.High);
  }
  return Result;
}

namespace {

using SourceLineKey = std::pair<StringRef, uint32_t>; ///< path, line

/// A copy of a function.
struct Copy {
  bool IsInlined = false;
  bool IsCounted = false;
  bool IsExecuted = false;
  std::set<SourceLineKey> Lines;
};

/// The definition of a function, the same for its copies in all units: name,
/// path and line of the definition.
using FunctionKey = std::tuple<StringRef, StringRef, uint32_t>;

/// Collects the copies of functions.
class CopyCollector {
public:
  CopyCollector(const CodeCounts &Counts, const SymbolTable &Table,
                const DebugInfo &Info)
      : Counts(Counts), Table(Table), Info(Info),
        FunctionOf(functionsOf(Table)),
        Files(Table.files().begin(), Table.files().end()) {
    Info.walk({0, UINT64_MAX},
              [&](AddressRange Part, const SourceLocation &Where) {
                add(Part, Where);
              });
  }

  /// The copies of a function: by containing function and replaced call.
  using Copies = std::map<std::pair<SymbolIndex, InlinedCall>, Copy>;
  std::map<FunctionKey, Copies> Functions;
  std::vector<LineCode> Code;
  std::map<SourceLineKey, uint64_t> Most; ///< of the counts of each line's code
  /// Lines with calls that were inlined, and executed.
  std::set<SourceLineKey> Callers;

private:
  void add(AddressRange Part, const SourceLocation &Where) {
    const SymbolIndex Owner = ownerOf(Part.Low);
    if (Owner == NoSymbol)
      return;
    if (auto File = Files.find(Where.Path); File != Files.end())
      Code.push_back({Owner, *File, Where.Line, Where.Inlined, Part});
    if (!Info.hasInlinedCalls() || Where.Function.empty())
      return;
    const std::optional<uint64_t> Count = countOf(Part);
    const SourceLineKey Line{Where.Path, Where.Line};
    copyOf(Owner, Where.Function, Where.OfUnit, Where.Inlined, Count)
        .Lines.insert(Line);
    uint64_t &MostOfLine = Most[Line];
    MostOfLine = std::max(MostOfLine, Count.value_or(0));
    for (InlinedCall Call = Where.Inlined; Call != NotInlined;) {
      const InlinedCallSite &Site = Info.inlinedCallSites()[Call];
      if (Count.value_or(0))
        Callers.insert({Site.Path, Site.Line});
      if (!Site.Function.empty())
        copyOf(Owner, Site.Function, Site.OfUnit, Site.Outer, Count);
      Call = Site.Outer;
    }
  }

  /// Returns how often the code of \p Part was executed: at least, if that is
  /// not 0; nothing if nobody knows whether it was.
  std::optional<uint64_t> countOf(AddressRange Part) const {
    const std::optional<Bounds> Most = Counts.mostOf(Part);
    if (!Most || (Most->Low == 0 && Most->High != 0))
      return std::nullopt;
    return Most->Low;
  }

  SymbolIndex ownerOf(uint64_t Address) const {
    const SymbolIndex Found = Table.lookup(Address);
    return Found == NoSymbol ? NoSymbol : FunctionOf[Found];
  }

  /// Returns the copy that has code of the count \p Count, and notes that.
  Copy &copyOf(SymbolIndex Owner, StringRef Name, UnitFunctionIndex OfUnit,
               InlinedCall Inlined, std::optional<uint64_t> Count) {
    FunctionKey Key{Name, "", 0};
    if (OfUnit < Info.unitFunctions().size()) {
      const UnitFunction &Function = Info.unitFunctions()[OfUnit];
      Key = Function.Path.empty()
                ? FunctionKey{Name, Function.Declared, 0}
                : FunctionKey{Name, Function.Path, Function.Line};
    }
    Copy &Result = Functions[Key][{Owner, Inlined}];
    Result.IsInlined = Inlined != NotInlined;
    Result.IsCounted |= Count.has_value();
    Result.IsExecuted |= Count.value_or(0) != 0;
    return Result;
  }

  const CodeCounts &Counts;
  const SymbolTable &Table;
  const DebugInfo &Info;
  std::vector<SymbolIndex> FunctionOf; ///< by symbol
  DenseSet<StringRef> Files;           ///< of Table
};

} // namespace

/// Whether \p Code says nothing about \p Line: it may have been executed, and
/// has no code of the line, or no counts.
static bool isSilent(const Copy &Code, const SourceLineKey &Line) {
  return !Code.IsCounted || (Code.IsExecuted && !Code.Lines.count(Line));
}

LineCopies::LineCopies(const CodeCounts &Counts, const SymbolTable &Table,
                       const DebugInfo &Info) {
  CopyCollector Found(Counts, Table, Info);
  Code = std::move(Found.Code);
  llvm::stable_sort(Code, [](const LineCode &A, const LineCode &B) {
    return std::make_tuple(A.Owner, A.Path.data(), A.Line, A.Inlined) <
           std::make_tuple(B.Owner, B.Path.data(), B.Line, B.Inlined);
  });
  for (const SourceLineKey &Line : Found.Callers)
    if (!Found.Most.count(Line))
      Calls[Line.first.str()].insert(Line.second);
  for (const auto &[Function, Copies] : Found.Functions) {
    std::set<SourceLineKey> All;
    bool IsInlined = false;
    for (const auto &[Place, Code] : Copies) {
      All.insert(Code.Lines.begin(), Code.Lines.end());
      IsInlined |= Code.IsInlined && (Code.IsExecuted || !Code.IsCounted);
    }
    for (const SourceLineKey &Line : All) {
      if (IsInlined)
        Functions[std::get<0>(Function).str()].insert(Line.first.str());
      if (Found.Most.find(Line)->second == 0 &&
          (Found.Callers.count(Line) || any_of(Copies, [&](const auto &Known) {
             return isSilent(Known.second, Line);
           })))
        Lines[Line.first.str()].insert(Line.second);
    }
  }
}

BlockCounts::BlockCounts(const Profile &Data, const SymbolTable &Table) {
  struct Owned {
    SymbolIndex Owner;
    BlockCount Block;
  };
  std::vector<Owned> Found;
  Starts.resize(Table.size() + 1);
  for (const BlockCount &Block : Data.Blocks) {
    SymbolIndex Owner = Table.lookup(Block.Address);
    if (Owner == NoSymbol)
      continue;
    Found.push_back({Owner, Block});
    ++Starts[Owner + 1];
  }

  for (size_t I = 1; I < Starts.size(); ++I)
    Starts[I] += Starts[I - 1];
  std::vector<size_t> Next(Starts);
  Blocks.resize(Found.size());
  for (const Owned &Code : Found)
    Blocks[Next[Code.Owner]++] = Code.Block;
}
