//===-- RankSum.cpp - Adds up distributions over ranks --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that one of two parts does not have was neither called nor sampled
// in any of its processes: the lowest of them has its least value, 0.
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

static bool isBefore(const RankedFunction &A, const RankedFunction &B) {
  return keyOf(A) < keyOf(B);
}

static Error tooGreat() { return makeError("the counts exceed 64 bits"); }

/// Returns the distribution of a count that is 0 in all processes of \p Part.
static RankDistribution zerosOf(const RankCounts &Part) {
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

Error RankSum::join(const RankCounts &Part) {
  std::vector<RankedFunction> Joined;
  Joined.reserve(std::max(Sum.Functions.size(), Part.Functions.size()));
  auto A = Sum.Functions.begin(), EndA = Sum.Functions.end();
  auto B = Part.Functions.begin(), EndB = Part.Functions.end();
  while (A != EndA || B != EndB) {
    const bool HasA = A != EndA && (B == EndB || keyOf(*A) <= keyOf(*B));
    const bool HasB = B != EndB && (A == EndA || keyOf(*B) <= keyOf(*A));
    RankedFunction &Both = Joined.emplace_back(HasA ? *A : *B);
    const RankDistribution Zeros = zerosOf(HasA ? Part : Sum);
    const bool HaveBoth = HasA && HasB;
    if (!addTo(Both.Samples, HaveBoth ? B->Samples : Zeros) ||
        !addTo(Both.Calls, HaveBoth ? B->Calls : Zeros))
      return tooGreat();
    A += HasA;
    B += HasB;
  }
  Sum.Functions = std::move(Joined);
  Sum.LowestRank = std::min(Sum.LowestRank, Part.LowestRank);
  if (__builtin_add_overflow(Sum.NumProcesses, Part.NumProcesses,
                             &Sum.NumProcesses))
    return tooGreat();
  return Error::success();
}

Error RankSum::add(RankCounts Part, ArrayRef<uint32_t> ModuleIds,
                   uint64_t Weight) {
  if (!Part.NumProcesses)
    return Error::success();
  bool Fits =
      !__builtin_mul_overflow(Part.NumProcesses, Weight, &Part.NumProcesses);
  for (RankedFunction &Each : Part.Functions) {
    Fits =
        Fits && multiply(Each.Samples, Weight) && multiply(Each.Calls, Weight);
    if (Each.Module != GMON_NO_MODULE)
      Each.Module = ModuleIds[Each.Module];
  }
  if (!Fits)
    return tooGreat();
  llvm::sort(Part.Functions, isBefore);
  auto IsSame = [](const RankedFunction &A, const RankedFunction &B) {
    return keyOf(A) == keyOf(B);
  };
  if (std::adjacent_find(Part.Functions.begin(), Part.Functions.end(),
                         IsSame) != Part.Functions.end())
    return makeError("it has two modules of one name with the same functions "
                     "of ranks");
  if (Sum.NumProcesses)
    return join(Part);
  Sum = std::move(Part);
  return Error::success();
}

RankCounts RankSum::take(ArrayRef<uint32_t> ModuleOf) {
  for (RankedFunction &Each : Sum.Functions)
    if (Each.Module != GMON_NO_MODULE)
      Each.Module = ModuleOf[Each.Module];
  llvm::sort(Sum.Functions, isBefore);
  return std::move(Sum);
}
