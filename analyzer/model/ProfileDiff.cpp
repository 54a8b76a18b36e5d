//===-- ProfileDiff.cpp - What changed between two profiles ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches the items of two profiles, and tests their differences. Addresses
// differ between builds. So items are matched by linkage name; if several have
// the same, by file, and then by order.
//
//===----------------------------------------------------------------------===//

#include "model/ProfileDiff.h"
#include "model/IncompleteStacks.h"
#include "model/StackFacts.h"
#include "model/StackTimes.h"
#include "support/Printable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

StringRef command::linkNameOfBuilds(StringRef LinkName) {
  auto [Plain, Number] = LinkName.split(".llvm.");
  return !Number.empty() && all_of(Number, isDigit) ? Plain : LinkName;
}

StringRef command::linkNameOf(const ModelFunction &Function) {
  return Function.LinkName.empty() ? Function.Name : Function.LinkName;
}

/// Returns an item without times for the function \p F, with \p Line in its
/// name.
static DiffItem itemOf(const ProfileModel &Model, FunctionIndex F,
                       const Twine &Line = "") {
  const ModelFunction &Function = Model.Functions[F];
  DiffItem Item;
  Item.Name = (Function.Name + Line).str();
  Item.LinkName = linkNameOfBuilds(linkNameOf(Function)).str();
  Item.Path = Function.Path.str();
  Item.Line = Function.Line;
  Item.Calls = Function.Calls.value_or(0);
  Item.HasCalls = Function.Calls.has_value();
  if (Function.What != ModelFunction::Function || Function.Module == NoIndex ||
      Model.Modules[Function.Module].IsProgram)
    return Item;
  Item.Module = Model.Modules[Function.Module].Name;
  Item.Name += " [" + Item.Module + "]";
  return Item;
}

DiffSide::DiffSide(const ProfileModel &Model, bool ByLine)
    : Program(Model.Run.Program.str()), BuildId(Model.Run.BuildId),
      IsMeasured(Model.HasStacks),
      Cost(IsMeasured ? Model.StackCost : Model.Run.Cost),
      Total(IsMeasured ? Model.numSamples() : Model.Run.Total),
      AtOnce(IsMeasured ? Model.StackSamplesAtOnce : Model.Run.SamplesAtOnce) {
  HasTimes = IsMeasured || Model.Run.HasTimes;
  IsUnsampled = wasNotSampled(Model) || (!HasTimes && !Cost.IsCounted);
  Cost.Rate = std::max<uint64_t>(Cost.Rate, 1);
  NumRuns = double(IsMeasured ? std::max<uint64_t>(Model.Runs, 1)
                              : Model.Run.NumRuns);
  UnsampledThreads = Model.Run.RunNotes.UnsampledThreads;
  if (IsMeasured) {
    IsElapsed = Model.IsElapsed;
    if (const StackRanks &Ranks = Model.Ranks; Ranks.NumProcesses == 1)
      Rank = Ranks.Program.LeastRank;
  }
  if (!ByLine)
    addFunctions(Model);
  else if (IsMeasured)
    addLines(Model);
  else
    addRows(Model);
}

void DiffSide::addFunctions(const ProfileModel &Model) {
  const StackTimes Times =
      IsMeasured ? StackTimes(Model) : StackTimes::shown(Model);
  for (const auto &[F, Function] : enumerate(Model.Functions)) {
    const StackTime &Time = Times.ofFunction(F);
    DiffItem &Item = Items.emplace_back(itemOf(Model, F));
    Item.Samples = Time.Self;
    Item.OfCalls = Times.ofCalls(F).Self;
    if (IsMeasured) {
      Item.Total = Time.Total;
      continue;
    }
    Item.HasCalls = true;
    Item.Bounds = Function.Bounds;
    Item.IsEstimate = Item.Bounds.has_value();
  }
}

