//===-- SourceCounts.cpp - Counts of source counters ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds what entries share, computes counts, and joins what is equal.
//
//===----------------------------------------------------------------------===//

#include "counts/SourceCounts.h"
#include "counts/SourceChoice.h"
#include "gmon/format.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include <unordered_map>

using namespace gmon;
using namespace llvm;

std::vector<BlockCount> gmon::sourceCounters(const Profile &Data) {
  std::vector<BlockCount> Result;
  for (const BlockCount &Block : Data.Blocks)
    if (Block.Address >= GMON_SOURCE_KEY_MIN &&
        Block.Address < GMON_PIECE_KEY_MIN)
      Result.push_back(Block);
  return Result;
}

/// Reads entries of maps: first about source counters, then lines.
class SourceCounts::MapReader {
public:
  MapReader(SourceCounts &Result, std::vector<BlockCount> Counters)
      : Result(Result), Counters(std::move(Counters)) {
    std::ranges::sort(this->Counters, {}, &BlockCount::Address);
  }

  /// Adds the shares that \p Entries have of others' counts. Returns how many
  /// counters of the profile are theirs.
  Expected<size_t> readShares(ArrayRef<MapEntry> Entries);
  Error readCounts(ArrayRef<MapEntry> Entries);

private:
  size_t indexOf(uint64_t Address) const;
  uint64_t counted(uint64_t Number) const;

  SourceCounts &Result;
  std::vector<BlockCount> Counters; ///< from the profile, sorted
  /// A standard map: any number may be a key.
  std::unordered_map<uint64_t, uint64_t> Shares;
};

/// Returns the index of the first counter at or behind \p Address.
size_t SourceCounts::MapReader::indexOf(uint64_t Address) const {
  auto It =
      std::ranges::lower_bound(Counters, Address, {}, &BlockCount::Address);
  return It - Counters.begin();
}

/// Returns the profile's value of the counter with the number \p Number.
uint64_t SourceCounts::MapReader::counted(uint64_t Number) const {
  size_t Index = indexOf(Number);
  return Index < Counters.size() && Counters[Index].Address == Number
             ? Counters[Index].Count
             : 0;
}

Expected<size_t>
SourceCounts::MapReader::readShares(ArrayRef<MapEntry> Entries) {
  size_t NumFound = 0;
  MapVisitor See;
  auto SeeShare = [&](uint64_t Counter, uint64_t Count) {
    Shares[Counter] += Count;
  };
  See.Share = SeeShare;
  for (const MapEntry &Entry : Entries) {
    Expected<uint64_t> Count =
        Entry.read([&](uint64_t Number) { return counted(Number); }, See);
    if (!Count)
      return Count.takeError();
    NumFound += indexOf(Entry.key() + *Count) - indexOf(Entry.key());
  }
  return NumFound;
}

Error SourceCounts::MapReader::readCounts(ArrayRef<MapEntry> Entries) {
  bool IsFirst = true;
  MapVisitor See;
  auto SeeLine = [&](StringRef Path, StringRef Function, uint32_t Line,
                     uint64_t Count) {
    Path = Result.save(Path);
    Function = Result.save(Function);
    if (std::exchange(IsFirst, false))
      Result.Functions.push_back({Path, Line, Function, 0, Count});
    Result.Lines.push_back({Path, Line, Function, 0, {Count}});
  };
  See.Line = SeeLine;
  auto SeeInstrProf = [&](InstrProfFunction Function) {
    Function.Name = Result.save(Function.Name);
    Function.LinkName = Result.save(Function.LinkName);
    Result.InstrProf.push_back(std::move(Function));
  };
  See.InstrProf = SeeInstrProf;
  auto ValueOf = [&](uint64_t Number) {
    auto Found = Shares.find(Number);
    return counted(Number) + (Found == Shares.end() ? 0 : Found->second);
  };
  for (const MapEntry &Entry : Entries) {
    IsFirst = true;
    if (Error E = Entry.read(ValueOf, See).takeError())
      return E;
  }
  return Error::success();
}

void SourceCounts::addCoveredLines(const Image &Program,
                                   ArrayRef<StringRef> Files, Warnings &Warn) {
  Expected<CoverageMap> Mapping = CoverageMap::read(Program);
  Error E =
      Mapping ? addCoveredLines(*Mapping, Files, Warn) : Mapping.takeError();
  if (E)
    Warn.addOnce("no usable coverage mapping in '" + Program.path().str() +
                 "': " + toString(std::move(E)));
}

Error SourceCounts::addCoveredLines(const CoverageMap &Mapping,
                                    ArrayRef<StringRef> Files, Warnings &Warn) {
  Expected<std::vector<CoveredFunction>> Found = Mapping.count(InstrProf, Warn);
  if (!Found)
    return Found.takeError();
  // The mapping's paths are without "..", those of debug information with it.
  StringMap<StringRef> OfDebugInfo;
  for (StringRef Path : Files) {
    SmallString<128> Short(Path);
    if (sys::path::remove_dots(Short, /*remove_dot_dot=*/true))
      OfDebugInfo.try_emplace(Short, Path);
  }
  for (const CoveredFunction &Function : *Found) {
    auto Known = OfDebugInfo.find(Function.Path);
    const StringRef Path =
        save(Known == OfDebugInfo.end() ? Function.Path : Known->second);
    const StringRef Name = save(Function.Name);
    Functions.push_back({Path, Function.Line, Name, 0, Function.Entries});
    for (auto [Line, Count] : Function.Lines)
      Lines.push_back({Path, Line, Name, 0, {Count}});
  }
  sortFunctions();
  return Error::success();
}

