//===-- ProfileGroups.cpp - Profiles by label, rank or process ------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ProfileGroups.h"
#include "files/ProfileSet.h"
#include "support/Errors.h"
#include "support/Progress.h"
#include "views/DistinctNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>
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
  llvm_unreachable("a key that is none");
}

namespace {

/// What distinguishes groups. What the key is not about is empty.
struct GroupId {
  uint32_t Rank = GMON_NO_RANK;
  uint32_t Process = 0;
  uint64_t Offset = 0; ///< of a sum of several processes
  std::string Text;    ///< label, host or file

  bool operator<(const GroupId &Other) const {
    return std::tie(Rank, Process, Offset, Text) <
           std::tie(Other.Rank, Other.Process, Other.Offset, Other.Text);
  }
};

} // namespace

/// Returns the group of \p File, which is in \p Place if it is in a set.
static GroupId idOf(StringRef File, const std::optional<MemberPlace> &Place,
                    GroupKey Key) {
  GroupId Result;
  if (Key != GroupKey::Process) {
    if (Place && Key != GroupKey::Rank)
      Result.Text = Place->Of->Label.str();
    if (Place && Key != GroupKey::Label)
      Result.Rank = Place->Of->Rank;
  } else if (!Place) {
    Result.Text = File.str();
  } else {
    Result.Process = Place->Of->Process;
    Result.Offset = Place->Of->Processes > 1 ? Place->Of->Offset : 0;
    Result.Text = Place->Of->Host.str();
  }
  return Result;
}

std::vector<ProfileGroup> gmon::groupProfiles(ArrayRef<FileContents> Files,
                                              GroupKey Key) {
  std::map<GroupId, ProfileGroup> Groups;
  std::set<std::string> Hosts;
  for (const FileContents &File : Files) {
    const std::optional<MemberPlace> Place = placeOf(File.Name);
    const GroupId Id = idOf(File.Name, Place, Key);
    ProfileGroup &Group = Groups[Id];
    Group.Files.push_back(File.Name);
    if (Key == GroupKey::Process && Place) {
      Hosts.insert(Id.Text);
      Group.Name = Place->Of->Processes > 1
                       ? utostr(Place->Of->Processes) + " processes"
                       : utostr(Id.Process);
    } else {
      if (Id.Rank != GMON_NO_RANK)
        Group.Rank = Id.Rank;
      Group.Name =
          Key == GroupKey::Rank && Group.Rank ? utostr(Id.Rank) : Id.Text;
    }
  }
  std::vector<ProfileGroup> Result;
  for (auto &[Id, Group] : Groups) {
    if (Hosts.size() > 1 && Id.Process && !Id.Text.empty())
      Group.Name += " on " + Id.Text;
    Result.push_back(std::move(Group));
  }
  return Result;
}

ProfileGroup gmon::groupOf(const FileContents &File, GroupKey Key) {
  return groupProfiles(File, Key).front();
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

Expected<GroupCounts> GroupReader::read(const ProfileGroup &Group) {
  GroupCounts Result;
  CountsByFunction Counts(Result.Functions);
  for (StringRef File : Group.Files) {
    Expected<SingleCounts> Single = Counter.read(File);
    if (!Single)
      return Single.takeError();
    if (Error E = takeCost(Single->Cost, File))
      return std::move(E);
    Result.All += Single->All;
    Result.Program += Single->Program;
    Result.Others += Single->Others;
    append_range(Result.Arcs, Single->Arcs);
    for (const FunctionCount &Each : Single->Functions) {
      FunctionCount &Sum = Counts.of(Each.Function);
      Sum.Self += Each.Self;
      Sum.Calls = SaturatingAdd(Sum.Calls, Each.Calls);
      Result.Calls = SaturatingAdd(Result.Calls, Each.Calls);
    }
  }
  return Result;
}

Error gmon::addGroups(const StageResults &From, ArrayRef<ProfileGroup> Groups,
                      ProfileModel &Model) {
  if (Groups.empty())
    return Error::success();
  const ProfileCounter Counter(From, Model);
  GroupReader Reader(Counter);
  Progress Shown("reading", Groups.size(), "ranks and labels");
  for (const ProfileGroup &Group : Groups) {
    Shown.update(Model.Groups.size());
    Expected<GroupCounts> Counts = Reader.read(Group);
    if (!Counts)
      return Counts.takeError();
    Model.Groups.push_back({Group.Rank, Group.Name, Counts->Program,
                            Counts->Calls, std::move(Counts->Functions)});
  }
  return Error::success();
}

void gmon::nameDistinctly(const ProfileModel &Model,
                          std::map<FunctionIndex, std::string> &Names) {
  std::vector<NamedFunction> Named;
  for (const auto &Each : Names) {
    const ModelFunction &F = Model.Functions[Each.first];
    Named.push_back({F.Name.str(), F.LinkName, F.Path, F.Line});
  }
  for (auto &&[Each, Name] : zip_equal(Names, distinctNames(Named)))
    Each.second = std::move(Name);
}
