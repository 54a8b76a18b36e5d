//===-- RankSum.cpp - Adds up distributions over ranks --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one of two parts does not have was neither called nor sampled in any of
// its processes: the lowest of them has its least value, 0.
//
//===----------------------------------------------------------------------===//

#include "profile/sidecar/StackSum.h"
#include "support/Errors.h"
#include <utility>

using namespace gmon;
using namespace llvm;

template <class Entry> static bool isBefore(const Entry &A, const Entry &B) {
  return A.key() < B.key();
}

/// Returns the distribution of a count that is 0 in all processes of \p Part.
template <class Entry>
static RankDistribution zerosOf(const RankList<Entry> &Part) {
  RankDistribution Zeros;
  Zeros.LeastRank = Zeros.GreatestRank = Part.LowestRank;
  return Zeros;
}

/// Adds the values of other processes. Returns false if a sum is too great.
static bool addTo(RankDistribution &Sum, const RankDistribution &Other) {
  if (std::tie(Other.Least, Other.LeastRank) <
      std::tie(Sum.Least, Sum.LeastRank)) {
    Sum.Least = Other.Least;
    Sum.LeastRank = Other.LeastRank;
  }
  if (Other.Greatest > Sum.Greatest ||
      (Other.Greatest == Sum.Greatest &&
       Other.GreatestRank < Sum.GreatestRank)) {
    Sum.Greatest = Other.Greatest;
    Sum.GreatestRank = Other.GreatestRank;
  }
  return !__builtin_add_overflow(Sum.Sum, Other.Sum, &Sum.Sum) &&
         !__builtin_add_overflow(Sum.Squares, Other.Squares, &Sum.Squares);
}

/// Counts each process \p Weight times. Returns false if a sum is too great.
static bool multiply(RankDistribution &Counts, uint64_t Weight) {
  return !__builtin_mul_overflow(Counts.Sum, Weight, &Counts.Sum) &&
         !__builtin_mul_overflow(Counts.Squares, Weight, &Counts.Squares);
}

/// Calls \p Take with each distribution of two entries, until it returns false.
template <class Function>
static bool forEachPair(RankedFunction &A, const RankedFunction &B,
                        Function Take) {
  return Take(A.Samples, B.Samples) && Take(A.Calls, B.Calls);
}
template <class Function>
static bool forEachPair(MpiCall &A, const MpiCall &B, Function Take) {
  return Take(A.Calls, B.Calls) && Take(A.Nanoseconds, B.Nanoseconds) &&
         Take(A.Bytes, B.Bytes);
}

/// Replaces the number of the entry's module.
static void renumber(RankedFunction &Function, ArrayRef<uint32_t> ModuleIds) {
  if (Function.Module != GMON_NO_MODULE)
    Function.Module = ModuleIds[Function.Module];
}
static void renumber(MpiCall &, ArrayRef<uint32_t>) {}

/// Adds \p More, of the same process, to \p Value. Returns false on an
/// overflow.
static bool addToValue(RankDistribution &Value, const RankDistribution &More) {
  if (__builtin_add_overflow(Value.Sum, More.Sum, &Value.Sum))
    return false;
  Value.Least = Value.Greatest = Value.Sum;
  Value.Squares = static_cast<unsigned __int128>(Value.Sum) * Value.Sum;
  return true;
}

/// Returns the entries of \p A and \p B in their order, each once: \p Join
/// joins an entry of both, and \p Keep completes one that only the list has
/// that it is told. Both return false if a value is too great.
template <class Entry, class JoinFn, class KeepFn>
static Expected<std::vector<Entry>> joinEntries(const RankList<Entry> &ListA,
                                                const RankList<Entry> &ListB,
                                                JoinFn Join, KeepFn Keep) {
  std::vector<Entry> Joined;
  Joined.reserve(std::max(ListA.Entries.size(), ListB.Entries.size()));
  auto A = ListA.Entries.begin(), EndA = ListA.Entries.end();
  auto B = ListB.Entries.begin(), EndB = ListB.Entries.end();
  while (A != EndA || B != EndB) {
    const bool HasA = A != EndA && (B == EndB || A->key() <= B->key());
    const bool HasB = B != EndB && (A == EndA || B->key() <= A->key());
    Entry &Made = Joined.emplace_back(HasA ? *A : *B);
    if (HasA && HasB ? !Join(Made, *B) : !Keep(Made, HasA ? ListB : ListA))
      return tooGreat();
    A += HasA;
    B += HasB;
  }
  return std::move(Joined);
}

