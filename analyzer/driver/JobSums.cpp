//===-- JobSums.cpp - Sums beside the files of ranks ----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/JobSums.h"
#include "driver/Sidecars.h"
#include "profile/sidecar/StackFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace gmon;
using namespace llvm;

static bool hasRanks(StringRef Profile) {
  for (const std::string &Name : sidecarNames(Profile)) {
    if (!sys::fs::is_regular_file(Name))
      continue;
    Expected<StackProfile> Stacks = readStackFile(Name);
    if (!Stacks)
      consumeError(Stacks.takeError());
    else if (belongsTo(*Stacks, Profile))
      return Stacks->Ranks.NumProcesses != 0;
  }
  return true;
}

std::string gmon::sumOfKept(StringRef Profile) {
  constexpr StringLiteral Mark = ".kept";
  const StringRef Last = sys::path::filename(Profile);
  const size_t At = Last.rfind(Mark);
  if (At == StringRef::npos)
    return "";
  // The name of an event or of a library follows.
  const StringRef Rest = Last.substr(At + Mark.size());
  if (!Rest.empty() && !Rest.starts_with("."))
    return "";
  // The sum's name has no process id, or has it, too: out=%p.
  const StringRef Whole = Last.take_front(At);
  StringRef Short = Whole.rtrim("0123456789");
  if (Short == Whole || !Short.consume_back("."))
    Short = "";
  for (StringRef Name : {Short, any_of(Whole, isDigit) ? Whole : ""}) {
    std::string Sum = (Profile.drop_back(Last.size()) + Name + Rest).str();
    if (!Name.empty() && sys::fs::is_regular_file(Sum))
      return Sum;
  }
  return "";
}

SumKind JobSums::kindOf(StringRef Sum, StringRef Rank) {
  auto [It, IsNew] = Known.try_emplace(Sum);
  File &Of = It->second;
  if (IsNew) {
    Of.IsSum = sys::fs::is_regular_file(Sum) && hasRanks(Sum);
    if (Of.IsSum)
      noteTimes(Sum, Sum, Of.Times);
  }
  if (!Of.IsSum)
    return SumKind::None;
  JobTimes Times = Of.Times;
  noteTimes(Sum, Rank, Times);
  return Times.haveOtherJobs() ? SumKind::OtherJob : SumKind::Own;
}
