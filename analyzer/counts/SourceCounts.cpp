//===-- SourceCounts.cpp - Counts of source counters ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes counts by the map, whose format gmon/format.h specifies.
//
//===----------------------------------------------------------------------===//

#include "counts/SourceCounts.h"
#include "counts/CoverageMap.h"
#include "gmon/format.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/DataExtractor.h"
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

static Error damaged() {
  return createStringError("the map of source counters is damaged");
}

namespace {

/// Returns the value of the counter with a number.
using ValueFn = function_ref<uint64_t(uint64_t Number)>;

/// An entry of a map. The reader passes each field to the caller, in order.
class MapEntry {
public:
  MapEntry(uint64_t Key, StringRef Text, ValueFn ValueOf)
      : Key(Key), Data(Text, /*IsLittleEndian=*/true, /*AddressSize=*/8),
        ValueOf(ValueOf) {}

  using LineFn = function_ref<void(StringRef Path, StringRef Function,
                                   uint32_t Line, uint64_t Count)>;
  using ShareFn = function_ref<void(uint64_t Counter, uint64_t Count)>;
  using InstrProfFn = function_ref<void(InstrProfFunction Function)>;

  Error read(LineFn SeeLine, ShareFn SeeShare, InstrProfFn SeeInstrProf) {
    NumCounters = next();
    IsSound = NumCounters <= UINT64_MAX - Key;
    StringRef Function = Data.getCStrRef(Cursor);
    // Every part takes bytes, so too large numbers end at the text's end.
    std::vector<StringRef> Paths;
    for (uint64_t Left = next(); Cursor && Left; --Left)
      Paths.push_back(Data.getCStrRef(Cursor));
    if (IsSound) {
      readDerived();
      readLines(Function, Paths, SeeLine);
      readShares(SeeShare);
      readInstrProf(Function, SeeInstrProf);
    }
    if (Error E = Cursor.takeError())
      return E;
    return IsSound ? Error::success() : damaged();
  }

  uint64_t numCounters() const { return NumCounters; }

private:
  uint64_t next() { return Data.getULEB128(Cursor); }

  uint64_t count(uint64_t Number) {
    if (Number < NumCounters)
      return ValueOf(Key + Number);
    IsSound &= Number - NumCounters < Derived.size();
    return IsSound ? Derived[Number - NumCounters] : 0;
  }

  void readDerived() {
    for (uint64_t Left = next(); Cursor && Left; --Left) {
      uint64_t Sum = 0;
      for (uint64_t Terms = next(); Cursor && Terms; --Terms) {
        uint64_t Term = next();
        Sum += Term & 1 ? -count(Term / 2) : count(Term / 2);
      }
      Derived.push_back(Sum);
    }
  }

  void readLines(StringRef Function, ArrayRef<StringRef> Paths, LineFn See) {
    for (uint64_t Left = next(); Cursor && IsSound && Left; --Left) {
      uint64_t File = next();
      uint64_t Line = next();
      uint64_t Value = count(next());
      IsSound &= File < Paths.size() && Line != 0 && Line <= UINT32_MAX;
      // Counters that changed during reading may contradict each other.
      if (Cursor && IsSound)
        See(Paths[File], Function, Line, int64_t(Value) < 0 ? 0 : Value);
    }
  }

  void readShares(ShareFn See) {
    uint64_t Counter = GMON_SOURCE_KEY_MIN;
    for (uint64_t Left = next(); Cursor && IsSound && Left; --Left) {
      Counter += next();
      uint64_t Value = count(next());
      Value *= next();
      // Otherwise, shares of counters that do not exist would be lost.
      IsSound &= Counter >= GMON_SOURCE_KEY_MIN;
      if (Cursor && IsSound)
        See(Counter, Value);
    }
  }

  void readInstrProf(StringRef LinkName, InstrProfFn See) {
    if (!Cursor || Data.eof(Cursor))
      return;
    InstrProfFunction Function;
    Function.Name = Data.getCStrRef(Cursor);
    Function.LinkName = LinkName;
    Function.Hash = next();
    const uint64_t NumCounts = next();
    const uint64_t NumBits = next();
    IsSound &= NumCounts <= NumCounters && NumBits == NumCounters - NumCounts;
    if (!Cursor || !IsSound)
      return;
    for (uint64_t I = 0; I < NumCounts; ++I)
      Function.Counts.push_back(count(I));
    Function.Decisions.resize(divideCeil(NumBits, 8));
    for (uint64_t I = 0; I < NumBits; ++I)
      if (count(NumCounts + I))
        Function.Decisions[I / 8] |= 1 << I % 8;
    See(std::move(Function));
  }

  uint64_t Key;
  DataExtractor Data;
  DataExtractor::Cursor Cursor{0};
  ValueFn ValueOf;
  uint64_t NumCounters = 0;
  std::vector<uint64_t> Derived;
  bool IsSound = true;
};

} // namespace

/// Reads maps, entry by entry: first about source counters, then lines.
class SourceCounts::MapReader {
public:
  MapReader(SourceCounts &Result, std::vector<BlockCount> Counters)
      : Result(Result), Counters(std::move(Counters)) {
    std::ranges::sort(this->Counters, {}, &BlockCount::Address);
  }

  Error readMaps(ArrayRef<StringRef> Sections);

private:
  using EntryFn = function_ref<Error(uint64_t Key, StringRef Text)>;

  static Error forEachEntry(ArrayRef<StringRef> Sections, EntryFn See);
  size_t indexOf(uint64_t Address) const;
  uint64_t counted(uint64_t Number) const;

