//===-- ThreadTable.cpp - What each thread did ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/ThreadTable.h"
#include "profile/sidecar/StackFile.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace gmon;
using namespace llvm;

Expected<ThreadTable> gmon::readThreadTable(StringRef Path) {
  Expected<StackProfile> Stacks = readStackFile(Path);
  if (!Stacks)
    return Stacks.takeError();
  // Without samples there may be no rate.
  ThreadTable Result{Path.str(), std::max<uint64_t>(Stacks->Rate, 1), {}};
  const bool AreCounted = Stacks->countsThreads();
  for (const StackThread &Thread : Stacks->Threads)
    Result.Threads.push_back(
        {Thread.Id, 0, AreCounted ? std::optional(Thread.Calls) : std::nullopt,
         Thread.Name});
  for (const StackSample &Sample : Stacks->Samples)
    Result.Threads[Sample.Thread].Samples += Sample.Count;
  llvm::stable_sort(Result.Threads, [](const auto &A, const auto &B) {
    return std::tie(B.Samples, B.Calls, A.Id) <
           std::tie(A.Samples, A.Calls, B.Id);
  });
  return std::move(Result);
}
