//===-- FlowMap.cpp - How control flows through machine code --------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers in a damaged section may be anything. Each piece, successor and
// instruction takes at least a byte, so a list ends at the end of its text.
//
//===----------------------------------------------------------------------===//

#include "costs/FlowMap.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/Decompressor.h"
#include "llvm/Support/DataExtractor.h"

using namespace gmon;
using namespace llvm;

namespace {

/// Reads the text of one entry.
class EntryReader {
public:
  EntryReader(StringRef Text, uint64_t Address)
      : Data(Text, /*IsLittleEndian=*/true, /*AddressSize=*/8),
        Address(Address) {}

  Expected<FlowFunction> read();

private:
  uint64_t next() { return Data.getULEB128(Cursor); }
  uint64_t nextAddress(uint64_t Base);
  void readPiece(uint64_t Start);
  void check(bool IsTrue) { IsSound &= IsTrue; }
  bool goesOn() { return bool(Cursor) && IsSound; }

  DataExtractor Data;
  DataExtractor::Cursor Cursor{0};
  const uint64_t Address;
  FlowFunction Result;
  uint64_t NumPieces = 0;
  bool IsSound = true;
};

} // namespace

static Error damagedFlow() { return makeError("damaged"); }

/// Reads a distance from \p Base, which must stay within the function.
uint64_t EntryReader::nextAddress(uint64_t Base) {
  uint64_t Distance = next();
  check(Distance <= Result.Code.High - Base);
  return goesOn() ? Base + Distance : Base;
}

void EntryReader::readPiece(uint64_t Start) {
  constexpr unsigned Known = GMON_FLOW_BLOCK | GMON_FLOW_COUNTER |
                             GMON_FLOW_ENTERED | GMON_FLOW_LEFT |
                             GMON_FLOW_OWN | GMON_FLOW_OPTIMIZED;
  FlowPiece Piece;
  Piece.Code = {Start, Result.Code.High};
  uint64_t Flags = next();
  check((Flags & ~uint64_t(Known)) == 0);
  Piece.Flags = unsigned(Flags);
  if (Piece.has(GMON_FLOW_BLOCK))
    Piece.Block = nextAddress(Address);
  if (Piece.has(GMON_FLOW_COUNTER)) {
    uint64_t Counter = nextAddress(Address);
    check(Counter <= GMON_PIECE_KEY_MAX - GMON_PIECE_KEY_MIN);
    Piece.Counter = GMON_PIECE_KEY_MIN + Counter;
  }
  for (uint64_t Left = next(); goesOn() && Left; --Left) {
    uint64_t Successor = next();
    check(Successor < NumPieces);
    Piece.Successors.push_back(uint32_t(Successor));
  }
  llvm::sort(Piece.Successors);
  Piece.Successors.erase(llvm::unique(Piece.Successors),
                         Piece.Successors.end());
  if (!Result.Pieces.empty())
    Result.Pieces.back().Code.High = Start;
  Result.Pieces.push_back(std::move(Piece));
}

Expected<FlowFunction> EntryReader::read() {
  uint64_t Size = next();
  check(Size <= UINT64_MAX - Address);
  Result.Code = {Address, goesOn() ? Address + Size : Address};
  NumPieces = next();
  check(NumPieces <= UINT32_MAX);
  // Each takes a byte or more.
  if (goesOn())
    Result.Pieces.reserve(std::min<uint64_t>(NumPieces, Data.size()));
  uint64_t Start = Address;
  for (uint64_t Left = NumPieces; goesOn() && Left; --Left) {
    Start = nextAddress(Start);
    if (goesOn())
      readPiece(Start);
  }
  uint64_t Own = Address;
  for (uint64_t Left = next(); goesOn() && Left; --Left) {
    Own = nextAddress(Own);
    check(Own < Result.Code.High &&
          (Result.Own.empty() || Own > Result.Own.back()));
    Result.Own.push_back(Own);
  }
  check(Cursor && Data.eof(Cursor));
  check(Result.Pieces.empty() || Result.Pieces.front().Code.Low == Address);
  if (errorToBool(Cursor.takeError()) || !IsSound)
    return damagedFlow();
  return std::move(Result);
}

Expected<FlowFunction> gmon::readFlow(StringRef Text, uint64_t Address) {
  return EntryReader(Text, Address).read();
}

