//===-- ProfileGroups.cpp - Profiles by label, rank or process ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts profiles by the keys of their groups, and adds up the counts of a group
// one profile at a time.
//
//===----------------------------------------------------------------------===//

#include "driver/ProfileGroups.h"
#include "files/ProfileSet.h"
#include "support/Errors.h"
#include "support/Pager.h"
#include "views/NamePrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <tuple>

using namespace gmon;
using namespace llvm;

StringRef gmon::nameOf(GroupKey Key) {
  switch (Key) {
  case GroupKey::Label:
    return "label";
  case GroupKey::Rank:
    return "rank";
  case GroupKey::Process:
    return "process";
  case GroupKey::RankAndLabel:
    return "rank and label";
  }
  llvm_unreachable("unknown key");
}

namespace {

/// The values by which groups differ. Values that the key does not use are
/// empty.
struct GroupId {
  uint32_t Rank = GMON_NO_RANK;
  uint32_t Process = 0;
  uint64_t Offset = 0; ///< of a sum of several processes
  StringRef Text;      ///< label, or host

  auto fields() const { return std::tie(Rank, Process, Offset, Text); }
};

} // namespace

/// Returns the group of \p Member by \p Key. \p Member may be null: the profile
/// is no member of a set.
static GroupId idOf(const Segment *Member, GroupKey Key) {
  GroupId Result;
  if (!Member)
    return Result;
  if (Key != GroupKey::Process) {
    if (Key != GroupKey::Rank)
      Result.Text = Member->label();
    if (Key != GroupKey::Label)
      Result.Rank = Member->Rank;
  } else {
    Result.Process = Member->Process;
    Result.Offset = Member->Processes > 1 ? Member->Offset : 0;
    Result.Text = Member->host();
  }
  return Result;
}

std::string gmon::nameOfGroup(StringRef File, GroupKey Key) {
  const std::optional<MemberPlace> Place = placeOf(File);
  if (!Place)
    return Key == GroupKey::Process ? File.str() : "";
  const Segment &Member = *Place->Of;
  switch (Key) {
  case GroupKey::Label:
  case GroupKey::RankAndLabel:
    return Member.label().str();
  case GroupKey::Rank:
    return Member.Rank == GMON_NO_RANK ? "" : utostr(Member.Rank);
  case GroupKey::Process:
    return Member.Processes > 1 ? utostr(Member.Processes) + " processes"
                                : utostr(Member.Process);
  }
  llvm_unreachable("unknown key");
}

ProfileGroups::ProfileGroups(const NameList &Files, GroupKey Key)
    : Files(Files), Key(Key), Order(Files.size()) {
  std::iota(Order.begin(), Order.end(), 0);
  std::vector<const Segment *> Segments; ///< null of files that are no members
  std::vector<std::shared_ptr<const ProfileSet>> Sets; ///< own the segments
  for (const std::string &Name : Files) {
    std::optional<MemberPlace> Place = placeOf(Name);
    Segments.push_back(Place ? Place->Of : nullptr);
    if (Place && (Sets.empty() || Sets.back() != Place->Set))
      Sets.push_back(std::move(Place->Set));
  }
  // Each other file is a process.
  auto Compare = [&](uint32_t A, uint32_t B) {
    const GroupId First = idOf(Segments[A], Key);
    const GroupId Second = idOf(Segments[B], Key);
    if (First.fields() != Second.fields())
      return First.fields() < Second.fields() ? -1 : 1;
    if (Key != GroupKey::Process || Segments[A] || Segments[B])
      return 0;
    return StringRef(Files[A]).compare(Files[B]);
  };
  llvm::stable_sort(Order,
                    [&](uint32_t A, uint32_t B) { return Compare(A, B) < 0; });
  for (size_t I = 0; I < Order.size(); ++I)
    if (I + 1 == Order.size() || Compare(Order[I], Order[I + 1]) != 0)
      Ends.push_back(I + 1);
  const Segment *First = nullptr;
  for (const Segment *Member : Segments) {
    if (Member && !First)
      First = Member;
    HasHosts |= Member && Member->host() != First->host();
  }
}

