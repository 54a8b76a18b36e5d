//===-- SetCompaction.cpp - Sets with fewer segments ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that is still running may write another segment of its image, which
// replaces the one that is there: so that one stays as it is.
//
//===----------------------------------------------------------------------===//

#include "commands/merge/Merger.h"
#include "driver/ModuleProfiles.h"
#include "files/FileBytes.h"
#include "files/FileNames.h"
#include "files/OutputFile.h"
#include "files/ProfileSet.h"
#include "files/SegmentChoice.h"
#include "profile/sidecar/StackFile.h"
#include "profile/sidecar/StackSum.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

StringRef command::withoutNumber(StringRef Name, const StringSet<> &Names) {
  const auto [Base, Number] = Name.rsplit('-');
  return !Number.empty() && all_of(Number, isDigit) && Names.contains(Base)
             ? Base
             : Name;
}

/// Returns the names, without numbers, that profiles of two builds have.
static std::set<std::string>
namesOfSeveral(const std::vector<LibraryProfile> &Profiles,
               const StringSet<> &Names) {
  std::map<StringRef, StringRef> Ids; ///< by name
  std::set<std::string> Result;
  for (const LibraryProfile &Library : Profiles)
    if (!Library.Id.empty() &&
        Ids.try_emplace(Library.Name, Library.Id).first->second != Library.Id)
      Result.insert(withoutNumber(Library.Name, Names).str());
  return Result;
}

std::vector<std::string>
command::namesOfSums(const std::vector<LibraryProfile> &Profiles) {
  StringSet<> Names;
  for (const LibraryProfile &Library : Profiles)
    Names.insert(Library.Name);
  const std::set<std::string> Several = namesOfSeveral(Profiles, Names);
  std::vector<std::string> Result;
  for (const LibraryProfile &Library : Profiles)
    Result.push_back(Library.Name);
  if (Several.empty())
    return Result;

  /// The name without a number, the build-id, and the number of the copy.
  using Build = std::tuple<std::string, std::string, unsigned>;
  std::map<Build, std::vector<size_t>> Builds;
  std::map<std::tuple<StringRef, StringRef, StringRef>, unsigned> Copies;
  std::set<std::string> Taken;
  for (const auto &[I, Library] : enumerate(Profiles)) {
    const StringRef Base = withoutNumber(Library.Name, Names);
    if (Library.Id.empty() || !Several.count(Base.str()))
      Taken.insert(Library.Name);
    else
      Builds[{Base.str(), Library.Id,
              Copies[{Library.Process, Base, Library.Id}]++}]
          .push_back(I);
  }
  for (const auto &[Key, Indices] : Builds) {
    const std::string &Base = std::get<0>(Key);
    std::string Name = Base;
    for (unsigned I = 2; !Taken.insert(Name).second; ++I)
      Name = Base + "-" + utostr(I);
    for (size_t I : Indices)
      Result[I] = Name;
  }
  return Result;
}

namespace {

/// A segment of an input.
struct Input {
  std::shared_ptr<const ProfileSet> Set;
  const Segment *Of;
};

/// How processes ended, if all did so. A label's end is no end of a process.
struct CommonEnding {
  uint32_t Kind = GMON_ENDED_BY_LABEL;
  uint32_t Signal = 0;

  void add(CommonEnding Other);
};

/// What a segment of the output consists of.
class Group {
public:
  SegmentHead Head;
  NameList Parts; ///< a name in each segment

  /// \p GoesOn says that the process executed the program of a later part.
  Error add(const Input &Part, StringRef Name, bool GoesOn);
  /// Completes the head. Fails if the sum would count a process twice.
  Error finish();

private:
  void endRun();

  CommonEnding OfParts;
  CommonEnding OfLastRun, OfRuns; ///< of processes, each with all its parts
  bool LastGoesOn = false;        ///< the process of the last part, by exec
  uint64_t NumGoOn = 0;           ///< parts behind which a process goes on
  bool HasGoneOn = false;
  bool HasSeveralLabels = false;
};

/// Makes the members of a group.
class GroupSum {
public:
  GroupSum(const Group &Of, unsigned NumThreads, Warnings &Warn)
      : Of(Of), NumThreads(NumThreads), Warn(Warn) {}

  Expected<std::vector<NewMember>> sum();

private:
  /// Series and library; those of one series are adjacent.
  using Key = std::pair<std::string, std::string>;
  struct Named {
    WeightedFiles Profiles;
    NameList Stacks;
  };

  void find();
  Expected<std::string> sumOfStacks(const NameList &Files,
                                    std::vector<StackDigest> Digests);

