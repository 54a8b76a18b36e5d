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

#include "profile/sidecar/RankSum.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace gmon;
using namespace llvm;

static auto keyOf(const RankedFunction &Function) {
  return std::tie(Function.Module, Function.Address);
}

static auto keyOf(const MpiCall &Call) {
  return std::tie(Call.Name, Call.Communicator);
}

template <class Entry> static bool isBefore(const Entry &A, const Entry &B) {
  return keyOf(A) < keyOf(B);
}

static Error tooGreat() { return makeError("the counts exceed 64 bits"); }

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

/// Makes each process count \p Weight times. Returns false if a sum is too
/// great.
static bool multiply(RankDistribution &By, uint64_t Weight) {
  return !__builtin_mul_overflow(By.Sum, Weight, &By.Sum) &&
         !__builtin_mul_overflow(By.Squares, Weight, &By.Squares);
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

template <class Entry> Error RankSum<Entry>::join(const RankList<Entry> &Part) {
  std::vector<Entry> Joined;
  Joined.reserve(std::max(Sum.Entries.size(), Part.Entries.size()));
  auto A = Sum.Entries.begin(), EndA = Sum.Entries.end();
  auto B = Part.Entries.begin(), EndB = Part.Entries.end();
  while (A != EndA || B != EndB) {
    const bool HasA = A != EndA && (B == EndB || keyOf(*A) <= keyOf(*B));
    const bool HasB = B != EndB && (A == EndA || keyOf(*B) <= keyOf(*A));
    Entry &Both = Joined.emplace_back(HasA ? *A : *B);
    const RankDistribution Zeros = zerosOf(HasA ? Part : Sum);
    const bool HaveBoth = HasA && HasB;
    if (!forEachPair(Both, HaveBoth ? *B : Both,
                     [&](RankDistribution &To, const RankDistribution &Other) {
                       return addTo(To, HaveBoth ? Other : Zeros);
                     }))
      return tooGreat();
    A += HasA;
    B += HasB;
  }
  Sum.Entries = std::move(Joined);
  Sum.LowestRank = std::min(Sum.LowestRank, Part.LowestRank);
  if (__builtin_add_overflow(Sum.NumProcesses, Part.NumProcesses,
                             &Sum.NumProcesses))
    return tooGreat();
  return Error::success();
}

template <class Entry>
Error RankSum<Entry>::add(RankList<Entry> Part, ArrayRef<uint32_t> ModuleIds,
                          uint64_t Weight) {
  if (!Part.NumProcesses)
    return Error::success();
  bool Fits =
      !__builtin_mul_overflow(Part.NumProcesses, Weight, &Part.NumProcesses);
  for (Entry &Each : Part.Entries) {
    Fits = Fits &&
           forEachPair(Each, Each,
                       [&](RankDistribution &By, const RankDistribution &) {
                         return multiply(By, Weight);
                       });
    renumber(Each, ModuleIds);
  }
  if (!Fits)
    return tooGreat();
  llvm::sort(Part.Entries, isBefore<Entry>);
  auto IsSame = [](const Entry &A, const Entry &B) {
    return keyOf(A) == keyOf(B);
  };
  if (std::adjacent_find(Part.Entries.begin(), Part.Entries.end(), IsSame) !=
      Part.Entries.end())
    return makeError("it has two modules of one name with the same functions "
                     "of ranks");
  if (Sum.NumProcesses)
    return join(Part);
  Sum = std::move(Part);
  return Error::success();
}

template <class Entry>
RankList<Entry> RankSum<Entry>::take(ArrayRef<uint32_t> ModuleOf) {
  for (Entry &Each : Sum.Entries)
    renumber(Each, ModuleOf);
  llvm::sort(Sum.Entries, isBefore<Entry>);
  return std::move(Sum);
}

template class gmon::RankSum<RankedFunction>;
template class gmon::RankSum<MpiCall>;
