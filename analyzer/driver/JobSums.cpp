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
#include "llvm/Support/FileSystem.h"

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

bool JobSums::isSum(StringRef Sum) {
  auto [It, IsNew] = Known.try_emplace(Sum, false);
  if (IsNew)
    It->second = sys::fs::is_regular_file(Sum) && hasRanks(Sum);
  return It->second;
}