/// Reads the entries of \p Section into \p Functions.
static Error readSection(const Image &Program, StringRef Section,
                         std::vector<FlowFunction> &Functions) {
  DataExtractor Data(Section, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  DataExtractor::Cursor Cursor(0);
  while (Cursor && !Data.eof(Cursor)) {
    uint64_t Size = Data.getU32(Cursor);
    uint64_t Address = Data.getU64(Cursor);
    StringRef Text =
        Data.getBytes(Cursor, Cursor && Size >= 8 ? Size - 8 : UINT64_MAX);
    if (!Cursor || Address == 0)
      continue;
    Expected<FlowFunction> Function = readFlow(Text, Address);
    if (!Function) {
      consumeError(Cursor.takeError());
      return Function.takeError();
    }
    const AddressRange Code = Function->Code;
    if (Code.Low == Code.High)
      continue;
    if (!Program.isCode(Code.Low) || !Program.isCode(Code.High - 1)) {
      consumeError(Cursor.takeError());
      return damagedFlow();
    }
    Functions.push_back(std::move(*Function));
  }
  return errorToBool(Cursor.takeError()) ? damagedFlow() : Error::success();
}

/// Returns the contents of \p Section; in \p Storage if they are compressed, as
/// objcopy may have done.
static Expected<StringRef> contentsOf(const Image &Program,
                                      object::ELFSectionRef Section,
                                      SmallString<0> &Storage) {
  Expected<StringRef> Stored = Section.getContents();
  if (!Stored || !Section.isCompressed())
    return Stored;
  Expected<object::Decompressor> Inner = object::Decompressor::create(
      GMON_FLOW_SECTION, *Stored, Program.isLittleEndian(),
      Program.addressSize() == 8);
  if (!Inner)
    return Inner.takeError();
  // A damaged header must not make it allocate anything.
  constexpr uint64_t GreatestRatio = 2000;
  if (Inner->getDecompressedSize() / GreatestRatio > Stored->size())
    return damagedFlow();
  if (Error E = Inner->resizeAndDecompress(Storage))
    return std::move(E);
  return StringRef(Storage);
}

Expected<std::vector<FlowFunction>> gmon::readFlowMap(const Image &Program) {
  auto Fail = [&](Error E) {
    return makeFileError(Program.path(), "the description of its code's flow "
                                         "is " +
                                             toString(std::move(E)));
  };
  std::vector<FlowFunction> Result;
  for (object::ELFSectionRef Section : Program.object().sections()) {
    Expected<StringRef> Name = Section.getName();
    if (errorToBool(Name.takeError()) || *Name != GMON_FLOW_SECTION)
      continue;
    SmallString<0> Storage;
    Expected<StringRef> Contents = contentsOf(Program, Section, Storage);
    if (errorToBool(Contents.takeError()))
      return Fail(damagedFlow());
    if (Error E = readSection(Program, *Contents, Result))
      return Fail(std::move(E));
  }
  auto Start = [](const FlowFunction &F) { return F.Code.Low; };
  llvm::stable_sort(Result, [&](const FlowFunction &A, const FlowFunction &B) {
    return Start(A) < Start(B);
  });
  // Functions that the linker folded have one address.
  Result.erase(llvm::unique(Result,
                            [&](const FlowFunction &A, const FlowFunction &B) {
                              return Start(A) == Start(B);
                            }),
               Result.end());
  for (size_t I = 1; I < Result.size(); ++I)
    if (Result[I].Code.Low < Result[I - 1].Code.High)
      return Fail(makeError("damaged: functions overlap"));
  return std::move(Result);
}

FlowCounts::FlowCounts(const Profile &Data) {
  for (const BlockCount &Block : Data.Blocks) {
    Counts[Block.Address] += Block.Count;
    HasPieces |= Block.Address >= GMON_PIECE_KEY_MIN;
  }
}

bool FlowCounts::has(const FlowFunction &Function) const {
  return any_of(Function.Pieces, [&](const FlowPiece &Piece) {
    return Piece.Block && Counts.count(*Piece.Block);
  });
}

bool FlowCounts::hasExecuted(const FlowFunction &Function) const {
  return any_of(Function.Pieces, [&](const FlowPiece &Piece) {
    return (Piece.Block && at(*Piece.Block)) ||
           (Piece.Counter && at(*Piece.Counter));
  });
}

FlowProblem FlowCounts::problemOf(const FlowFunction &Function) const {
  FlowProblem Problem;
  Problem.Nodes.reserve(Function.Pieces.size());
  std::vector<std::pair<uint64_t, uint32_t>> Copies; ///< by block
  for (auto [I, Piece] : enumerate(Function.Pieces)) {
    Problem.Nodes.push_back({Piece.Successors, Piece.has(GMON_FLOW_ENTERED),
                             Piece.has(GMON_FLOW_LEFT), Bounds(),
                             /*IsRare=*/Piece.has(GMON_FLOW_OWN)});
    if (Piece.Block)
      Copies.push_back({*Piece.Block, uint32_t(I)});
    if (Piece.Counter && HasPieces)
      Problem.Sums.push_back({{uint32_t(I)}, at(*Piece.Counter)});
  }
  llvm::sort(Copies);
  for (size_t I = 0; I < Copies.size();) {
    const uint64_t Block = Copies[I].first;
    FlowSum &Sum = Problem.Sums.emplace_back();
    Sum.Count = at(Block);
    for (; I < Copies.size() && Copies[I].first == Block; ++I)
      Sum.Pieces.push_back(Copies[I].second);
  }
  return Problem;
}
