//===-- LabelledProcesses.cpp - Processes with several labels -------------===//
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

#include "files/LabelledProcesses.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace gmon;
using namespace llvm;

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
