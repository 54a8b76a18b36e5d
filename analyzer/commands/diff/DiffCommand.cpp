//===-- DiffCommand.cpp - llvm-gprof diff ---------------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the words that are programs or profiles, computes both sides, compares
// them and prints the result.
//
//===----------------------------------------------------------------------===//

#include "commands/CommandLine.h"
#include "commands/Commands.h"
#include "commands/CostText.h"
#include "commands/MergeInputs.h"
#include "commands/TextTable.h"
#include "commands/diff/DiffReport.h"
#include "driver/Driver.h"
#include "driver/Sidecars.h"
#include "files/OutputFile.h"
#include "files/ProfileSet.h"
#include "files/SegmentChoice.h"
#include "files/SetReader.h"
#include "formats/Format.h"
#include "profile/GmonReader.h"

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// A program and its data files, as the words name them.
struct SideWords {
  std::string Program = "a.out";
  NameList Data;
};

} // namespace

/// Whether \p Line compares two labels, or two ranks, of sets.
static bool comparesSegments(const CommandLine &Line) {
  return Line.args().getAllArgValues(OPT_label).size() == 2 ||
         Line.args().getAllArgValues(OPT_rank).size() == 2;
}

/// Returns which segments of sets the sides have. With two labels or ranks, the
/// first is that of the old side.
static Expected<std::pair<SegmentChoice, SegmentChoice>>
takeChoices(const CommandLine &Line) {
  std::pair<SegmentChoice, SegmentChoice> Choices(Line.segments(),
                                                  Line.segments());
  const std::vector<std::string> Labels =
      Line.args().getAllArgValues(OPT_label);
  const std::vector<std::string> Ranks = Line.args().getAllArgValues(OPT_rank);
  if (std::max(Labels.size(), Ranks.size()) > 2)
    return makeError("diff compares two labels or ranks, not more");
  if (Labels.size() == 2)
    Choices.first.setLabel(Labels.front());
  if (Ranks.size() == 2)
    if (Error E = Choices.first.setRanks(Ranks.front()))
      return std::move(E);
  return std::move(Choices);
}

/// Parses "[program] old new" or "program old... program new...".
static Expected<std::pair<SideWords, SideWords>>
takeSides(const CommandLine &Line, Warnings &Warn) {
  std::vector<std::string> Words = Line.inputs();
  std::pair<SideWords, SideWords> Sides;
  auto &[Old, New] = Sides;
  // Both are in one set.
  if (comparesSegments(Line) && Words.size() < 3) {
    if (Words.empty() || (Words.size() == 1 && isProgram(Words.front())))
      Words.push_back(GMON_SET_NAME);
    if (isSet(Words.back()))
      Words.push_back(Words.back());
  }
  SmallVector<size_t> Programs; ///< their indices
  for (size_t I = 0; I < Words.size(); ++I)
    if (isProgram(Words[I]))
      Programs.push_back(I);
  bool StartsRight = Programs.empty() || Programs.front() == 0;
  if (StartsRight && Programs.size() == 2) {
    Old.Program = Words.front();
    New.Program = Words[Programs[1]];
    Old.Data = NameList(ArrayRef(Words).slice(1, Programs[1] - 1));
    New.Data = NameList(ArrayRef(Words).drop_front(Programs[1] + 1));
  } else if (StartsRight && Words.size() == Programs.size() + 2) {
    if (!Programs.empty())
      Old.Program = New.Program = Words.front();
    Old.Data.push_back(Words[Words.size() - 2]);
    New.Data.push_back(Words.back());
  }
  if (Old.Data.empty() || New.Data.empty())
    for (auto [ID, Name] :
         {std::pair(OPT_label, "label"), std::pair(OPT_rank, "rank")})
      if (Line.args().getAllArgValues(ID).size() == 1 && any_of(Words, isSet))
        return makeError("diff of one set expects two " + Twine(Name) +
                         "s: --" + Name + "=OLD --" + Name + "=NEW");
  if (Old.Data.empty() || New.Data.empty())
    return makeError("diff expects two profiles, of one program or of two: "
                     "[program] old new, or program old... program new...");
  auto Choices = takeChoices(Line);
  if (!Choices)
    return Choices.takeError();
  // A side may be a file beside a set.
  auto HasSets = [](const SideWords &Side) { return any_of(Side.Data, isSet); };
  const bool HaveSets = HasSets(Old) || HasSets(New);
  for (auto [Side, Choice] :
       {std::pair(&Old, Choices->first), std::pair(&New, Choices->second)}) {
    if (HaveSets && !HasSets(*Side))
      Choice = SegmentChoice();
    if (Error E = expandNames(Side->Data, Choice, Warn).moveInto(Side->Data))
      return std::move(E);
  }
  return Sides;
}