/// Adds the rows of the flat profile of \p Model. Code of one line may be in
/// several places.
void DiffSide::addRows(const ProfileModel &Model) {
  MapVector<std::tuple<StringRef, StringRef, uint32_t>, size_t> Lines;
  for (const ModelRow &Row : Model.Flat) {
    StringRef LinkName = linkNameOfBuilds(Row.LinkName);
    auto [It, IsNew] =
        Lines.try_emplace({LinkName, Row.Path, Row.Line}, Items.size());
    if (IsNew)
      Items.push_back({Row.nameOfLine(), LinkName.str(), Row.Path.str(),
                       Row.Line, 0, 0, 0, true, ""});
    Items[It->second].Samples += Row.Self;
    Items[It->second].IsEstimate |=
        Model.Functions[Row.Function].Bounds.has_value();
    Items[It->second].Calls += Row.Calls;
  }
}

/// Adds the lines of the stacks of \p Model. The line where a function begins
/// has its calls.
void DiffSide::addLines(const ProfileModel &Model) {
  using Key = std::tuple<FunctionIndex, StringRef, uint32_t>;
  std::map<Key, StackTime> Lines;
  for (const StackLine &Line : StackTimes(Model).lines())
    Lines[{Line.Function, Line.Path, Line.Line}] = Line.Time;
  for (FunctionIndex F = 0; F < Model.Functions.size(); ++F)
    if (const ModelFunction &Function = Model.Functions[F]; Function.Calls)
      Lines.try_emplace(
          {F, Function.Path, Function.Path.empty() ? 0 : Function.Line});
  for (const auto &[Line, Time] : Lines) {
    const auto &[F, Path, Number] = Line;
    const ModelFunction &Function = Model.Functions[F];
    std::string Place;
    if (!Path.empty())
      Place = (" (" + baseName(Path) + ":" + Twine(Number) + ")").str();
    DiffItem Item = itemOf(Model, F, Place);
    if (Path != Function.Path || (!Path.empty() && Number != Function.Line))
      Item.Calls = 0;
    Item.Path = Path.str();
    Item.Line = Number;
    Item.Samples = Time.Self;
    Item.Total = Time.Total;
    if (Model.Functions[F].HasInlinedCalls)
      Item.OfCalls = 0;
    Items.push_back(std::move(Item));
  }
}

namespace {

/// Finds functions or lines of both sides that correspond although their
/// modules differ: a library may be linked into the program of one side, and a
/// profile may not know the module of a function that is on no stack.
class ModuleFreeNames {
public:
  ModuleFreeNames(const DiffSide &Old, const DiffSide &New, bool ByLine);

  /// Returns the key of an item without its module.
  std::string nameOf(const DiffItem &Item) const {
    return ByLine ? Item.LinkName + '\n' + baseName(Item.Path).str() + '\n' +
                        utostr(Item.Line)
                  : Item.LinkName;
  }
  /// Whether each side has one item of that name, and their files do not say
  /// that they are different.
  bool isEnough(StringRef Name) const {
    auto Found = Items.find(Name);
    return Found != Items.end() && Found->second.IsOne;
  }

private:
  struct Pair {
    const DiffItem *Sides[2] = {nullptr, nullptr};
    bool IsOne = true;
  };

  bool ByLine;
  StringMap<Pair> Items;
};

} // namespace

ModuleFreeNames::ModuleFreeNames(const DiffSide &Old, const DiffSide &New,
                                 bool ByLine)
    : ByLine(ByLine) {
  for (unsigned Side : {0, 1})
    for (const DiffItem &Item : (Side ? New : Old).Items) {
      Pair &Match = Items[nameOf(Item)];
      Match.IsOne &= !Match.Sides[Side];
      Match.Sides[Side] = &Item;
    }
  for (auto &Entry : Items) {
    Pair &Match = Entry.second;
    const auto [A, B] = Match.Sides;
    Match.IsOne &= A && B &&
                   (A->Path.empty() || B->Path.empty() ||
                    baseName(A->Path) == baseName(B->Path));
  }
}

