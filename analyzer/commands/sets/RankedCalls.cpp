//===-- RankedCalls.cpp - Calls by rank -----------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank that makes no such call has a count of 0, and is known only when all
// ranks have been read.
//
//===----------------------------------------------------------------------===//

#include "commands/sets/RankedCalls.h"
#include "support/Progress.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// Makes a distribution of the counts of ranks, which ascend. Ranks whose count
/// is 0 may be left out.
class RankTally {
public:
  explicit RankTally(ArrayRef<uint32_t> Ranks) : Ranks(Ranks) {}

  /// Adds the count of the rank with the index \p I.
  void add(size_t I, uint64_t Value) {
    if (Next < I)
      take(0, Ranks[Next]);
    take(Value, Ranks[I]);
    Next = I + 1;
  }
  RankDistribution finish() {
    if (Next < Ranks.size())
      take(0, Ranks[Next]);
    return Result;
  }

private:
  void take(uint64_t Value, uint32_t Rank) {
    if (IsEmpty || Value < Result.Least) {
      Result.Least = Value;
      Result.LeastRank = Rank;
    }
    if (IsEmpty || Value > Result.Greatest) {
      Result.Greatest = Value;
      Result.GreatestRank = Rank;
    }
    Result.Sum += Value;
    Result.Squares += static_cast<unsigned __int128>(Value) * Value;
    IsEmpty = false;
  }

  ArrayRef<uint32_t> Ranks;
  RankDistribution Result;
  size_t Next = 0; ///< the index behind the last rank that was added
  bool IsEmpty = true;
};

} // namespace

Expected<RankedCalls>
command::sumByRank(const ProfileCounter &Counter,
                   function_ref<bool(const ModelArc &)> IsWanted) {
  std::vector<ProfileGroup> Groups =
      groupProfiles(Counter.files(), GroupKey::Rank);
  llvm::erase_if(Groups, [](const ProfileGroup &Of) { return !Of.Rank; });
  std::vector<uint32_t> Ranks;
  for (const ProfileGroup &Group : Groups)
    Ranks.push_back(*Group.Rank);
  RankTally All(Ranks);
  std::map<RankedCalls::Arc, RankTally> Arcs;
  GroupReader Reader(Counter);
  Progress Shown("reading", Groups.size(), "ranks");
  for (size_t I = 0; I < Groups.size(); ++I) {
    Shown.update(I);
    Expected<GroupCounts> Counts = Reader.read(Groups[I]);
    if (!Counts)
      return Counts.takeError();
    uint64_t Sum = 0;
    std::map<RankedCalls::Arc, uint64_t> OfRank;
    for (const ModelArc &Arc : Counts->Arcs)
      if (IsWanted(Arc)) {
        OfRank[{Arc.Caller, Arc.Callee}] += Arc.Calls;
        Sum += Arc.Calls;
      }
    All.add(I, Sum);
    for (const auto &[Arc, Calls] : OfRank)
      Arcs.try_emplace(Arc, Ranks).first->second.add(I, Calls);
  }
  RankedCalls Result;
  Result.NumRanks = Ranks.size();
  Result.All = All.finish();
  for (auto &[Arc, Tally] : Arcs)
    Result.Arcs.emplace(Arc, Tally.finish());
  return Result;
}
