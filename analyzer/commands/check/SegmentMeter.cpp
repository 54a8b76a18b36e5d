//===-- SegmentMeter.cpp - Measures single profiles of sets ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the caller and the callee by name, and adds up the calls between them
// by rank.
//
//===----------------------------------------------------------------------===//

#include "commands/check/SegmentMeter.h"
#include "commands/sets/RankedCalls.h"
#include "llvm/ADT/STLExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

Expected<Figure> command::imbalanceOfCalls(const ProfileModel &Model,
                                           const Quantity &Wanted) {
  Figure Result;
  const RuleNames Names(Model);
  SmallVector<NamedFunctions, 2> Named;
  for (StringRef Name : Wanted.Names) {
    const NamedInRule &Found = Names.of(Name);
    Named.push_back(Found.InProgram);
    if (Result.Missing.empty())
      Result.Missing = Found.Missing;
  }
  if (!Result.Missing.empty())
    return Result;
  RankedCalls Calls;
  auto IsWanted = [&](const ModelArc &Arc) {
    return is_contained(Named[0], Arc.Caller) &&
           is_contained(Named[1], Arc.Callee);
  };
  if (Error E = sumByRank(*Model.Single, IsWanted).moveInto(Calls))
    return std::move(E);
  if (!Calls.NumRanks) {
    Result.Missing = HowToGetRankedCalls.str();
    return Result;
  }
  if (!Calls.All.Sum) {
    Result.Missing =
        "no calls of '" + Wanted.Names[1] + "' by '" + Wanted.Names[0] + "'";
    return Result;
  }
  Result.Ratio = Calls.All.imbalance(Calls.NumRanks);
  Result.Rank = Calls.All.GreatestRank;
  return Result;
}
