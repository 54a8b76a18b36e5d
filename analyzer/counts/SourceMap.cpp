//===-- SourceMap.cpp - What source counters mean -------------------------===//
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

#include "counts/SourceMap.h"
#include "gmon/format.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/DataExtractor.h"

using namespace gmon;
using namespace llvm;

static Error damaged() {
  return createStringError("the map of source counters is damaged");
}

namespace {

/// Reads an entry, field by field.
class EntryReader {
public:
  EntryReader(uint64_t Key, StringRef Text, MapEntry::ValueFn ValueOf,
              const MapVisitor &See)
      : Key(Key), Data(Text, /*IsLittleEndian=*/true, /*AddressSize=*/8),
        ValueOf(ValueOf), See(See) {}

  Expected<uint64_t> read() {
    NumCounters = next();
    IsSound = NumCounters <= UINT64_MAX - Key;
    Function = Data.getCStrRef(Cursor);
    // Every part takes bytes, so too large numbers end at the text's end.
    for (uint64_t Left = next(); Cursor && Left; --Left)
      Paths.push_back(Data.getCStrRef(Cursor));
    if (IsSound) {
      readDerived();
      readLines();
      readShares();
      readInstrProf();
    }
    if (Error E = Cursor.takeError())
      return std::move(E);
    if (!IsSound)
      return damaged();
    return NumCounters;
  }

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

  void readLines() {
    for (uint64_t Left = next(); Cursor && IsSound && Left; --Left) {
      uint64_t File = next();
      uint64_t Line = next();
      uint64_t Value = count(next());
      IsSound &= File < Paths.size() && Line != 0 && Line <= UINT32_MAX;
      // Counters that changed during reading may contradict each other.
      if (Cursor && IsSound && See.Line)
        See.Line(Paths[File], Function, Line, int64_t(Value) < 0 ? 0 : Value);
    }
  }

  void readShares() {
    uint64_t Counter = GMON_SOURCE_KEY_MIN;
    for (uint64_t Left = next(); Cursor && IsSound && Left; --Left) {
      Counter += next();
      uint64_t Value = count(next());
      Value *= next();
      // Otherwise, shares of counters that do not exist would be lost.
      IsSound &= Counter >= GMON_SOURCE_KEY_MIN;
      if (Cursor && IsSound && See.Share)
        See.Share(Counter, Value);
    }
  }

  void readInstrProf() {
    if (!Cursor || Data.eof(Cursor))
      return;
    InstrProfFunction Result;
    Result.Name = Data.getCStrRef(Cursor);
    Result.LinkName = Function;
    Result.Hash = next();
    const uint64_t NumCounts = next();
    const uint64_t NumBits = next();
    IsSound &= NumCounts <= NumCounters && NumBits == NumCounters - NumCounts;
    if (!Cursor || !IsSound || !See.InstrProf)
      return;
    for (uint64_t I = 0; I < NumCounts; ++I)
      Result.Counts.push_back(count(I));
    Result.Decisions.resize(divideCeil(NumBits, 8));
    for (uint64_t I = 0; I < NumBits; ++I)
      if (count(NumCounts + I))
        Result.Decisions[I / 8] |= 1 << I % 8;
    See.InstrProf(std::move(Result));
  }

  uint64_t Key;
  DataExtractor Data;
  DataExtractor::Cursor Cursor{0};
  MapEntry::ValueFn ValueOf;
  const MapVisitor &See;
  uint64_t NumCounters = 0;
  StringRef Function;
  std::vector<StringRef> Paths;
  std::vector<uint64_t> Derived;
  bool IsSound = true;
};

} // namespace

Expected<uint64_t> MapEntry::read(ValueFn ValueOf,
                                  const MapVisitor &See) const {
  return EntryReader(Key, Text, ValueOf, See).read();
}

StringRef MapEntry::function() const {
  DataExtractor Data(Text, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  uint64_t Offset = 0;
  Data.getULEB128(&Offset); // the number of counters
  return Data.getCStrRef(&Offset);
}

static bool isMap(object::ELFSectionRef Section) {
  Expected<StringRef> Name = Section.getName();
  return !errorToBool(Name.takeError()) && *Name == GMON_MAP_SECTION;
}

bool gmon::hasSourceMap(const Image &Program) {
  return any_of(Program.object().sections(), isMap);
}

/// Adds the entries of \p Section whose keys \p Keys does not have.
static Error addEntries(StringRef Section, DenseSet<uint64_t> &Keys,
                        std::vector<MapEntry> &Result) {
  DataExtractor Data(Section, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  DataExtractor::Cursor Cursor(0);
  while (Cursor && !Data.eof(Cursor)) {
    uint64_t Size = Data.getU32(Cursor);
    uint64_t Key = Data.getU64(Cursor);
    if (Cursor &&
        (Size < 8 || Key < GMON_SOURCE_KEY_MIN || Key > GMON_SOURCE_KEY_MAX)) {
      consumeError(Cursor.takeError());
      return damaged();
    }
    StringRef Text = Data.getBytes(Cursor, Cursor ? Size - 8 : 0);
    if (Cursor && Keys.insert(Key).second)
      Result.emplace_back(Key, Text);
  }
  return Cursor.takeError();
}

Expected<std::vector<MapEntry>> gmon::readSourceMap(const Image &Program) {
  std::vector<MapEntry> Result;
  DenseSet<uint64_t> Keys;
  for (object::ELFSectionRef Section : Program.object().sections()) {
    if (!isMap(Section))
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (!Contents)
      return Contents.takeError();
    if (Error E = addEntries(*Contents, Keys, Result))
      return std::move(E);
  }
  return Result;
}