/// Sorts the lines, and joins equal ones of one function.
void SourceCounts::sortLines() {
  llvm::sort(Lines, [](const SourceLine &A, const SourceLine &B) {
    return std::tie(A.Path, A.Line, A.Function, B.Counts) <
           std::tie(B.Path, B.Line, B.Function, A.Counts);
  });
  size_t NumKept = 0;
  for (SourceLine &Line : Lines) {
    SourceLine *Last = NumKept ? &Lines[NumKept - 1] : nullptr;
    if (Last && Last->Path == Line.Path && Last->Line == Line.Line &&
        Last->Function == Line.Function) {
      if (Last->Counts.back() != Line.Counts[0])
        Last->Counts.push_back(Line.Counts[0]);
    } else {
      std::swap(Lines[NumKept++], Line);
    }
  }
  Lines.resize(NumKept);
}

/// Sorts the functions. A function that was compiled in several ways, such as
/// one in a header, has several entries, which are added up.
void SourceCounts::sortFunctions() {
  auto KeyOf = [](const SourceFunction &F) {
    return std::tie(F.Path, F.Line, F.Name);
  };
  llvm::sort(Functions, [&](const SourceFunction &A, const SourceFunction &B) {
    return KeyOf(A) < KeyOf(B);
  });
  size_t NumKept = 0;
  for (const SourceFunction &Function : Functions)
    if (NumKept && KeyOf(Functions[NumKept - 1]) == KeyOf(Function))
      Functions[NumKept - 1].Entries += Function.Entries;
    else
      Functions[NumKept++] = Function;
  Functions.resize(NumKept);
}

/// Sets the address of each function, and of the function of each line.
void SourceCounts::locateFunctions(const SymbolTable &Table) {
  DenseMap<StringRef, uint64_t> Addresses;
  for (const Symbol &Sym : Table.symbols())
    if (!Sym.IsLine && !Sym.IsPart)
      Addresses.try_emplace(Sym.Name, Sym.Address);
  // A destructor's two names are of one function.
  for (const NamedStart &Other : Table.otherNames())
    Addresses.try_emplace(Other.Name, Other.Address);
  for (SourceLine &Line : Lines)
    Line.Address = Addresses.lookup(Line.Function);
  for (SourceFunction &Function : Functions)
    Function.Address = Addresses.lookup(Function.Name);
}

void SourceCounts::sortInstrProf() {
  llvm::sort(InstrProf, [](const auto &A, const auto &B) {
    return std::tie(A.Name, A.Hash) < std::tie(B.Name, B.Hash);
  });
}

Error SourceCounts::readMap(const Image &Program,
                            std::vector<BlockCount> Counters) {
  const size_t NumCounters = Counters.size();
  MapReader Reader(*this, std::move(Counters));
  Expected<std::vector<MapEntry>> Entries = readSourceMap(Program);
  if (!Entries)
    return Entries.takeError();
  Expected<size_t> NumFound = Reader.readShares(*Entries);
  if (!NumFound)
    return NumFound.takeError();
  if (*NumFound != NumCounters)
    return createStringError("the map lacks counters of the profile");
  return Reader.readCounts(*Entries);
}

SourceCounts SourceCounts::readFunctions(const Image &Program,
                                         const Profile &Data, Warnings &Warn) {
  SourceCounts Result;
  std::vector<BlockCount> Counters = sourceCounters(Data);
  const bool HasCounts = !Counters.empty();
  if (!HasCounts && !hasSourceMap(Program))
    return Result;
  const bool IsDamaged =
      errorToBool(Result.readMap(Program, std::move(Counters)));
  if (IsDamaged) {
    Warn.addOnce("no usable map of source counters in '" +
                 Program.path().str() + "'; was it stripped?");
    Result.InstrProf.clear();
  }
  if (IsDamaged || !HasCounts) {
    Result.Lines.clear();
    Result.Functions.clear();
  }
  Result.sortFunctions();
  Result.sortInstrProf();
  return Result;
}

SourceCounts SourceCounts::readChosen(const SourceChoice &Choice,
                                      const Profile &Data) {
  SourceCounts Result;
  MapReader Reader(Result, sourceCounters(Data));
  Warnings Ignored; // the whole map was read before
  consumeError(Reader.readShares(Choice.Sharing).takeError());
  consumeError(Reader.readCounts(Choice.Entries));
  Result.sortFunctions();
  Result.sortInstrProf();
  consumeError(Result.addCoveredLines(Choice.Mapping, {}, Ignored));
  Result.sortLines();
  return Result;
}

SourceCounts SourceCounts::read(const Image &Program, const Profile &Data,
                                const SymbolTable &Table, Warnings &Warn) {
  SourceCounts Result = readFunctions(Program, Data, Warn);
  // With -a=source, the map has the lines.
  if (Result.Lines.empty() && !Result.InstrProf.empty())
    Result.addCoveredLines(Program, Table.files(), Warn);
  Result.sortLines();
  Result.locateFunctions(Table);
  return Result;
}