/// Returns all files that diff reads.
static NameList filesOf(const std::pair<SideWords, SideWords> &Sides) {
  NameList Files({Sides.first.Program, Sides.second.Program});
  Files.append(Sides.first.Data);
  Files.append(Sides.second.Data);
  Files.append(existingSidecars(Files));
  return Files;
}

/// The least part of the time, in percent, of a stack in a page.
static constexpr double MinStackPercent = 0.05;

namespace {

struct SideRead {
  std::optional<DiffSide> Side;
  CallTree Stacks;             ///< for a page, if measured
  std::vector<DiffFile> Files; ///< for a page
};

/// What both sides are read with.
struct ReadSettings {
  const Options &Opts;
  bool IsForPage; ///< which has sources, too
  Warnings &Warn;
};

} // namespace

/// Reads a side; its stacks only if \p WithStacks.
static Expected<SideRead> readSide(const SideWords &Words,
                                   const ReadSettings &Settings,
                                   bool WithStacks, Warnings &Warn) {
  Options Opts = Settings.Opts;
  const bool ByLine = Opts.Lines, IsForPage = Settings.IsForPage;
  Opts.ImageFile = Words.Program;
  Opts.ProfileFiles = Words.Data;
  SideRead Side;
  auto Take = [&](const ProfileModel &Model) {
    if (mayCountTwice(Model.Run.Files->names()))
      Warn.addOnce("means of runs may be too small", WhyCountedTwice);
    Side.Side.emplace(Model, ByLine);
    if (IsForPage && Model.Origins)
      Side.Files = chooseDiffSource(Model, ByLine,
                                    {Opts.SourceFolders, Opts.AnySource}, Warn);
    if (IsForPage && Model.isMeasured())
      Side.Stacks = makeMeasuredTree(Model, MinStackPercent);
    return Error::success();
  };
  ModelParts Parts;
  Parts.Lines = IsForPage;
  Parts.Stacks = WithStacks;
  if (Error E = computeModel(Opts, Warn, Take, Parts))
    return std::move(E);
  return std::move(Side);
}

/// Reads both sides. If only one has stacks, neither is read with them: times
/// of the whole process and those of the program do not compare. Sets \p
/// StacksOf to that side.
static Expected<std::pair<SideRead, SideRead>>
readSides(const std::pair<SideWords, SideWords> &Words,
          const ReadSettings &Settings, OnlyStacks &StacksOf) {
  auto Old =
      readSide(Words.first, Settings, /*WithStacks=*/true, Settings.Warn);
  if (!Old)
    return Old.takeError();
  auto New =
      readSide(Words.second, Settings, /*WithStacks=*/true, Settings.Warn);
  if (!New)
    return New.takeError();
  if (Old->Side->IsMeasured == New->Side->IsMeasured)
    return std::pair(std::move(*Old), std::move(*New));
  StacksOf = Old->Side->IsMeasured ? OnlyStacks::Old : OnlyStacks::New;
  Warnings Known;
  if (Error E =
          Old->Side->IsMeasured
              ? readSide(Words.first, Settings, false, Known).moveInto(*Old)
              : readSide(Words.second, Settings, false, Known).moveInto(*New))
    return std::move(E);
  return std::pair(std::move(*Old), std::move(*New));
}

/// Gives \p A and \p B the greater of their units if both are of one event: a
/// sample of many events has another unit than one of few.
static void joinUnits(CostKind &A, CostKind &B) {
  const auto [FactorA, EventA] = splitUnit(A.Name);
  const auto [FactorB, EventB] = splitUnit(B.Name);
  if (EventA != EventB || FactorA == FactorB)
    return;
  CostKind &Small = FactorA < FactorB ? A : B;
  const CostKind &Great = FactorA < FactorB ? B : A;
  Small.Rate = SaturatingMultiply(
      Small.Rate, FactorA < FactorB ? FactorB / FactorA : FactorA / FactorB);
  Small.Name = Great.Name;
}