  const Group &Of;
  unsigned NumThreads;
  Warnings &Warn;
  std::map<Key, Named> Files;
};

} // namespace

Expected<Separation> command::parseSeparation(StringRef List) {
  Separation By{/*Labels=*/false, /*Ranks=*/false};
  SmallVector<StringRef> Words;
  List.split(Words, ',');
  for (StringRef Word : Words)
    if (Word == "label")
      By.Labels = true;
    else if (Word == "rank")
      By.Ranks = true;
    else if (Word != "program")
      return makeError("option '--by' of merge expects label, rank, label,rank "
                       "or program, not '" +
                       List + "'");
  return By;
}

/// Adds \p New to \p Sum: a sum of random numbers is random, in any order.
static void addImage(SegmentImage &Sum, const SegmentImage &New) {
  unsigned Carry = 0;
  for (size_t I = 0; I < Sum.size(); ++I) {
    Carry += Sum[I] + New[I];
    Sum[I] = Carry & 0xff;
    Carry >>= 8;
  }
}

void CommonEnding::add(CommonEnding Other) {
  if (Other.Kind == GMON_ENDED_BY_LABEL)
    return;
  if (Kind == GMON_ENDED_BY_LABEL)
    *this = Other;
  else if (std::tie(Kind, Signal) != std::tie(Other.Kind, Other.Signal))
    *this = {GMON_ENDED_DIFFERENTLY, 0};
}

void Group::endRun() {
  // The process has not ended.
  if (std::exchange(LastGoesOn, false)) {
    OfLastRun = {};
    return;
  }
  // A process that was killed behind a label wrote no segment of its end.
  if (OfLastRun.Kind == GMON_ENDED_BY_LABEL)
    OfLastRun.Kind = GMON_ENDED_DIFFERENTLY;
  OfRuns.add(std::exchange(OfLastRun, {}));
}

/// Adds \p Part, of which \p Name is a file. All fields are the same in any
/// order.
Error Group::add(const Input &Part, StringRef Name, bool GoesOn) {
  Expected<SegmentHead> New = Part.Set->headOf(*Part.Of);
  if (!New)
    return New.takeError();
  const bool IsNew = Parts.empty();
  const bool IsOfLastRun = !IsNew && areOfOneRun(Parts[Parts.size() - 1], Name);
  Parts.push_back(Name);
  if (!IsNew && !IsOfLastRun)
    endRun();
  const CommonEnding Ending{New->Ending & ~GMON_SOME_WENT_ON, New->Signal};
  LastGoesOn = GoesOn;
  NumGoOn += GoesOn;
  if (!GoesOn) {
    OfParts.add(Ending);
    OfLastRun.add(Ending);
  }
  HasGoneOn |= New->hasGoneOn();
  if (IsNew) {
    Head = *New;
    return Error::success();
  }
  addImage(Head.Image, New->Image);
  if (Head.Rank != New->Rank)
    Head.Rank = GMON_NO_RANK;
  if (Head.host() != New->host())
    Head.Host = nullptr;
  if (Head.label() != New->label()) {
    Head.Label = nullptr;
    HasSeveralLabels = true;
  }
  Head.Number = 0;
  Head.Process = std::min(Head.Process, New->Process);
  // The time is the sum of theirs.
  const uint64_t Time = SaturatingAdd(Head.elapsed(), New->elapsed());
  Head.Start = std::min(Head.Start, New->Start);
  Head.End = SaturatingAdd(Head.Start, Time);
  if (New->program() < Head.program())
    Head.Program = New->Program;
  if (!IsOfLastRun)
    Head.Processes = SaturatingAdd(Head.Processes, New->Processes);
  return Error::success();
}

Error Group::finish() {
  if (Parts.size() < 2)
    return Error::success();
  if (mayCountTwice(Parts))
    return makeError(WhyCountedTwice +
                     Twine(": segments of several processes that changed their "
                           "labels are added up by label only"));
  endRun();
  Head.Processes -= std::min<uint64_t>(Head.Processes - 1, NumGoOn);
  // A sum over labels has the whole processes.
  const CommonEnding &Ending = HasSeveralLabels ? OfRuns : OfParts;
  Head.Signal = Ending.Signal;
  Head.Ending = Ending.Kind;
  if (HasGoneOn && !HasSeveralLabels && Ending.Kind != GMON_ENDED_BY_LABEL)
    Head.Ending |= GMON_SOME_WENT_ON;
  return Error::success();
}

