//===-- ProfileDiff.cpp - What changed between two profiles ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses differ between builds. So items are matched by linkage name; if
// several have the same, by file, and then by order.
//
//===----------------------------------------------------------------------===//

#include "model/ProfileDiff.h"
#include "support/Paths.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

/// Returns \p Name without the number that ThinLTO adds to local functions.
static StringRef withoutBuild(StringRef Name) {
  auto [Plain, Number] = Name.split(".llvm.");
  return !Number.empty() && all_of(Number, isDigit) ? Plain : Name;
}

DiffSide::DiffSide(const ProfileModel &Model, bool ByLine)
    : Program(Model.Run.Program.str()), BuildId(Model.Run.BuildId),
      HasTimes(Model.Run.HasTimes), Rate(std::max(Model.Run.Rate, 1U)),
      Total(Model.Run.Total), AtOnce(Model.Run.SamplesAtOnce) {
  // The runtime counts runs; each file of another runtime is one run.
  NumRuns = std::max<double>(
      {double(Model.Run.RunNotes.NumRuns), double(Model.Run.Files.size()), 1});
  if (!ByLine) {
    for (const ModelFunction &F : Model.Functions)
      Items.push_back({F.Name.str(), withoutBuild(F.LinkName).str(),
                       F.Path.str(), F.Line, F.Self, F.Calls + F.SelfCalls});
    return;
  }
  // Code of one line may be in several places.
  MapVector<std::tuple<StringRef, StringRef, uint32_t>, size_t> Lines;
  for (const ModelRow &Row : Model.Flat) {
    StringRef LinkName = withoutBuild(Row.LinkName);
    auto [It, IsNew] =
        Lines.try_emplace({LinkName, Row.Path, Row.Line}, Items.size());
    if (IsNew)
      Items.push_back(
          {Row.nameOfLine(), LinkName.str(), Row.Path.str(), Row.Line, 0, 0});
    Items[It->second].Samples += Row.Self;
    Items[It->second].Calls += Row.Calls;
  }
}

/// Makes keys for the items of both sides: equal for corresponding items.
static std::pair<std::vector<std::string>, std::vector<std::string>>
makeKeys(const DiffSide &Old, const DiffSide &New, bool ByLine) {
  auto Plain = [&](const DiffItem &Item) {
    return ByLine ? Item.LinkName + '\n' + baseName(Item.Path).str() + '\n' +
                        utostr(Item.Line)
                  : Item.LinkName;
  };
  StringMap<unsigned> MostUses;
  for (const DiffSide *Side : {&Old, &New}) {
    StringMap<unsigned> Uses;
    for (const DiffItem &Item : Side->Items) {
      unsigned &Most = MostUses[Plain(Item)];
      Most = std::max(Most, ++Uses[Plain(Item)]);
    }
  }
  auto KeysOf = [&](const DiffSide &Side) {
    std::vector<std::string> Keys;
    StringMap<unsigned> Uses;
    for (const DiffItem &Item : Side.Items) {
      std::string Key = Plain(Item);
      if (MostUses[Key] > 1) {
        Key += '\n' + baseName(Item.Path).str();
        Key += '\n' + utostr(Uses[Key]++);
      }
      Keys.push_back(std::move(Key));
    }
    return Keys;
  };
  return {KeysOf(Old), KeysOf(New)};
}

static std::vector<DiffRow> matchItems(const DiffSide &Old, const DiffSide &New,
                                       bool ByLine) {
  auto [OldKeys, NewKeys] = makeKeys(Old, New, ByLine);
  std::vector<DiffRow> Rows;
  StringMap<size_t> RowOf;
  for (size_t I = 0; I < Old.Items.size(); ++I) {
    RowOf[OldKeys[I]] = Rows.size();
    Rows.emplace_back().Old = &Old.Items[I];
  }
  for (size_t I = 0; I < New.Items.size(); ++I) {
    auto [It, IsNew] = RowOf.try_emplace(NewKeys[I], Rows.size());
    if (IsNew)
      Rows.emplace_back();
    Rows[It->second].New = &New.Items[I];
  }
  return Rows;
}

std::vector<DiffRow> command::compareProfiles(const DiffSide &Old,
                                              const DiffSide &New,
                                              const DiffSettings &Settings) {
  Comparison By;
  By.Tolerance = Settings.Tolerance;
  By.Risk = Settings.Risk;
  auto ExposureOf = [&](const DiffSide &Side) {
    return (Settings.ByShare ? Side.Total : Side.Rate * Side.NumRuns) /
           Side.AtOnce;
  };
  By.OldExposure = ExposureOf(Old);
  By.NewExposure = ExposureOf(New);
  std::vector<DiffRow> Rows = matchItems(Old, New, Settings.ByLine);
  std::vector<SamplePair> Interrupts;
  for (DiffRow &Row : Rows) {
    SamplePair Samples{Row.Old ? Row.Old->Samples : 0,
                       Row.New ? Row.New->Samples : 0};
    Interrupts.push_back({Samples.Old / Old.AtOnce, Samples.New / New.AtOnce});
    Row.OldTime = Old.time(Samples.Old, Settings.ByShare);
    Row.NewTime = New.time(Samples.New, Settings.ByShare);
    Row.Error =
        std::hypot(Old.time(Old.errorOf(Samples.Old), Settings.ByShare),
                   New.time(New.errorOf(Samples.New), Settings.ByShare));
    Row.HasOtherCalls = double(Row.Old ? Row.Old->Calls : 0) * New.NumRuns !=
                        double(Row.New ? Row.New->Calls : 0) * Old.NumRuns;
  }
  if (By.OldExposure > 0 && By.NewExposure > 0) {
    std::vector<double> ByChance = probabilitiesInAll(Interrupts, By);
    for (size_t I = 0; I < Rows.size(); ++I) {
      Rows[I].AloneByChance = probabilityByChance(Interrupts[I], By);
      Rows[I].ByChance = ByChance[I];
      Rows[I].IsSignificant = ByChance[I] < Settings.Risk;
    }
  }
  llvm::stable_sort(Rows, [](const DiffRow &A, const DiffRow &B) {
    return std::tuple(A.IsSignificant, std::abs(A.change())) >
           std::tuple(B.IsSignificant, std::abs(B.change()));
  });
  return Rows;
}