/// Gives both sides one unit. Fails if their samples count different things.
static Error joinCosts(DiffSide &A, DiffSide &B) {
  if (!A.HasTimes || !B.HasTimes)
    return Error::success();
  joinUnits(A.Cost, B.Cost);
  if (A.Cost.Name == B.Cost.Name)
    return Error::success();
  return makeError("one profile has " + A.Cost.Name + ", the other " +
                   B.Cost.Name + ": they do not compare");
}

/// Sets the tolerance of exact numbers, unless \p Line does. Each difference is
/// a change, except of events whose numbers vary.
static void setTolerance(const CommandLine &Line, const CostKind &Old,
                         const CostKind &New, DiffSettings &Settings) {
  if (!Old.IsCounted || !New.IsCounted || Line.has(OPT_tolerance))
    return;
  if (CostText(New).variesBetweenRuns())
    Settings.Slack = 2;
  else
    Settings.Tolerance = 0;
}

Expected<int> command::diff(const CommandLine &Line, Context &Ctx) {
  DiffSettings Settings;
  Settings.ByLine = Line.has(OPT_line);
  Settings.ByShare = Line.has(OPT_shares);
  Settings.Tolerance =
      Line.percentOf(OPT_tolerance, 100 * Settings.Tolerance) / 100;
  Settings.Risk = Line.percentOf(OPT_risk, 100 * Settings.Risk) / 100;
  const StringRef Output = Line.outputFile();
  const OutputFormat *FileFormat = findFormatOfFile(Output);
  const StringRef Format =
      Line.valueOf(OPT_format, FileFormat ? FileFormat->Name : "text");
  if (!is_contained({"text", "json", "html", "markdown"}, Format))
    return makeError("diff writes text, json, html or markdown, not '" +
                     Format + "'");
  auto Words = takeSides(Line, Ctx.Warn);
  if (!Words)
    return Words.takeError();
  if (!Output.empty())
    if (Error E = refuseInput(Output, filesOf(*Words)))
      return std::move(E);
  Options Opts;
  Opts.Lines = Settings.ByLine;
  // Scripts get whole names.
  Opts.ShortNames = !Line.has(OPT_full_names) && Format != "json";
  takeCostAndFolders(Line, Opts);
  const bool IsForPage = Format == "html";
  OnlyStacks StacksOf = OnlyStacks::None;
  auto Sides = readSides(*Words, {Opts, IsForPage, Ctx.Warn}, StacksOf);
  if (!Sides)
    return Sides.takeError();
  auto &[Old, New] = *Sides;
  DiffSide &OldSide = *Old.Side, &NewSide = *New.Side;
  if (OldSide.IsElapsed != NewSide.IsElapsed)
    return makeError(
        "one profile has samples of CPU time, the other of elapsed "
        "time");
  if (Error E = joinCosts(OldSide, NewSide))
    return std::move(E);
  setTolerance(Line, OldSide.Cost, NewSide.Cost, Settings);
  const ProfileDiff Diff = compareProfiles(OldSide, NewSide, Settings);
  DiffReport Report{OldSide,
                    NewSide,
                    Settings,
                    Diff,
                    Line.numberOf(OPT_top, UINT64_MAX),
                    Line.has(OPT_all)};
  Report.StacksOf = StacksOf;
  if (Diff.IsMeasured && IsForPage) {
    Report.Stacks = joinStacks(Old.Stacks, New.Stacks);
    testStacks(OldSide, NewSide, Settings, *Report.Stacks);
  }
  Report.Sources = {std::move(Old.Files), std::move(New.Files)};
  const Terminal Display = Terminal::of(Ctx.OS, Line);
  auto Print = [&](raw_ostream &OS) {
    if (Format == "html")
      printHtml(OS, Report);
    else if (Format == "json")
      printJson(OS, Report);
    else
      printInFormat(OS, Format, Display,
                    [&](raw_ostream &Text, const Terminal &Shown) {
                      printText(Text, Report, Shown);
                    });
  };
  if (Output.empty())
    Print(Ctx.OS);
  else if (Error E = writeFile(Output, Print))
    return std::move(E);
  return Line.has(OPT_exit_code) && Diff.isSignificant() ? EXIT_FAILURE
                                                         : EXIT_SUCCESS;
}