void GroupSum::find() {
  std::vector<LibraryProfile> Libraries;
  std::vector<std::pair<std::string, std::string>> Found; ///< series and file
  for (const std::string &Part : Of.Parts) {
    const MemberPlace Place = *placeOf(Part);
    for (const SegmentMember &Member : Place.Set->membersOf(*Place.Of)) {
      std::string Name = Place.Set->nameOf(*Place.Of, Member.name());
      if (Member.Kind == GMON_MEMBER_STACKS) {
        Files[{Member.Series, Member.Library}].Stacks.push_back(Name);
      } else if (Member.Library.empty()) {
        Files[{Member.Series, ""}].Profiles.push_back({std::move(Name)});
      } else {
        Libraries.push_back(
            {Part + '\0' + Member.Series, Member.Library, idOfProfile(Name)});
        Found.emplace_back(Member.Series, std::move(Name));
      }
    }
  }
  for (auto &&[Library, File] : zip_equal(namesOfSums(Libraries), Found))
    Files[{File.first, Library}].Profiles.push_back({std::move(File.second)});
}

Expected<std::string> GroupSum::sumOfStacks(const NameList &Stacks,
                                            std::vector<StackDigest> Digests) {
  StackSum Sum;
  std::string Last;
  for (const std::string &Name : Stacks) {
    Expected<StackProfile> Read = readStackFile(Name);
    if (!Read)
      return Read.takeError();
    if (Error E = Sum.add(std::move(*Read), /*Weight=*/1,
                          /*ContinuesRun=*/areOfOneRun(Last, Name)))
      return makeFileError(Name, toString(std::move(E)));
    Last = Name;
  }
  Expected<StackProfile> Whole = Sum.take();
  if (!Whole)
    return Whole.takeError();
  llvm::sort(Digests);
  Whole->Profiles = std::move(Digests);
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  writeStacks(OS, *Whole);
  return Bytes;
}

Expected<std::vector<NewMember>> GroupSum::sum() {
  find();
  std::vector<NewMember> Members;
  std::map<std::string, std::vector<StackDigest>> Digests; ///< by series
  for (const auto &[Name, Of] : Files) {
    if (Of.Profiles.empty())
      continue;
    NewMember Member{GMON_MEMBER_PROFILE, Name.first, Name.second, ""};
    const ProgramKind Kind{layoutOf(Of.Profiles), ""};
    if (Error E = Merger(Kind, Of.Profiles, /*WithStacks=*/false)
                      .merge(NumThreads)
                      .moveInto(Member.File))
      return std::move(E);
    FileBytes Bytes(Member.File);
    Digests[Name.first].push_back(digestOf(Bytes));
    Members.push_back(std::move(Member));
  }
  for (const auto &[Name, Named] : Files) {
    if (Named.Stacks.empty())
      continue;
    if (Named.Stacks.size() < Of.Parts.size()) {
      Warn.add("stacks are ignored",
               Twine(Of.Parts.size() - Named.Stacks.size()) + " of " +
                   Twine(Of.Parts.size()) + " processes have none");
      continue;
    }
    NewMember Member{GMON_MEMBER_STACKS, Name.first, Name.second, ""};
    if (Error E = sumOfStacks(Named.Stacks, Digests[Name.first])
                      .moveInto(Member.File))
      return std::move(E);
    Members.push_back(std::move(Member));
  }
  return Members;
}

/// Returns what the process of \p Of ran: the program, by its build-id or else
/// its path, and the builds of the libraries with profiles.
static std::vector<std::string> modulesOf(const Input &Of) {
  std::vector<std::string> Result = {
      idOfProfile(Of.Set->nameOf(*Of.Of, "gmon.out"))};
  if (Result.front().empty())
    Result.front() = Of.Of->program().str();
  std::vector<SegmentMember> Libraries = Of.Set->membersOf(*Of.Of);
  erase_if(Libraries, [](const SegmentMember &Member) {
    return Member.Kind != GMON_MEMBER_PROFILE || Member.Library.empty() ||
           !Member.Series.empty();
  });
  StringSet<> Names;
  for (const SegmentMember &Member : Libraries)
    Names.insert(Member.Library);
  for (const SegmentMember &Member : Libraries) {
    // Processes that loaded them in different orders have different numbers.
    const std::string Id = idOfProfile(Of.Set->nameOf(*Of.Of, Member.name()));
    const StringRef Name =
        Id.empty() ? Member.Library : withoutNumber(Member.Library, Names);
    Result.push_back(Name.str() + '\0' + Id);
  }
  llvm::sort(drop_begin(Result));
  return Result;
}

