//===-- SourceCounts.cpp - Counts of source counters ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the map, whose form gmon/format.h tells, and derives counts by it.
//
//===----------------------------------------------------------------------===//

#include "SourceCounts.h"
#include "gmon/format.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/DataExtractor.h"

using namespace gmon;
using namespace llvm;

std::vector<BlockCount> gmon::sourceCounters(const Profile &Data) {
  std::vector<BlockCount> Result;
  for (const BlockCount &Block : Data.Blocks)
    if (Block.Address >= GMON_SOURCE_KEY_MIN)
      Result.push_back(Block);
  return Result;
}

/// Reads the entries of a map, one after another.
class SourceCounts::MapReader {
public:
  MapReader(SourceCounts &Result, std::vector<BlockCount> Sorted)
      : Result(Result), Counters(std::move(Sorted)) {
    llvm::sort(Counters, [](const BlockCount &A, const BlockCount &B) {
      return A.Address < B.Address;
    });
  }

  Error readMap(StringRef Section);

  /// Whether the entries read have all counters.
  bool hasAll() const { return NumFound == Counters.size(); }

private:
  Error readFunction(uint64_t Key, StringRef Text);
  size_t indexOf(uint64_t Address) const;
  uint64_t counter(uint64_t Address) const;
  StringRef save(StringRef Name) {
    return Result.Names->insert(Name).first->getKey();
  }

  SourceCounts &Result;
  std::vector<BlockCount> Counters; ///< sorted
  DenseSet<uint64_t> Keys;          ///< of the entries read
  size_t NumFound = 0;              ///< counters that these have
};

/// The index of the first counter that is not below \p Address.
size_t SourceCounts::MapReader::indexOf(uint64_t Address) const {
  auto It = llvm::lower_bound(Counters, Address,
                              [](const BlockCount &Block, uint64_t Address) {
                                return Block.Address < Address;
                              });
  return It - Counters.begin();
}

uint64_t SourceCounts::MapReader::counter(uint64_t Address) const {
  size_t Index = indexOf(Address);
  return Index < Counters.size() && Counters[Index].Address == Address
             ? Counters[Index].Count
             : 0;
}

static Error damaged() {
  return createStringError("the map of source counters is damaged");
}

Error SourceCounts::MapReader::readFunction(uint64_t Key, StringRef Text) {
  DataExtractor Data(Text, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  DataExtractor::Cursor At(0);
  uint64_t NumCounters = Data.getULEB128(At);
  if (NumCounters > UINT64_MAX - Key) {
    consumeError(At.takeError());
    return damaged();
  }
  NumFound += indexOf(Key + NumCounters) - indexOf(Key);
  StringRef Function = Data.getCStrRef(At);
  // Every part takes bytes, so numbers too large end at the text's end.
  std::vector<StringRef> Paths;
  for (uint64_t Left = Data.getULEB128(At); At && Left; --Left)
    Paths.push_back(save(Data.getCStrRef(At)));

  std::vector<uint64_t> Derived;
  bool IsSound = true;
  auto Count = [&](uint64_t Number) -> uint64_t {
    if (Number < NumCounters)
      return counter(Key + Number);
    IsSound &= Number - NumCounters < Derived.size();
    return IsSound ? Derived[Number - NumCounters] : 0;
  };
  for (uint64_t Left = Data.getULEB128(At); At && Left; --Left) {
    uint64_t Sum = 0;
    for (uint64_t Terms = Data.getULEB128(At); At && Terms; --Terms) {
      uint64_t Term = Data.getULEB128(At);
      Sum += Term & 1 ? -Count(Term / 2) : Count(Term / 2);
    }
    Derived.push_back(Sum);
  }

  for (uint64_t Left = Data.getULEB128(At); At && Left; --Left) {
    uint64_t File = Data.getULEB128(At);
    uint64_t Line = Data.getULEB128(At);
    uint64_t Value = Count(Data.getULEB128(At));
    IsSound &= File < Paths.size() && Line != 0 && Line <= UINT32_MAX;
    if (!At || !IsSound)
      break;
    // Counters that changed while they were read may contradict each other.
    if (int64_t(Value) < 0)
      Value = 0;
    Result.Lines.push_back(
        {Paths[File], uint32_t(Line), save(Function), 0, {Value}});
  }
  if (Error E = At.takeError())
    return E;
  return IsSound ? Error::success() : damaged();
}

Error SourceCounts::MapReader::readMap(StringRef Section) {
  DataExtractor Data(Section, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  DataExtractor::Cursor At(0);
  while (At && !Data.eof(At)) {
    uint64_t Size = Data.getU32(At);
    uint64_t Key = Data.getU64(At);
    if (At && Size < 8) {
      consumeError(At.takeError());
      return damaged();
    }
    StringRef Text = Data.getBytes(At, At ? Size - 8 : 0);
    if (At && Keys.insert(Key).second)
      if (Error E = readFunction(Key, Text)) {
        consumeError(At.takeError());
        return E;
      }
  }
  return At.takeError();
}

/// Sets the address of each line's function.
void SourceCounts::locateFunctions(const SymbolTable &Table) {
  DenseMap<StringRef, uint64_t> Addresses;
  for (const Symbol &Sym : Table.symbols())
    if (!Sym.IsLine)
      Addresses.try_emplace(Sym.Name, Sym.Address);
  for (SourceLine &Each : Lines)
    Each.Address = Addresses.lookup(Each.Function);
}

SourceCounts SourceCounts::read(const Image &Program, const Profile &Data,
                                const SymbolTable &Table, bool &IsDamaged) {
  SourceCounts Result;
  std::vector<BlockCount> Counters = sourceCounters(Data);
  if (Counters.empty())
    return Result;
  Result.Names = std::make_unique<StringSet<>>();
  MapReader Reader(Result, std::move(Counters));
  bool HasMap = false;
  for (object::ELFSectionRef Section : Program.object().sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!errorToBool(Name.takeError()) && *Name == GMON_MAP_SECTION) {
      HasMap = true;
      Expected<StringRef> Contents = Section.getContents();
      Error E = Contents ? Reader.readMap(*Contents) : Contents.takeError();
      IsDamaged |= errorToBool(std::move(E));
    }
  }
  IsDamaged |= !HasMap || !Reader.hasAll();
  if (IsDamaged)
    Result.Lines.clear();

  llvm::sort(Result.Lines, [](const SourceLine &A, const SourceLine &B) {
    return std::tie(A.Path, A.Line, A.Function, B.Counts) <
           std::tie(B.Path, B.Line, B.Function, A.Counts);
  });
  size_t NumKept = 0;
  for (SourceLine &Each : Result.Lines) {
    SourceLine *Last = NumKept ? &Result.Lines[NumKept - 1] : nullptr;
    if (Last && Last->Path == Each.Path && Last->Line == Each.Line &&
        Last->Function == Each.Function) {
      if (Last->Counts.back() != Each.Counts[0])
        Last->Counts.push_back(Each.Counts[0]);
    } else {
      std::swap(Result.Lines[NumKept++], Each);
    }
  }
  Result.Lines.resize(NumKept);
  Result.locateFunctions(Table);
  return Result;
}
