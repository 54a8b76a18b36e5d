//===-- formats/html/HtmlRanks.cpp - Ranks and labels in a page -----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes how the counts of functions and MPI calls differ between the ranks of
// a job, for ranks.js; and what each rank and label of a set counted, for
// data.js.
//
//===----------------------------------------------------------------------===//

#include "formats/html/Html.h"
#include "model/StackFacts.h"

using namespace gmon;
using namespace llvm;

/// Writes the sum of a count, its least and greatest value and their ranks, and
/// its deviation. \p Scale is the value of 1.
void PageWriter::writeDistribution(StringRef Name,
                                   const RankDistribution &Counts,
                                   uint64_t NumProcesses, double Scale) {
  J.attributeArray(Name, [&] {
    number(double(Counts.Sum) * Scale);
    number(double(Counts.Least) * Scale);
    J.value(Counts.LeastRank);
    number(double(Counts.Greatest) * Scale);
    J.value(Counts.GreatestRank);
    number(Counts.deviation(NumProcesses) * Scale);
  });
}

/// Writes what is known of the ranks, if the profile is that of a job.
void PageWriter::writeRanks() {
  if (!Model.HasStacks)
    return;
  const double Sample = Model.stackCost(1);
  if (const StackRanks &Ranks = Model.Ranks; Ranks.NumProcesses)
    J.attributeObject("ranks", [&] {
      const uint64_t N = Ranks.NumProcesses;
      J.attribute("processes", int64_t(N));
      writeDistribution("program", Ranks.Program, N, Sample);
      writeDistribution("mpi", Ranks.Mpi, N, Sample);
      number("risk", StackRanks::Risk);
      number("chance", Ranks.ByChance);
      column("functions", Ranks.Rows, [&](const StackRankRow &Row) {
        J.object([&] {
          text("name", Model.Functions[Row.Function].Name);
          if (Model.isMeasured())
            J.attribute("function", Row.Function);
          J.attribute("is_part", Row.IsPart);
          writeDistribution("time", Row.Samples, N, Sample);
          writeDistribution("calls", Row.Calls, N, 1);
          number("chance", Row.ByChance);
        });
      });
    });
  // The first entry is that of all calls.
  const MpiCalls &Mpi = Model.Mpi;
  if (Mpi.Entries.empty() || !Mpi.Entries.front().Name.empty())
    return;
  J.attributeObject("mpi", [&] {
    const uint64_t N = Mpi.NumProcesses;
    J.attribute("processes", int64_t(N));
    number("elapsed", N == Model.Runs ? double(Model.ElapsedTime) / 1e9 : 0);
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

/// Writes a group whose time is \p Samples. Of each of its \p Functions there
/// are the index, from that of the one before, samples and calls.
void PageWriter::writeGroup(const ModelGroup &Group, double Samples,
                            ArrayRef<FunctionCount> Functions) {
  J.object([&] {
    if (Group.Rank)
      J.attribute("rank", *Group.Rank);
    text("label", Group.Label);
    number("samples", Samples);
    // Stacks are those of all modules.
    if (!Model.isOfStacks() && Group.Others > 0)
      number("other_samples", Group.Others);
    count("calls", Group.Calls);
    J.attributeArray("functions", [&] {
      int64_t Last = 0;
      for (const FunctionCount &Count : Functions) {
        J.value(Count.Function - std::exchange(Last, Count.Function));
        number(Count.Self);
        count(Count.Calls);
      }
    });
  });
}

/// Writes the ranks and labels of a set. Times of their functions are totals if
/// stacks measure them, else their own times.
void PageWriter::writeGroups() {
  if (Model.Groups.empty())
    return;
  if (!Model.isOfStacks()) {
    column("groups", Model.Groups, [&](const ModelGroup &Group) {
      writeGroup(Group, Group.Program, Group.Functions);
    });
    return;
  }
  std::vector<double> Samples(Model.Groups.size());
  for (const StackSampleRow &Row : Model.Samples)
    Samples[Row.Group] += double(Row.Count);
  const auto Totals = totalsByGroup(Model, Model.Groups.size());
  J.attributeArray("groups", [&] {
    for (const auto &[I, Group] : enumerate(Model.Groups)) {
      std::map<FunctionIndex, FunctionCount> Counts;
      for (auto [F, Total] : Totals[I])
        Counts[F] = {F, double(Total), 0};
      for (const FunctionCount &Count : Group.Functions) {
        const FunctionIndex F = Count.Function;
        Counts.try_emplace(F, FunctionCount{F}).first->second.Calls +=
            Count.Calls;
      }
      writeGroup(Group, Samples[I],
                 llvm::to_vector(llvm::make_second_range(Counts)));
    }
  });
}