  SourceCounts &Result;
  std::vector<BlockCount> Counters; ///< from the profile, sorted
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

/// Calls \p See once with each entry.
Error SourceCounts::MapReader::forEachEntry(ArrayRef<StringRef> Sections,
                                            EntryFn See) {
  DenseSet<uint64_t> Keys;
  for (StringRef Section : Sections) {
    DataExtractor Data(Section, /*IsLittleEndian=*/true, /*AddressSize=*/8);
    DataExtractor::Cursor Cursor(0);
    while (Cursor && !Data.eof(Cursor)) {
      uint64_t Size = Data.getU32(Cursor);
      uint64_t Key = Data.getU64(Cursor);
      if (Cursor && (Size < 8 || Key < GMON_SOURCE_KEY_MIN ||
                     Key > GMON_SOURCE_KEY_MAX)) {
        consumeError(Cursor.takeError());
        return damaged();
      }
      StringRef Text = Data.getBytes(Cursor, Cursor ? Size - 8 : 0);
      if (Cursor && Keys.insert(Key).second)
        if (Error E = See(Key, Text)) {
          consumeError(Cursor.takeError());
          return E;
        }
    }
    if (Error E = Cursor.takeError())
      return E;
  }
  return Error::success();
}

Error SourceCounts::MapReader::readMaps(ArrayRef<StringRef> Sections) {
  size_t NumFound = 0;
  std::unordered_map<uint64_t, uint64_t> Shares; // a standard map: any number
                                                 // may be a key
  auto Counted = [&](uint64_t Number) { return counted(Number); };
  auto ReadShares = [&](uint64_t Key, StringRef Text) {
    MapEntry Entry(Key, Text, Counted);
    Error E = Entry.read(
        [](StringRef, StringRef, uint32_t, uint64_t) {},
        [&](uint64_t Counter, uint64_t Count) { Shares[Counter] += Count; },
        [](InstrProfFunction) {});
    if (!E)
      NumFound += indexOf(Key + Entry.numCounters()) - indexOf(Key);
    return E;
  };
  auto Value = [&](uint64_t Number) {
    auto Found = Shares.find(Number);
    return counted(Number) + (Found == Shares.end() ? 0 : Found->second);
  };
  auto ReadLines = [&](uint64_t Key, StringRef Text) {
    bool IsFirst = true;
    return MapEntry(Key, Text, Value)
        .read(
            [&](StringRef Path, StringRef Function, uint32_t Line,
                uint64_t Count) {
              Path = Result.save(Path);
              Function = Result.save(Function);
              if (std::exchange(IsFirst, false))
                Result.Functions.push_back({Path, Line, Function, 0, Count});
              Result.Lines.push_back({Path, Line, Function, 0, {Count}});
            },
            [](uint64_t, uint64_t) {},
            [&](InstrProfFunction Function) {
              Function.Name = Result.save(Function.Name);
              Function.LinkName = Result.save(Function.LinkName);
              Result.InstrProf.push_back(std::move(Function));
            });
  };
  if (Error E = forEachEntry(Sections, ReadShares))
    return E;
  if (NumFound != Counters.size())
    return damaged();
  return forEachEntry(Sections, ReadLines);
}

void SourceCounts::addCoveredLines(const Image &Program, Warnings &Warn) {
  Expected<std::vector<CoveredFunction>> Found =
      readCoverageMap(Program, InstrProf, Warn);
  if (!Found) {
    Warn.addOnce("no usable coverage mapping in '" + Program.path().str() +
                 "': " + toString(Found.takeError()));
    return;
  }
  for (const CoveredFunction &Function : *Found) {
    const StringRef Path = save(Function.Path), Name = save(Function.Name);
    Functions.push_back({Path, Function.Line, Name, 0, Function.Entries});
    for (auto [Line, Count] : Function.Lines)
      Lines.push_back({Path, Line, Name, 0, {Count}});
  }
  sortFunctions();
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

static bool isMap(object::ELFSectionRef Section) {
  Expected<StringRef> Name = Section.getName();
  return !errorToBool(Name.takeError()) && *Name == GMON_MAP_SECTION;
}

bool gmon::hasSourceMap(const Image &Program) {
  return any_of(Program.object().sections(), isMap);
}

SourceCounts SourceCounts::readFunctions(const Image &Program,
                                         const Profile &Data, Warnings &Warn) {
  SourceCounts Result;
  std::vector<BlockCount> Counters = sourceCounters(Data);
  const bool HasCounts = !Counters.empty();
  if (!HasCounts && !hasSourceMap(Program))
    return Result;
  Result.Names = std::make_unique<StringSet<>>();
  std::vector<StringRef> Sections;
  bool IsDamaged = false;
  for (object::ELFSectionRef Section : Program.object().sections()) {
    if (!isMap(Section))
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (Contents)
      Sections.push_back(*Contents);
    IsDamaged |= errorToBool(Contents.takeError());
  }
  MapReader Reader(Result, std::move(Counters));
  IsDamaged |= errorToBool(Reader.readMaps(Sections));
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
  llvm::sort(Result.InstrProf, [](const auto &A, const auto &B) {
    return std::tie(A.Name, A.Hash) < std::tie(B.Name, B.Hash);
  });
  return Result;
}

SourceCounts SourceCounts::read(const Image &Program, const Profile &Data,
                                const SymbolTable &Table, Warnings &Warn) {
  SourceCounts Result = readFunctions(Program, Data, Warn);
  // With -a=source, the map has the lines.
  if (Result.Lines.empty() && !Result.InstrProf.empty())
    Result.addCoveredLines(Program, Warn);
  Result.sortLines();
  Result.locateFunctions(Table);
  return Result;
}