/// Adds \p Part, of the last process, to what it has already.
template <class Entry>
Error RankSum<Entry>::addToLast(const RankList<Entry> &Part) {
  return joinEntries(
             Last, Part,
             [](Entry &Sum, const Entry &More) {
               return forEachPair(Sum, More, addToValue);
             },
             [](Entry &, const RankList<Entry> &) { return true; })
      .moveInto(Last.Entries);
}

/// Adds the last process to the sum.
template <class Entry> Error RankSum<Entry>::joinLast() {
  RankList<Entry> Part = std::exchange(Last, {});
  bool Fits = !__builtin_mul_overflow(Part.NumProcesses, LastWeight,
                                      &Part.NumProcesses);
  for (Entry &E : Part.Entries)
    Fits = Fits &&
           forEachPair(E, E,
                       [&](RankDistribution &Counts, const RankDistribution &) {
                         return multiply(Counts, LastWeight);
                       });
  if (!Fits)
    return tooGreat();
  if (!Sum.NumProcesses) {
    Sum = std::move(Part);
    return Error::success();
  }
  if (!Part.NumProcesses)
    return Error::success();
  auto Join = [](Entry &Sum, const Entry &Other) {
    return forEachPair(Sum, Other, addTo);
  };
  auto Keep = [](Entry &Kept, const RankList<Entry> &Other) {
    const RankDistribution Zeros = zerosOf(Other);
    return forEachPair(Kept, Kept,
                       [&](RankDistribution &Counts, const RankDistribution &) {
                         return addTo(Counts, Zeros);
                       });
  };
  if (Error E = joinEntries(Sum, Part, Join, Keep).moveInto(Sum.Entries))
    return E;
  Sum.LowestRank = std::min(Sum.LowestRank, Part.LowestRank);
  if (__builtin_add_overflow(Sum.NumProcesses, Part.NumProcesses,
                             &Sum.NumProcesses))
    return tooGreat();
  return Error::success();
}

template <class Entry>
Error RankSum<Entry>::add(RankList<Entry> Part, ArrayRef<uint32_t> ModuleIds,
                          uint64_t Weight, bool ContinuesRun) {
  if (!ContinuesRun)
    if (Error E = joinLast())
      return E;
  if (!Part.NumProcesses)
    return Error::success();
  for (Entry &E : Part.Entries)
    renumber(E, ModuleIds);
  llvm::sort(Part.Entries, isBefore<Entry>);
  auto IsSame = [](const Entry &A, const Entry &B) {
    return A.key() == B.key();
  };
  if (std::adjacent_find(Part.Entries.begin(), Part.Entries.end(), IsSame) !=
      Part.Entries.end())
    return makeError("it has two modules of one name with the same functions "
                     "of ranks");
  if (Last.NumProcesses == 1 && Part.NumProcesses == 1)
    return addToLast(Part);
  if (Error E = joinLast())
    return E;
  Last = std::move(Part);
  LastWeight = Weight;
  return Error::success();
}

template <class Entry>
Expected<RankList<Entry>> RankSum<Entry>::take(ArrayRef<uint32_t> ModuleOf) {
  if (Error E = joinLast())
    return std::move(E);
  for (Entry &E : Sum.Entries)
    renumber(E, ModuleOf);
  llvm::sort(Sum.Entries, isBefore<Entry>);
  return std::move(Sum);
}

template class gmon::RankSum<RankedFunction>;
template class gmon::RankSum<MpiCall>;
