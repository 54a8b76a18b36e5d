//===-- ThreadTable.cpp - What each thread did ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/ThreadTable.h"
#include "files/TextFile.h"
#include "gmon/format.h"
#include "profile/sidecar/StackFile.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include <tuple>

using namespace gmon;
using namespace llvm;

/// Reads a number and the space behind it.
static bool takeNumber(StringRef &Line, uint64_t &Number) {
  if (Line.empty() || !isDigit(Line.front()) || Line.consumeInteger(10, Number))
    return false;
  return Line.empty() || Line.consume_front(" ");
}

/// Sorts \p Table as its declaration says.
static ThreadTable sorted(ThreadTable Table) {
  llvm::stable_sort(Table.Threads, [](const auto &A, const auto &B) {
    return std::tie(B.Samples, B.Calls, A.Id) <
           std::tie(A.Samples, A.Calls, B.Id);
  });
  return Table;
}

/// Makes the table of the threads in \p Stacks, the contents of \p Path.
static ThreadTable threadsOf(StringRef Path, const StackProfile &Stacks) {
  // Without samples there may be no rate.
  ThreadTable Result{Path.str(), std::max<uint64_t>(Stacks.Rate, 1), {}};
  const bool AreCounted = Stacks.countsThreads();
  for (const StackThread &Thread : Stacks.Threads)
    Result.Threads.push_back(
        {Thread.Id, 0, AreCounted ? std::optional(Thread.Calls) : std::nullopt,
         Thread.Name});
  for (const StackSample &Sample : Stacks.Samples)
    Result.Threads[Sample.Thread].Samples += Sample.Count;
  return sorted(std::move(Result));
}

Expected<ThreadTable> ThreadTable::read(StringRef Path) {
  if (isStackFile(Path)) {
    Expected<StackProfile> Stacks = readStackFile(Path);
    if (!Stacks)
      return Stacks.takeError();
    return threadsOf(Path, *Stacks);
  }
  Expected<std::unique_ptr<MemoryBuffer>> Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  line_iterator Line(**Text, /*SkipBlanks=*/false);
  auto Unexpected = [&](const Twine &Expected) {
    return makeFileError(Path, "line " + Twine(Line.line_number()) +
                                   ": expected " + Expected + ", found '" +
                                   (Line.is_at_end() ? "" : *Line) + "'");
  };
  ThreadTable Result{Path.str(), 0, {}};
  StringRef First = Line.is_at_end() ? "" : *Line;
  uint64_t Version = 0;
  if (!First.consume_front(GMON_THREADS_COOKIE " ") ||
      !takeNumber(First, Version))
    return Unexpected("'" GMON_THREADS_COOKIE "' and a version");
  if (Version != GMON_THREADS_VERSION)
    return Unexpected("version " + Twine(GMON_THREADS_VERSION));
  if (!takeNumber(First, Result.Rate) || Result.Rate == 0 || !First.empty())
    return Unexpected("a rate");
  for (++Line; !Line.is_at_end(); ++Line) {
    StringRef Rest = *Line;
    ThreadCounts Counts;
    if (!takeNumber(Rest, Counts.Id) || !takeNumber(Rest, Counts.Samples) ||
        !takeNumber(Rest, Counts.Calls.emplace()))
      return Unexpected("'id samples calls name'");
    Counts.Name = Rest.str();
    Result.Threads.push_back(std::move(Counts));
  }
  return sorted(std::move(Result));
}
