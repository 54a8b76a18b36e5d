//===-- formats/html/HtmlRanks.cpp - Ranks of a job in a page -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes how the counts of functions and MPI calls differ between the ranks of
// a job, for ranks.js.
//
//===----------------------------------------------------------------------===//

#include "formats/html/Html.h"

using namespace gmon;
using namespace llvm;

/// Writes the sum of a count, its least and greatest value and their ranks, and
/// its deviation. \p Scale is the value of 1.
void PageWriter::writeDistribution(StringRef Name, const RankDistribution &Of,
                                   uint64_t NumProcesses, double Scale) {
  J.attributeArray(Name, [&] {
    number(double(Of.Sum) * Scale);
    number(double(Of.Least) * Scale);
    J.value(Of.LeastRank);
    number(double(Of.Greatest) * Scale);
    J.value(Of.GreatestRank);
    number(Of.deviation(NumProcesses) * Scale);
  });
}

/// Writes what is known of the ranks, if the profile is that of a job.
void PageWriter::writeRanks() {
  if (!Model.Stacks)
    return;
  const StackModel &Stacks = *Model.Stacks;
  const double Sample = Stacks.cost(1);
  if (const StackRanks &Ranks = Stacks.Ranks; Ranks.NumProcesses)
    J.attributeObject("ranks", [&] {
      const uint64_t N = Ranks.NumProcesses;
      J.attribute("processes", int64_t(N));
      writeDistribution("program", Ranks.Program, N, Sample);
      writeDistribution("mpi", Ranks.Mpi, N, Sample);
      number("risk", StackRanks::Risk);
      number("chance", Ranks.ByChance);
      column("functions", Ranks.Rows, [&](const StackRankRow &Row) {
        J.object([&] {
          text("name", Stacks.Functions[Row.Function].Name);
          if (Model.hasSampledStacks())
            J.attribute("function", Row.Function);
          J.attribute("is_part", Row.IsPart);
          writeDistribution("time", Row.Samples, N, Sample);
          writeDistribution("calls", Row.Calls, N, 1);
          number("chance", Row.ByChance);
        });
      });
    });
  // The first entry is that of all calls.
  const MpiCalls &Mpi = Stacks.Mpi;
  if (Mpi.Entries.empty() || !Mpi.Entries.front().Name.empty())
    return;
  J.attributeObject("mpi", [&] {
    const uint64_t N = Mpi.NumProcesses;
    J.attribute("processes", int64_t(N));
    number("elapsed", N == Stacks.Runs ? double(Stacks.ElapsedTime) / 1e9 : 0);
    column("calls", Mpi.Entries, [&](const MpiCall &Call) {
      J.object([&] {
        text("name", Call.Name);
        count("communicator", Call.Communicator);
        writeDistribution("calls", Call.Calls, N, 1);
        writeDistribution("seconds", Call.Nanoseconds, N, 1e-9);
        writeDistribution("bytes", Call.Bytes, N, 1);
      });
    });
  });
}
