//===-- SourceChoice.cpp - Some counts of many profiles -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the maps once, with counts that are 0, and keeps entries.
//
//===----------------------------------------------------------------------===//

#include "counts/SourceChoice.h"

#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace gmon;
using namespace llvm;

/// Returns the map of \p Program; nothing if it is damaged.
static std::vector<MapEntry> entriesOf(const Image &Program) {
  Expected<std::vector<MapEntry>> All = readSourceMap(Program);
  if (errorToBool(All.takeError()))
    return {};
  return std::move(*All);
}

/// Passes what \p Entry says to \p See, and returns the number of its counters.
static uint64_t look(const MapEntry &Entry, const MapVisitor &See) {
  Expected<uint64_t> Count = Entry.read([](uint64_t) { return 0; }, See);
  return errorToBool(Count.takeError()) ? 0 : *Count;
}

/// Adds the counters of \p Entries to \p Ends, by first: their ends.
static void addCounters(ArrayRef<MapEntry> Entries,
                        std::map<uint64_t, uint64_t> &Ends) {
  for (const MapEntry &Entry : Entries)
    if (const uint64_t Count = look(Entry, {}))
      Ends[Entry.key()] = Entry.key() + Count;
}

std::vector<std::pair<uint64_t, uint64_t>> SourceChoice::counters() const {
  std::map<uint64_t, uint64_t> Ends;
  addCounters(Entries, Ends);
  addCounters(Sharing, Ends);
  return {Ends.begin(), Ends.end()};
}

/// Adds those of \p All that have shares of the chosen entries' counters.
void SourceChoice::addSharing(ArrayRef<MapEntry> All) {
  std::map<uint64_t, uint64_t> Ends;
  addCounters(Entries, Ends);
  for (const MapEntry &Entry : All) {
    bool IsSharing = false;
    MapVisitor See;
    auto SeeShare = [&](uint64_t Counter, uint64_t) {
      auto Next = Ends.upper_bound(Counter);
      IsSharing |= Next != Ends.begin() && Counter < std::prev(Next)->second;
    };
    See.Share = SeeShare;
    look(Entry, See);
    if (IsSharing)
      Sharing.push_back(Entry);
  }
}

SourceChoice SourceChoice::ofFunctions(const Image &Program, NameFn IsWanted) {
  SourceChoice Result;
  const std::vector<MapEntry> All = entriesOf(Program);
  copy_if(All, std::back_inserter(Result.Entries),
          [&](const MapEntry &Entry) { return IsWanted(Entry.function()); });
  Result.addSharing(All);
  return Result;
}

std::vector<StringRef> SourceChoice::functionsOf(const Image &Program) {
  std::vector<StringRef> Result;
  for (const MapEntry &Entry : entriesOf(Program))
    Result.push_back(Entry.function());
  return Result;
}

SourceChoice SourceChoice::ofLines(const Image &Program, LineFn IsWanted) {
  SourceChoice Result;
  const std::vector<MapEntry> All = entriesOf(Program);
  bool HasLines = false;
  for (const MapEntry &Entry : All) {
    bool HasWanted = false;
    MapVisitor See;
    auto SeeLine = [&](StringRef Path, StringRef, uint32_t Line, uint64_t) {
      HasLines = true;
      HasWanted |= IsWanted(Path, Line, Line);
    };
    See.Line = SeeLine;
    look(Entry, See);
    if (HasWanted)
      Result.Entries.push_back(Entry);
  }
  if (HasLines) {
    Result.addSharing(All);
    return Result;
  }
  Expected<CoverageMap> Mapping = CoverageMap::read(Program);
  if (errorToBool(Mapping.takeError()))
    return Result;
  Result.Mapping = std::move(*Mapping);
  Result.Mapping.keepLines(IsWanted);
  const StringSet<> Names = Result.Mapping.names();
  for (const MapEntry &Entry : All) {
    bool HasWanted = false;
    MapVisitor See;
    auto SeeFunction = [&](const InstrProfFunction &Function) {
      HasWanted = Names.contains(Function.Name);
    };
    See.InstrProf = SeeFunction;
    look(Entry, See);
    if (HasWanted)
      Result.Entries.push_back(Entry);
  }
  Result.addSharing(All);
  return Result;
}