/// Makes keys for the items of both sides: equal for corresponding items.
static std::pair<std::vector<std::string>, std::vector<std::string>>
makeKeys(const DiffSide &Old, const DiffSide &New, bool ByLine) {
  const ModuleFreeNames Names(Old, New, ByLine);
  auto Plain = [&](const DiffItem &Item) {
    std::string Name = Names.nameOf(Item);
    return Item.Module.empty() || Names.isEnough(Name)
               ? Name
               : Name + '\n' + Item.Module;
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

namespace {

/// Compares numbers of samples.
class Comparer {
public:
  Comparer(const DiffSide &Old, const DiffSide &New,
           const DiffSettings &Settings)
      : Old(Old), New(New), Settings(Settings) {
    Rule.Tolerance = Settings.Tolerance;
    Rule.OldExposure = exposureOf(Old);
    Rule.NewExposure = exposureOf(New);
  }

  DiffChange changeOf(const SamplePair &Samples) const;
  /// Tests all \p Changes, which have \p Samples. \p Risk is that of a false
  /// alarm in any.
  void test(ArrayRef<DiffChange *> Changes, ArrayRef<SamplePair> Samples,
            double Risk);

private:
  /// Whether \p Exact is more than the tolerance and the slack.
  bool isChange(const DiffChange &Exact) const {
    const double Greater = std::max(Exact.OldTime, Exact.NewTime);
    return std::abs(Exact.change()) > Settings.Tolerance * Exact.OldTime +
                                          Settings.Slack * std::sqrt(Greater);
  }
  double exposureOf(const DiffSide &Side) const {
    return (Settings.ByShare ? Side.Total
                             : double(Side.Cost.Rate) * Side.NumRuns) /
           Side.AtOnce;
  }

  const DiffSide &Old, &New;
  const DiffSettings &Settings;
  Comparison Rule;
};

} // namespace

DiffChange Comparer::changeOf(const SamplePair &Samples) const {
  DiffChange Change;
  Change.OldTime = Old.time(Samples.Old, Settings.ByShare);
  Change.NewTime = New.time(Samples.New, Settings.ByShare);
  Change.Error =
      std::hypot(Old.time(Old.errorOf(Samples.Old), Settings.ByShare),
                 New.time(New.errorOf(Samples.New), Settings.ByShare));
  return Change;
}

void Comparer::test(ArrayRef<DiffChange *> Changes,
                    ArrayRef<SamplePair> Samples, double Risk) {
  if (Old.Cost.IsCounted && New.Cost.IsCounted) {
    // Nothing is due to chance.
    for (DiffChange *Change : Changes) {
      Change->IsSignificant = isChange(*Change);
      Change->ByChance = Change->AloneByChance = Change->IsSignificant ? 0 : 1;
    }
    return;
  }
  if (Rule.OldExposure <= 0 || Rule.NewExposure <= 0)
    return;
  Rule.Risk = Risk;
  std::vector<SamplePair> Interrupts;
  for (const SamplePair &Pair : Samples)
    Interrupts.push_back({Pair.Old / Old.AtOnce, Pair.New / New.AtOnce});
  std::vector<double> ByChance = probabilitiesInAll(Interrupts, Rule);
  for (size_t I = 0; I < Changes.size(); ++I) {
    DiffChange &Change = *Changes[I];
    Change.AloneByChance = probabilityByChance(Interrupts[I], Rule);
    // The probability refers to all tests, of which these have a part of the
    // risk.
    Change.ByChance = std::min(1.0, ByChance[I] * Settings.Risk / Risk);
    Change.IsSignificant = Change.ByChance < Settings.Risk;
  }
}

static SamplePair pairOf(const DiffRow &Row, double DiffItem::*Samples) {
  return {Row.Old ? Row.Old->*Samples : 0, Row.New ? Row.New->*Samples : 0};
}

/// Whether the bounds of \p Row permit that nothing changed.
static bool mayBeEqual(const DiffRow &Row) {
  if (!Row.isEstimate())
    return false;
  auto BoundsOf = [](const DiffItem *Item) {
    if (!Item)
      return ModelBounds();
    return Item->Bounds.value_or(ModelBounds{Item->Samples, Item->Samples, 0});
  };
  const ModelBounds Old = BoundsOf(Row.Old), New = BoundsOf(Row.New);
  return Old.Low <= New.High && New.Low <= Old.High;
}

ProfileDiff command::compareProfiles(const DiffSide &Old, const DiffSide &New,
                                     const DiffSettings &Settings) {
  ProfileDiff Diff;
  Diff.IsMeasured = Old.IsMeasured && New.IsMeasured;
  Diff.Rows = matchItems(Old, New, Settings.ByLine);
  Comparer Compare(Old, New, Settings);
  std::vector<DiffChange *> Selves, Totals;
  std::vector<SamplePair> SelfSamples, TotalSamples;
  for (DiffRow &Row : Diff.Rows) {
    SelfSamples.push_back(pairOf(Row, &DiffItem::Samples));
    Row.Self = Compare.changeOf(SelfSamples.back());
    Selves.push_back(&Row.Self);
    TotalSamples.push_back(pairOf(Row, &DiffItem::Total));
    Row.Total = Compare.changeOf(TotalSamples.back());
    Totals.push_back(&Row.Total);
    bool HasCalls =
        (!Row.Old || Row.Old->HasCalls) && (!Row.New || Row.New->HasCalls);
    if (HasCalls)
      Row.ChangeOfCalls =
          std::abs(double(Row.New ? Row.New->Calls : 0) * Old.NumRuns -
                   double(Row.Old ? Row.Old->Calls : 0) * New.NumRuns);
    Row.HasOtherCalls = Row.ChangeOfCalls != 0;
  }
  const SamplePair All{Old.Total, New.Total};
  Diff.All = Compare.changeOf(All);
  Diff.LacksSamples = Old.IsUnsampled || New.IsUnsampled;
  if (Diff.LacksSamples) {
    // Nothing is known of a change.
  } else if (Diff.IsMeasured) {
    // Shares of the whole are equal by definition.
    if (!Settings.ByShare) {
      TotalSamples.push_back(All);
      Totals.push_back(&Diff.All);
    }
    Compare.test(Selves, SelfSamples, Settings.Risk / 2);
    Compare.test(Totals, TotalSamples, Settings.Risk / 2);
  } else {
    Compare.test(Selves, SelfSamples, Settings.Risk);
    if (!Settings.ByLine)
      for (DiffRow &Row : Diff.Rows)
        Row.Self.IsSignificant &= !mayBeEqual(Row);
  }
  llvm::stable_sort(Diff.Rows, [](const DiffRow &A, const DiffRow &B) {
    auto KeyOf = [](const DiffRow &Row) {
      return std::tuple(Row.Self.IsSignificant, std::abs(Row.Self.change()),
                        Row.ChangeOfCalls);
    };
    return KeyOf(A) > KeyOf(B);
  });
  return Diff;
}

std::vector<double> command::chancesInAll(const DiffSide &Old,
                                          const DiffSide &New,
                                          const DiffSettings &Settings,
                                          ArrayRef<SamplePair> Samples) {
  std::vector<DiffChange> Changes(Samples.size());
  if (!Old.IsUnsampled && !New.IsUnsampled) {
    Comparer Compare(Old, New, Settings);
    std::vector<DiffChange *> Tested;
    for (auto [Change, Pair] : zip_equal(Changes, Samples)) {
      Change = Compare.changeOf(Pair);
      Tested.push_back(&Change);
    }
    // As strict as the tests of total times, which share the risk with self
    // times.
    Compare.test(Tested, Samples, Settings.Risk / 2);
  }
  std::vector<double> Chances;
  for (const DiffChange &Change : Changes)
    Chances.push_back(Change.ByChance);
  return Chances;
}

bool ProfileDiff::isSignificant() const {
  return All.IsSignificant ||
         any_of(Rows, [](const DiffRow &Row) { return Row.isSignificant(); });
}
