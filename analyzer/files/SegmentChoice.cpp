//===-- SegmentChoice.cpp - Which segments of sets are read ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that went on under another label is found there by its number and
// host, but not in a sum of several processes.
//
//===----------------------------------------------------------------------===//

#include "files/SegmentChoice.h"
#include "support/Errors.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

void SegmentChoice::addText(StringRef Option, StringRef Argument) {
  Texts[Option.str()] = Argument.str();
}

std::string SegmentChoice::text() const {
  std::string Result;
  for (const auto &[Option, Argument] : Texts)
    Result += (Result.empty() ? "" : " ") + Option + "=" + Argument;
  return Result;
}

Error SegmentChoice::setRanks(StringRef List) {
  SmallVector<StringRef> Parts;
  List.split(Parts, ',');
  Ranks.clear();
  for (StringRef Part : Parts) {
    auto [FirstText, LastText] = Part.split('-');
    uint32_t First, Last;
    if (FirstText.getAsInteger(10, First) ||
        (Part.contains('-') ? LastText : FirstText).getAsInteger(10, Last) ||
        First > Last)
      return makeError("option '--rank' expects numbers and ranges, as in "
                       "7,10-12, not '" +
                       List + "'");
    Ranks.push_back({First, Last});
  }
  addText("--rank", List);
  return Error::success();
}

void SegmentChoice::setLabel(StringRef Pattern) {
  addText("--label", Pattern);
  Label.reset();
  if (Expected<Glob> Parsed = Glob::create(Pattern))
    Label = std::move(*Parsed);
  else
    consumeError(Parsed.takeError()); // it may be a label
}

Error SegmentChoice::setProcess(StringRef Pattern) {
  addText("--process", Pattern);
  uint32_t Number;
  ProcessId.reset();
  Process.reset();
  if (!Pattern.getAsInteger(10, Number)) {
    ProcessId = Number;
    return Error::success();
  }
  Expected<Glob> Parsed = Glob::create(Pattern);
  if (!Parsed)
    return makeError("option '--process': '" + Pattern +
                     "': " + toString(Parsed.takeError()));
  Process = std::move(*Parsed);
  return Error::success();
}

std::vector<const Segment *>
SegmentChoice::choose(const ProfileSet &Set) const {
  const auto LabelText = Texts.find("--label");
  // A label may be named as it is printed, unless another is named so.
  const bool MayBePrinted =
      LabelText != Texts.end() && StringRef(LabelText->second).contains('\\') &&
      none_of(Set.segments(),
              [&](const Segment &S) { return S.label() == LabelText->second; });
  auto IsChosen = [&](const Segment &S) {
    if (!Ranks.empty() &&
        (S.Rank == GMON_NO_RANK || none_of(Ranks, [&](auto Range) {
           return Range.first <= S.Rank && S.Rank <= Range.second;
         })))
      return false;
    // The label itself may have special characters of patterns.
    if (LabelText != Texts.end() && S.label() != LabelText->second &&
        !(Label && Label->match(S.label().str())) &&
        !(MayBePrinted && printable(S.label()) == LabelText->second))
      return false;
    if (ProcessId && (S.Process != *ProcessId || S.Processes != 1))
      return false;
    return !Process || Process->match(S.program().str()) ||
           Process->match(sys::path::filename(S.program()).str());
  };
  std::vector<const Segment *> Result;
  for (const Segment &S : Set.segments())
    if (IsChosen(S))
      Result.push_back(&S);
  llvm::stable_sort(Result, [](const Segment *A, const Segment *B) {
    return A->Run < B->Run;
  });
  return Result;
}

NameList gmon::profilesIn(const ProfileSet &Set, const SegmentChoice &Choice,
                          bool AllFiles) {
  NameList Names;
  for (const Segment *S : Choice.choose(Set)) {
    // Other series have samples of something else.
    std::vector<SegmentMember> Profiles = Set.membersOf(*S);
    llvm::erase_if(Profiles, [&](const SegmentMember &Member) {
      return Member.Kind != GMON_MEMBER_PROFILE ||
             (!AllFiles && !Member.Series.empty());
    });
    if (!AllFiles && any_of(Profiles, [](const SegmentMember &Member) {
          return Member.Library.empty();
        }))
      llvm::erase_if(Profiles, [](const SegmentMember &Member) {
        return !Member.Library.empty();
      });
    for (const SegmentMember &Member : Profiles)
      Names.push_back(Set.nameOf(*S, Member.name()));
  }
  return Names;
}

bool gmon::mayCountTwice(ArrayRef<SegmentOfSet> Segments) {
  // Only merge makes sums; a set of processes may have very many segments.
  if (none_of(Segments,
              [](const SegmentOfSet &Part) { return Part->Processes > 1; }))
    return false;
  std::map<std::pair<const ProfileSet *, uint32_t>, size_t> NumOfRun;
  for (SegmentOfSet Part : Segments)
    ++NumOfRun[{Part.Set, Part->Run}];
  std::set<StringRef> Labels, OfSums, OfLooseSums, OfLooseProcesses;
  for (SegmentOfSet Part : Segments) {
    const bool IsSum = Part->Processes > 1;
    Labels.insert(Part->label());
    // A sum without a label has all labels of its processes.
    if (IsSum && !Part->label().empty())
      OfSums.insert(Part->label());
    if (Part->hasGoneOn() && NumOfRun[{Part.Set, Part->Run}] == 1)
      (IsSum ? OfLooseSums : OfLooseProcesses).insert(Part->label());
  }
  return (!OfLooseSums.empty() && Labels.size() > 1) ||
         any_of(OfLooseProcesses, [&](StringRef Label) {
           return OfSums.size() > OfSums.count(Label);
         });
}

bool gmon::mayCountTwice(const NameList &Files) {
  std::set<std::shared_ptr<const ProfileSet>> Owners;
  std::vector<SegmentOfSet> Segments;
  const Segment *Last = nullptr;
  for (const std::string &Name : Files) {
    std::optional<MemberPlace> Place = placeOf(Name);
    // A segment may have several files.
    if (!Place || Place->Of == Last)
      continue;
    Last = Place->Of;
    Segments.push_back({Place->Set.get(), Last});
    Owners.insert(std::move(Place->Set));
  }
  return mayCountTwice(Segments);
}
