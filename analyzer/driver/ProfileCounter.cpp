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

using namespace gmon;
using namespace llvm;

ProfileCounter::ProfileCounter(const StageResults &Stages,
                               const ProfileModel &Model)
    : Stages(Stages), IsIn(symbolsOfProfile(Stages.Table, Stages.Specs)),
      Callees(functionsOf(Stages.Table)),
      FunctionOf(Stages.Table.size(), NoIndex) {
  for (FunctionIndex F = 0; F < Model.NumInGraph; ++F)
    if (const SymbolIndex I = Stages.Table.lookup(Model.Functions[F].Address);
        I != NoSymbol)
      FunctionOf[I] = F;
}

CodeRanges ProfileCounter::codeOf(const BitVector &Functions) const {
  const SymbolTable &Table = Stages.Table;
  CodeRanges Result;
  for (SymbolIndex I = 0; I < Table.size(); ++I) {
    const FunctionIndex F = Callees[I] == NoSymbol
                                ? NoIndex
                                : FunctionOf[Table.accountOf(Callees[I])];
    // A symbol ends where the next one starts.
    if (F != NoIndex && Functions.test(F))
      Result.emplace_back(Table[I].Address, I + 1 < Table.size()
                                                ? Table[I + 1].Address
                                                : UINT64_MAX);
  }
  return Result;
}

WantedCounts::WantedCounts(CodeRanges Code, SourceChoice Source)
    : Source(std::move(Source)), Keys(std::move(Code)) {
  append_range(Keys, this->Source.counters()); // behind all code
}

Expected<SingleCounts> ProfileCounter::read(StringRef Name,
                                            const WantedCounts *Only) const {
  GmonReader Reader(Stages.Program.isLittleEndian(),
                    Stages.Program.addressSize(), FileFormat::Auto,
                    gmonBuildId(Stages.Program.buildId()));
  if (Only)
    Reader.keepOnly(Only->Keys);
  if (Error E = Reader.add(Name).takeError())
    return std::move(E);
  const Profile Data = Reader.take();
  SingleCounts Result;
  Result.Cost = Data.cost();
  CountsByFunction Counts(Result.Functions);
  const SymbolTable &Table = Stages.Table;
  Result.Program =
      distributeSamples(Data, Table, [&](SymbolIndex I, double Samples) {
        const FunctionIndex F = FunctionOf[Table.accountOf(I)];
        if (IsIn[I] && F != NoIndex)
          Counts.of(F).Self += Samples;
      });
  Result.All = Result.Program + double(Data.RunNotes.OtherSamples);
  for (const RawArc &Raw : Data.Arcs) {
    const auto Ends = findEnds(Raw, Table, Callees);
    if (!Ends)
      continue;
    const FunctionIndex Callee = FunctionOf[Table.accountOf(Ends->second)];
    if (Callee == NoIndex)
      continue;
    Counts.of(Callee).Calls += Raw.Count;
    const FunctionIndex Caller = FunctionOf[Table.accountOf(Ends->first)];
    if (Caller == NoIndex)
      continue;
    ModelArc &Arc = Result.Arcs.emplace_back();
    Arc.Caller = Caller;
    Arc.Callee = Callee;
    Arc.Calls = Raw.Count;
  }
  if (Only && !Only->Source.empty())
    Result.Source = SourceCounts::readChosen(Only->Source, Data);
  return Result;
}

// A module knows of samples elsewhere since its runtime started. So the module
// whose runtime was the first to start, as in a constructor, knows all.
Expected<double>
ProfileCounter::samplesOfProcess(const std::optional<MemberPlace> &Place,
                                 const SingleCounts &Counts) const {
  double Result = Counts.All;
  const std::optional<SegmentMember> Mine =
      Place ? memberAt(*Place) : std::nullopt;
  if (!Mine)
    return Result;
  const CodeRanges None;
  for (const SegmentMember &Other : Place->Set->membersOf(*Place->Of)) {
    if (Other.Kind != GMON_MEMBER_PROFILE || Other.Series != Mine->Series ||
        Other.Library == Mine->Library)
      continue;
    GmonReader Reader(Stages.Program.isLittleEndian(),
                      Stages.Program.addressSize(), FileFormat::Magic);
    Reader.keepOnly(None);
    if (Error E = Reader.add(Place->Set->nameOf(*Place->Of, Other.name()))
                      .takeError())
      return std::move(E);
    const Profile &Known = Reader.profile();
    Result = std::max(Result, double(Known.numSamples()) +
                                  double(Known.RunNotes.OtherSamples));
  }
  return Result;
}
