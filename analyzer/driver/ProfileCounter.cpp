//===-- ProfileCounter.cpp - What single profiles counted -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accounts samples and arcs to functions as the stages do for the sum of
// profiles.
//
//===----------------------------------------------------------------------===//

#include "driver/ProfileCounter.h"
#include "profile/GmonReader.h"

using namespace gmon;
using namespace llvm;

ProfileCounter::ProfileCounter(const StageResults &From,
                               const ProfileModel &Model)
    : From(From), IsIn(symbolsOfProfile(From.Table, From.Specs)),
      Callees(functionsOf(From.Table)),
      FunctionOf(From.Table.size(), NoFunction) {
  for (FunctionIndex F = 0; F < Model.Functions.size(); ++F)
    if (const SymbolIndex I = From.Table.lookup(Model.Functions[F].Address);
        I != NoSymbol)
      FunctionOf[I] = F;
}

Expected<SingleCounts> ProfileCounter::read(StringRef Name) const {
  GmonReader Reader(From.Program.isLittleEndian(), From.Program.addressSize(),
                    FileFormat::Auto, gmonBuildId(From.Program.buildId()));
  if (Error E = Reader.add(Name).takeError())
    return std::move(E);
  const Profile Data = Reader.take();
  SingleCounts Result;
  Result.Cost = Data.cost();
  CountsByFunction Counts(Result.Functions);
  const SymbolTable &Table = From.Table;
  Result.Program =
      distributeSamples(Data, Table, [&](SymbolIndex I, double Samples) {
        const FunctionIndex F = FunctionOf[Table.accountOf(I)];
        if (IsIn[I] && F != NoFunction)
          Counts.of(F).Self += Samples;
      });
  Result.Others = double(Data.RunNotes.OtherSamples);
  Result.All = Result.Program + Result.Others;
  for (const RawArc &Raw : Data.Arcs) {
    const auto Ends = findEnds(Raw, Table, Callees);
    if (!Ends)
      continue;
    const FunctionIndex Callee = FunctionOf[Table.accountOf(Ends->second)];
    if (Callee == NoFunction)
      continue;
    Counts.of(Callee).Calls += Raw.Count;
    const FunctionIndex Caller = FunctionOf[Table.accountOf(Ends->first)];
    if (Caller == NoFunction)
      continue;
    ModelArc &Arc = Result.Arcs.emplace_back();
    Arc.Caller = Caller;
    Arc.Callee = Callee;
    Arc.Calls = Raw.Count;
  }
  return Result;
}
