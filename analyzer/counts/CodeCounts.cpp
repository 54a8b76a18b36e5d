//===-- CodeCounts.cpp - Executions of code by its blocks -----------------===//
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

#include "counts/CodeCounts.h"
#include "costs/FlowCounts.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace gmon;
using namespace llvm;

namespace gmon {

/// Collects the code of all functions.
class CodeCollector {
public:
  CodeCollector(CodeCounts &Result, const Profile &Data, const DebugInfo &Info)
      : Result(Result), Counted(Data), Info(Info) {}

  void addFlow(const FlowFunction &Function);
  void addBlocks(std::vector<BlockCount> Blocks, const SymbolTable &Table);

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
  void addWithLines(AddressRange Code, uint32_t Piece);
  bool isDescribed(uint64_t Address) const;

  CodeCounts &Result;
  const FlowCounts Counted;
  const DebugInfo &Info;
  std::vector<AddressRange> Described; ///< functions, by address
};

} // namespace gmon

static bool isOptimized(const FlowFunction &Function) {
  return any_of(Function.Pieces, [](const FlowPiece &Piece) {
    return Piece.has(GMON_FLOW_OPTIMIZED);
  });
}

/// Adds the code of \p Code that has a line. The optimizer takes the line from
/// code that it moves, which is not code of the line in front.
void CodeCollector::addWithLines(AddressRange Code, uint32_t Piece) {
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

/// Adds the code of \p Function but for the profiler's.
void CodeCollector::addFlow(const FlowFunction &Function) {
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
      addWithLines(Piece.Code, addPiece({Entries, Entries}, addBlock(Entries)));
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

bool CodeCollector::isDescribed(uint64_t Address) const {
  auto Next = llvm::upper_bound(Described, Address,
                                [](uint64_t A, const AddressRange &Function) {
                                  return A < Function.High;
                                });
  return Next != Described.end() && Next->contains(Address);
}

/// Adds the code of \p Blocks that are in no described function.
void CodeCollector::addBlocks(std::vector<BlockCount> Blocks,
                              const SymbolTable &Table) {
  llvm::sort(Blocks, [](const BlockCount &A, const BlockCount &B) {
    return std::tie(A.Address, A.Count) < std::tie(B.Address, B.Count);
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
  llvm::sort(Code, [](const CountedCode &A, const CountedCode &B) {
    return A.Code.Low < B.Code.Low;
  });
}

std::optional<Bounds> CodeCounts::mostOf(ArrayRef<AddressRange> Parts) const {
  std::vector<std::pair<uint32_t, uint32_t>> Found; ///< block, piece
  for (const AddressRange &Part : Parts)
    for (auto Next = llvm::upper_bound(Code, Part.Low,
                                       [](uint64_t A, const CountedCode &Each) {
                                         return A < Each.Code.High;
                                       });
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