/// Returns the segments among those of \p Files behind which a process went on
/// in a later one, with the same modules, label and rank: it executed itself.
static std::set<const Segment *> executedAgain(const WeightedFiles &Files,
                                               Separation By) {
  std::vector<Input> Inputs;
  for (const WeightedFile &File : Files)
    if (std::optional<MemberPlace> Place = placeOf(File.Name);
        Place && (Inputs.empty() || Place->Of != Inputs.back().Of))
      Inputs.push_back({std::move(Place->Set), Place->Of});
  llvm::stable_sort(Inputs, [](const Input &A, const Input &B) {
    return std::tuple(A.Of->Process, A.Of->host(), A.Of->Start) <
           std::tuple(B.Of->Process, B.Of->host(), B.Of->Start);
  });
  std::set<const Segment *> Result;
  // Of a process that runs, or executes another program, segments are apart.
  for (size_t I = Inputs.size(); I > 1; --I) {
    const Input &Last = Inputs[I - 2], &Next = Inputs[I - 1];
    const bool IsApart =
        Next.Of->Ending == GMON_STILL_RUNNING ||
        (Next.Of->Ending == GMON_ENDED_BY_EXEC && !Result.count(Next.Of));
    if (Last.Of->Ending == GMON_ENDED_BY_EXEC && !IsApart &&
        Last.Of->isOfProcessOf(*Next.Of) &&
        (!By.Labels || Last.Of->label() == Next.Of->label()) &&
        (!By.Ranks || Last.Of->Rank == Next.Of->Rank) &&
        modulesOf(Last) == modulesOf(Next))
      Result.insert(Last.Of);
  }
  return Result;
}

/// Returns the segments of the output, by time, for those with \p Files.
static Expected<std::vector<Group>> groupsOf(const WeightedFiles &Files,
                                             Separation By, SetLock &Lock) {
  using Key =
      std::tuple<std::vector<std::string>, StringRef, uint32_t, SegmentImage>;
  std::map<Key, Group> ByKey;
  const std::set<const Segment *> GoOn = executedAgain(Files, By);
  Input Last{nullptr, nullptr};
  for (const WeightedFile &File : Files) {
    std::optional<MemberPlace> Place = placeOf(File.Name);
    if (!Place)
      return makeFileError(File.Name,
                           "no set: merge makes a set of other sets");
    if (File.Weight != 1)
      return makeFileError(File.Name, "a set of sets has no weights");
    if (Place->Of == Last.Of)
      continue;
    if (Place->Set != Last.Set)
      Lock.setRead(*Place->Set);
    Last = {std::move(Place->Set), Place->Of};
    const Segment &Of = *Last.Of;
    SegmentImage Image = {};
    const bool GoesOn = GoOn.count(&Of);
    // A failed exec leaves the process running.
    if (!GoesOn &&
        (Of.Ending == GMON_STILL_RUNNING || Of.Ending == GMON_ENDED_BY_EXEC)) {
      Expected<SegmentHead> Head = Last.Set->headOf(Of);
      if (!Head)
        return Head.takeError();
      Image = Head->Image;
    }
    Group &Target = ByKey[{modulesOf(Last), By.Labels ? Of.label() : "",
                           By.Ranks ? Of.Rank : GMON_NO_RANK, Image}];
    if (Error E = Target.add(Last, File.Name, GoesOn))
      return std::move(E);
  }
  std::vector<Group> Groups;
  for (auto &[Key, G] : ByKey) {
    if (Error E = G.finish())
      return std::move(E);
    Groups.push_back(std::move(G));
  }
  std::ranges::sort(Groups, {}, [](const Group &G) {
    return std::tie(G.Head.Start, G.Head.Image);
  });
  return std::move(Groups);
}

Error command::compactSets(StringRef Output, SetLock &Lock,
                           const WeightedFiles &Files, Separation By,
                           unsigned NumThreads, Warnings &Warn) {
  Expected<std::vector<Group>> Groups = groupsOf(Files, By, Lock);
  if (!Groups)
    return Groups.takeError();
  auto Write = [&](raw_ostream &OS) -> Error {
    for (const Group &G : *Groups) {
      if (G.Parts.size() == 1) {
        std::optional<MemberPlace> Only = placeOf(G.Parts.front());
        if (Error E = copySegment(OS, std::move(Only->Set), *Only->Of))
          return E;
        continue;
      }
      Expected<std::vector<NewMember>> Members =
          GroupSum(G, NumThreads, Warn).sum();
      if (!Members)
        return Members.takeError();
      writeSegment(OS, G.Head, *Members);
    }
    return Lock.copyAppended(OS);
  };
  if (Error E = replaceFileOrFail(Output, Write))
    return E;
  return Lock.moveAppended();
}
