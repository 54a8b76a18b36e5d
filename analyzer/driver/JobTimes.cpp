//===-- JobTimes.cpp - Whether files are of one job -----------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the end of each process with the starts of others. A file is written
// when its process ends, and its stacks have the elapsed time of that process:
// so both ends are known.
//
//===----------------------------------------------------------------------===//

#include "driver/JobTimes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <tuple>

using namespace gmon;
using namespace llvm;

std::string gmon::nameOfSum(StringRef Profile) {
  constexpr StringLiteral Mark = ".rank";
  StringRef Last = sys::path::filename(Profile);
  size_t Place = Last.rfind(Mark);
  if (Place == StringRef::npos || Place == 0)
    return "";
  StringRef Rank = Last.substr(Place + Mark.size()).take_while(isDigit);
  // The name of an event or of a library follows.
  StringRef Rest = Last.substr(Place + Mark.size() + Rank.size());
  if (Rank.empty() || !(Rest.empty() || Rest.starts_with(".")))
    return "";
  StringRef Folder = Profile.drop_back(Last.size());
  return (Folder + Last.take_front(Place) + Rest).str();
}

void JobTimes::add(StringRef Job, StringRef Profile,
                   const StackProfile &Stacks) {
  sys::fs::file_status Status;
  if (sys::fs::status(Profile, Status))
    return;
  const auto End = Status.getLastModificationTime();
  // Of a sum, the mean.
  const std::chrono::nanoseconds Elapsed(Stacks.ElapsedTime /
                                         std::max<uint64_t>(Stacks.Runs, 1));
  join(Job, {{End, Profile.str()}, {End - Elapsed, Profile.str()}});
}

void JobTimes::join(StringRef Name, const Job &Part) {
  auto [It, IsNew] = Jobs.try_emplace(Name, Part);
  if (IsNew)
    return;
  // The result is the same in any order.
  auto IsLess = [](const Event &A, const Event &B) {
    return std::tie(A.Time, A.Profile) < std::tie(B.Time, B.Profile);
  };
  It->second.FirstEnd = std::min(It->second.FirstEnd, Part.FirstEnd, IsLess);
  It->second.LastStart = std::max(It->second.LastStart, Part.LastStart, IsLess);
}

void JobTimes::add(const JobTimes &Times) {
  for (const auto &[Name, Part] : Times.Jobs)
    join(Name, Part);
}

bool JobTimes::areTwo(const Job &J) {
  // Processes that exchange no messages may start one after the other, and
  // clocks of machines differ.
  constexpr std::chrono::seconds Allowed(1);
  return J.FirstEnd.Time + Allowed < J.LastStart.Time;
}

void JobTimes::tell(Warnings &Warn) const {
  SmallVector<StringRef> Names(Jobs.keys());
  llvm::sort(Names);
  for (StringRef Name : Names) {
    const Job &J = Jobs.find(Name)->second;
    if (areTwo(J))
      Warn.add("files of two jobs: one was written before the process of the "
               "other began",
               "'" + J.FirstEnd.Profile + "', '" + J.LastStart.Profile + "'");
  }
}
