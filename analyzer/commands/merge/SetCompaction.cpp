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

#include "commands/merge/SetCompaction.h"
#include "commands/merge/Merger.h"
#include "files/FileBytes.h"
#include "files/FileNames.h"
#include "files/OutputFile.h"
#include "files/SetWriter.h"
#include "profile/sidecar/StackFile.h"
#include "profile/sidecar/StackSum.h"
#include "profile/sidecar/StackWriter.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <tuple>

using namespace gmon;
using namespace gmon::command;
using namespace llvm;

namespace {

/// A segment of an input.
struct Input {
  std::shared_ptr<const ProfileSet> Set;
  const Segment *Of;
};

/// What a segment of the output consists of.
struct Group {
  Segment Head;
  std::vector<Input> Parts;

  void add(const Input &Part);
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
    std::vector<WeightedFile> Profiles, Stacks;
  };

  void find();
  Expected<std::string> sumOfProfiles(ArrayRef<WeightedFile> Files);
  Expected<std::string> sumOfStacks(ArrayRef<WeightedFile> Files,
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

/// Adds the numbers \p From to \p To: a sum of random numbers is random, and
/// the same in any order.
static void addImage(SegmentImage &To, const SegmentImage &From) {
  unsigned Carry = 0;
  for (size_t I = 0; I < To.size(); ++I) {
    Carry += To[I] + From[I];
    To[I] = Carry & 0xff;
    Carry >>= 8;
  }
}

/// Adds \p Part. All fields are the same in any order.
void Group::add(const Input &Part) {
  const Segment &From = *Part.Of;
  Parts.push_back(Part);
  if (Parts.size() == 1) {
    Head = From;
    return;
  }
  addImage(Head.Image, From.Image);
  auto Keep = [](auto &Mine, const auto &Other, const auto &IfDifferent) {
    if (Mine != Other)
      Mine = IfDifferent;
  };
  Keep(Head.Rank, From.Rank, GMON_NO_RANK);
  Keep(Head.Host, From.Host, "");
  Keep(Head.Label, From.Label, "");
  if (Head.Ending != From.Ending || Head.Signal != From.Signal) {
    Head.Ending = GMON_ENDED;
    Head.Signal = 0;
  }
  Head.Number = 0;
  Head.Process = std::min(Head.Process, From.Process);
  Head.Start = std::min(Head.Start, From.Start);
  Head.End = std::max(Head.End, From.End);
  Head.Program = std::min(Head.Program, From.Program);
  Head.Processes = SaturatingAdd(Head.Processes, From.Processes);
}

void GroupSum::find() {
  for (const Input &Part : Of.Parts)
    for (const SegmentMember &Member : Part.Set->membersOf(*Part.Of)) {
      Named &To = Files[{Member.Series, Member.Library}];
      (Member.Kind == GMON_MEMBER_STACKS ? To.Stacks : To.Profiles)
          .push_back({Part.Set->nameOf(*Part.Of, Member.name())});
    }
}

Expected<std::string> GroupSum::sumOfProfiles(ArrayRef<WeightedFile> Profiles) {
  const ProgramKind Kind{layoutOf(Profiles), ""};
  Merger Work(Kind, Profiles, /*WithStacks=*/false);
  Expected<Profile> Sum = Work.merge(NumThreads);
  if (!Sum)
    return Sum.takeError();
  sortByAddress(Sum->Arcs, Sum->Blocks);
  if (Error E = checkFits(*Sum, Kind.Layout, FileFormat::Magic))
    return std::move(E);
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  writeGmon(OS, *Sum, Kind.Layout.IsLittleEndian, Kind.Layout.AddressSize);
  return Bytes;
}

Expected<std::string> GroupSum::sumOfStacks(ArrayRef<WeightedFile> Stacks,
                                            std::vector<StackDigest> Digests) {
  StackSum Sum;
  for (const WeightedFile &File : Stacks) {
    Expected<StackProfile> Read = readStackFile(File.Name);
    if (!Read)
      return Read.takeError();
    if (Error E = Sum.add(std::move(*Read)))
      return makeFileError(File.Name, toString(std::move(E)));
  }
  StackProfile Whole = Sum.take();
  llvm::sort(Digests);
  Whole.Profiles = std::move(Digests);
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  writeStacks(OS, Whole);
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
    if (Error E = sumOfProfiles(Of.Profiles).moveInto(Member.File))
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

/// Returns the build-id of the program's profile in \p Of, as in its header, or
/// else the program's path.
static std::string programOf(const Input &Of) {
  char Bytes[GMON_HEADER_SIZE];
  StringRef Id = startOfFile(Of.Set->nameOf(*Of.Of, "gmon.out"), Bytes)
                     .substr(GMON_BUILD_ID_MARK_OFFSET);
  if (Id.consume_front(GMON_BUILD_ID_MARK) &&
      Id.find_first_not_of('\0') != StringRef::npos)
    return Id.str();
  return Of.Of->Program.str();
}

/// Returns the segments of \p Files, each once.
static Expected<std::vector<Input>> segmentsOf(ArrayRef<WeightedFile> Files) {
  std::vector<Input> Result;
  for (const WeightedFile &File : Files) {
    std::optional<MemberPlace> Place = placeOf(File.Name);
    if (!Place)
      return makeFileError(File.Name,
                           "no set: merge makes a set of other sets");
    if (File.Weight != 1)
      return makeFileError(File.Name, "a set of sets has no weights");
    if (Result.empty() || Result.back().Of != Place->Of)
      Result.push_back({std::move(Place->Set), Place->Of});
  }
  return Result;
}

/// Returns the segments of the output, by time.
static std::vector<Group> groupsOf(ArrayRef<Input> Inputs, Separation By) {
  using Key = std::tuple<std::string, StringRef, uint32_t, SegmentImage>;
  std::map<Key, Group> ByKey;
  for (const Input &Each : Inputs) {
    const Segment &Of = *Each.Of;
    // A failed exec leaves the process running.
    const bool IsAlone =
        Of.Ending == GMON_STILL_RUNNING || Of.Ending == GMON_ENDED_BY_EXEC;
    ByKey[{programOf(Each), By.Labels ? Of.Label : "",
           By.Ranks ? Of.Rank : GMON_NO_RANK,
           IsAlone ? Of.Image : SegmentImage()}]
        .add(Each);
  }
  std::vector<Group> Groups;
  for (auto &[Key, Each] : ByKey)
    Groups.push_back(std::move(Each));
  llvm::sort(Groups, [](const Group &A, const Group &B) {
    return std::tie(A.Head.Start, A.Head.Image) <
           std::tie(B.Head.Start, B.Head.Image);
  });
  return Groups;
}

Error command::compactSets(StringRef Output, ArrayRef<WeightedFile> Files,
                           Separation By, unsigned NumThreads, Warnings &Warn) {
  Expected<std::vector<Input>> Inputs = segmentsOf(Files);
  if (!Inputs)
    return Inputs.takeError();
  const std::vector<Group> Groups = groupsOf(*Inputs, By);
  auto Write = [&](raw_ostream &OS) -> Error {
    for (const Group &Each : Groups) {
      if (Each.Parts.size() == 1) {
        const Input &Only = Each.Parts.front();
        if (Error E = copySegment(OS, Only.Set, *Only.Of))
          return E;
        continue;
      }
      Expected<std::vector<NewMember>> Members =
          GroupSum(Each, NumThreads, Warn).sum();
      if (!Members)
        return Members.takeError();
      writeSegment(OS, Each.Head, *Members);
    }
    return Error::success();
  };
  return writeFileOrFail(Output, Write);
}