ProfileGroup ProfileGroups::operator[](size_t I) const {
  ProfileGroup Result;
  const size_t Start = I ? Ends[I - 1] : 0;
  Result.Files = ArrayRef(Order).slice(Start, Ends[I] - Start);
  const std::string File = Files[Result.Files.front()];
  Result.Name = nameOfGroup(File, Key);
  const std::optional<MemberPlace> Place = placeOf(File);
  if (!Place)
    return Result;
  if ((Key == GroupKey::Rank || Key == GroupKey::RankAndLabel) &&
      Place->Of->Rank != GMON_NO_RANK)
    Result.Rank = Place->Of->Rank;
  if (Key == GroupKey::Process && HasHosts && Place->Of->Process &&
      !Place->Of->host().empty())
    Result.Name += (" on " + Place->Of->host()).str();
  return Result;
}

std::vector<uint32_t> ProfileGroups::numbers() const {
  std::vector<uint32_t> Result(Order.size());
  for (size_t I = 0, Group = 0; I < Order.size(); ++I) {
    Group += I == Ends[Group];
    Result[Order[I]] = Group;
  }
  return Result;
}

Error GroupReader::takeCost(const CostKind &Found, StringRef File) {
  if (Found.Name.empty())
    return Error::success();
  if (!Cost.Name.empty() && Cost.Name != Found.Name)
    return makeFileError(File, "this profile has " + Found.Name +
                                   ", and those before it " + Cost.Name);
  if (!Cost.Name.empty() && Cost.Rate != Found.Rate)
    return makeFileError(File, "this profile has " + Twine(Found.Rate) +
                                   " samples a second, and those before it " +
                                   Twine(Cost.Rate));
  if (Cost.Name.empty())
    Cost = Found;
  return Error::success();
}

Expected<GroupCounts>
GroupReader::read(const ProfileGroup &Group,
                  function_ref<void(const ModelArc &)> TakeArc) {
  GroupCounts Result;
  CountsByFunction Counts(Result.Functions);
  const Segment *Last = nullptr;
  for (uint32_t I : Group.Files) {
    const std::string File = Counter.files()[I];
    Expected<SingleCounts> Single = Counter.read(File);
    if (!Single)
      return Single.takeError();
    if (Error E = takeCost(Single->Cost, File))
      return std::move(E);
    // A process may have several copies of a library, each with a profile.
    const std::optional<MemberPlace> Place = placeOf(File);
    if (!Place || Place->Of != Last) {
      Expected<double> All = Counter.samplesOfProcess(Place, *Single);
      if (!All)
        return All.takeError();
      Result.All += *All;
    }
    Last = Place ? Place->Of : nullptr;
    Result.Program += Single->Program;
    for_each(Single->Arcs, TakeArc);
    for (const FunctionCount &Function : Single->Functions) {
      FunctionCount &Sum = Counts.of(Function.Function);
      Sum.Self += Function.Self;
      Sum.Calls = SaturatingAdd(Sum.Calls, Function.Calls);
      Result.Calls = SaturatingAdd(Result.Calls, Function.Calls);
    }
  }
  Result.OtherModules = std::max(Result.All - Result.Program, 0.0);
  return Result;
}

Error gmon::addGroups(const StageResults &Stages,
                      const std::optional<ProfileGroups> &Groups,
                      ProfileModel &Model) {
  if (!Groups)
    return Error::success();
  const ProfileCounter Counter(Stages, Model);
  GroupReader Reader(Counter);
  Progress Shown("reading", Groups->size(), "ranks and labels");
  for (size_t I = 0; I < Groups->size(); ++I) {
    Shown.update(I);
    const ProfileGroup Group = (*Groups)[I];
    Expected<GroupCounts> Counts = Reader.read(Group);
    if (!Counts)
      return Counts.takeError();
    Model.Groups.push_back({Group.Rank, Group.Name, Counts->Program,
                            Counts->OtherModules, Counts->Calls,
                            std::move(Counts->Functions)});
  }
  return Error::success();
}

void gmon::nameDistinctly(const ProfileModel &Model,
                          std::map<FunctionIndex, std::string> &Names) {
  std::vector<NamedFunction> Named;
  for (const auto &Entry : Names) {
    const ModelFunction &F = Model.Functions[Entry.first];
    Named.push_back({F.Name.str(), F.LinkName, F.Path, F.Line});
  }
  for (auto &&[Entry, Name] : zip_equal(Names, distinctNames(Named)))
    Entry.second = std::move(Name);
}
