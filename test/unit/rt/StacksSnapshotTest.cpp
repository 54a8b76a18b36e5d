//===-- StacksSnapshotTest.cpp - Tests of the sidecar file ----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analyzer reads the same values from a sidecar file that the runtime's
// code wrote from a snapshot of plain data.
//
//===----------------------------------------------------------------------===//

#include "encoding/checksum.h"
#include "encoding/stacks_writer.h"
#include "profile/sidecar/StackFile.h"

#include "StringOutput.h"
#include "gtest/gtest.h"
#include <string>

using namespace gmon;

namespace {

StackProfile readBack(const stacks_snapshot &Snapshot) {
  StringOutput Out;
  EXPECT_EQ(write_snapshot(Out, Snapshot), 0);
  llvm::Expected<StackProfile> Read = readStackFile("snapshot", Out.Text);
  if (!Read) {
    ADD_FAILURE() << llvm::toString(Read.takeError());
    return {};
  }
  return *Read;
}

void addFacts(stacks_snapshot &To) {
  To.facts.add({GMON_FACT_RATE, 1000});
  To.facts.add({GMON_FACT_CLOCK, GMON_CLOCK_ELAPSED});
  To.facts.add({GMON_FACT_RUNS, 1});
  To.facts.add({GMON_FACT_USER, 11});
  To.facts.add({GMON_FACT_SYSTEM, 12});
  To.facts.add({GMON_FACT_ELAPSED, 13});
  To.facts.add({GMON_FACT_FOLDED, 14});
  To.facts.add({GMON_FACT_LOST, 15});
  To.facts.add({GMON_FACT_SQUARES, 16});
}

TEST(StacksSnapshot, Empty) {
  stacks_snapshot Snapshot;
  addFacts(Snapshot);
  StackProfile Read = readBack(Snapshot);
  EXPECT_EQ(Read.Rate, 1000u);
  EXPECT_EQ(Read.Clock, GMON_CLOCK_ELAPSED);
  EXPECT_EQ(Read.Runs, 1u);
  EXPECT_EQ(Read.UserTime, 11u);
  EXPECT_EQ(Read.SystemTime, 12u);
  EXPECT_EQ(Read.ElapsedTime, 13u);
  EXPECT_EQ(Read.Folded, 14u);
  EXPECT_EQ(Read.Lost, 15u);
  EXPECT_EQ(Read.Squares, 16u);
  EXPECT_TRUE(Read.Modules.empty());
  EXPECT_TRUE(Read.Contexts.empty());
  EXPECT_TRUE(Read.Threads.empty());
  EXPECT_TRUE(Read.Samples.empty());
  EXPECT_TRUE(Read.Profiles.empty());
  EXPECT_TRUE(Read.Calls.empty());
  EXPECT_EQ(Read.Ranks.NumProcesses, 0u);
  EXPECT_EQ(Read.Mpi.NumProcesses, 0u);
}

TEST(StacksSnapshot, AllSections) {
  stacks_snapshot Snapshot;
  addFacts(Snapshot);
  static const char Id[] = {1, 2, 3, 4, 5};
  Snapshot.modules.add({0x7f0000000000, "/a/program", Id, 10, sizeof(Id)});
  Snapshot.modules.add({0, "[vdso]", nullptr, 6, 0});
  Snapshot.contexts.add({0, GMON_NO_MODULE, GMON_STACK_NO_TABLE});
  Snapshot.contexts.add({1, 0, 0x1234});
  Snapshot.contexts.add({2, 1, 0xffffffffffff});
  Snapshot.threads.add({0, 5, ""});
  Snapshot.threads.add({12345, 0, "a name"});
  // The kernel's names have 15 characters at most.
  stacks_snapshot::thread Full = {12346, 7, {}};
  std::string("0123456789abcdef").copy(Full.name, sizeof(Full.name));
  Snapshot.threads.add(Full);
  uint64_t Many = uint64_t(1) << 39;
  Snapshot.samples.add({3, 1, GMON_SAMPLE_RUNNING, Many});
  Snapshot.samples.add({2, 2, GMON_SAMPLE_WAITING, 1});
  Snapshot.samples.add({0, 0, GMON_SAMPLE_RUNNING, 2});
  Snapshot.profiles.add({470, 0xdeadbeef});
  Snapshot.calls.add({1, 0, 0x123456789abc, 0x4321, Many});
  Snapshot.rank = 4;
  Snapshot.ranks.add({1, 0x4321, Many, 0});
  Snapshot.ranks.add({GMON_NO_MODULE, GMON_RANKS_MPI, 0, 3});
  stacks_snapshot::mpi_call Call = {{}, 4, 3, Many, 0};
  // A name has 31 characters at most.
  std::string(GMON_MPI_NAME_SIZE - 1, 'M').copy(Call.name, sizeof(Call.name));
  Snapshot.mpi_calls.add(Call);

  StackProfile Read = readBack(Snapshot);
  ASSERT_EQ(Read.Modules.size(), 2u);
  EXPECT_EQ(Read.Modules[0].Path, "/a/program");
  EXPECT_EQ(Read.Modules[0].BuildId, "\x01\x02\x03\x04\x05");
  EXPECT_EQ(Read.Modules[0].Slide, 0x7f0000000000u);
  EXPECT_EQ(Read.Modules[1].Path, "[vdso]");
  EXPECT_EQ(Read.Modules[1].BuildId, "");
  ASSERT_EQ(Read.Contexts.size(), 3u);
  EXPECT_EQ(Read.Contexts[0].Caller, 0u);
  EXPECT_EQ(Read.Contexts[0].Module, GMON_NO_MODULE);
  EXPECT_EQ(Read.Contexts[0].Address, uint64_t(GMON_STACK_NO_TABLE));
  EXPECT_EQ(Read.Contexts[1].Caller, 1u);
  EXPECT_EQ(Read.Contexts[1].Module, 0u);
  EXPECT_EQ(Read.Contexts[2].Address, 0xffffffffffffu);
  ASSERT_EQ(Read.Threads.size(), 3u);
  EXPECT_EQ(Read.Threads[0].Calls, 5u);
  EXPECT_EQ(Read.Threads[1].Id, 12345u);
  EXPECT_EQ(Read.Threads[1].Name, "a name");
  EXPECT_EQ(Read.Threads[2].Name, "0123456789abcdef");
  ASSERT_EQ(Read.Samples.size(), 3u);
  EXPECT_EQ(Read.Samples[0].Context, 3u);
  EXPECT_EQ(Read.Samples[0].Thread, 1u);
  EXPECT_EQ(Read.Samples[0].Kind, GMON_SAMPLE_RUNNING);
  EXPECT_EQ(Read.Samples[0].Count, Many);
  EXPECT_EQ(Read.Samples[1].Kind, GMON_SAMPLE_WAITING);
  EXPECT_EQ(Read.Samples[2].Context, 0u);
  ASSERT_EQ(Read.Profiles.size(), 1u);
  EXPECT_EQ(Read.Profiles[0].Size, 470u);
  EXPECT_EQ(Read.Profiles[0].Checksum, 0xdeadbeefu);
  ASSERT_EQ(Read.Calls.size(), 1u);
  EXPECT_EQ(Read.Calls[0].FromModule, 1u);
  EXPECT_EQ(Read.Calls[0].SelfModule, 0u);
  EXPECT_EQ(Read.Calls[0].From, 0x123456789abcu);
  EXPECT_EQ(Read.Calls[0].Self, 0x4321u);
  EXPECT_EQ(Read.Calls[0].Count, Many);
  EXPECT_EQ(Read.Ranks.NumProcesses, 1u);
  EXPECT_EQ(Read.Ranks.LowestRank, 4u);
  ASSERT_EQ(Read.Ranks.Entries.size(), 2u);
  const RankedFunction &Function = Read.Ranks.Entries[0];
  EXPECT_EQ(Function.Module, 1u);
  EXPECT_EQ(Function.Address, 0x4321u);
  EXPECT_EQ(Function.Samples.Sum, Many);
  EXPECT_TRUE(Function.Samples.Squares == (unsigned __int128)(Many)*Many);
  EXPECT_EQ(Function.Samples.Least, Many);
  EXPECT_EQ(Function.Samples.Greatest, Many);
  EXPECT_EQ(Function.Samples.LeastRank, 4u);
  EXPECT_EQ(Function.Samples.GreatestRank, 4u);
  EXPECT_EQ(Function.Calls.Sum, 0u);
  EXPECT_EQ(Read.Ranks.Entries[1].Module, GMON_NO_MODULE);
  EXPECT_EQ(Read.Ranks.Entries[1].Calls.Sum, 3u);
  EXPECT_EQ(Read.Mpi.NumProcesses, 1u);
  EXPECT_EQ(Read.Mpi.LowestRank, 4u);
  ASSERT_EQ(Read.Mpi.Entries.size(), 1u);
  const MpiCall &Mpi = Read.Mpi.Entries[0];
  EXPECT_EQ(Mpi.Name, std::string(GMON_MPI_NAME_SIZE - 1, 'M'));
  EXPECT_EQ(Mpi.Communicator, 4u);
  EXPECT_EQ(Mpi.Calls.Sum, 3u);
  EXPECT_EQ(Mpi.Nanoseconds.Greatest, Many);
  EXPECT_EQ(Mpi.Nanoseconds.GreatestRank, 4u);
  EXPECT_EQ(Mpi.Bytes.Sum, 0u);
}

TEST(Checksum, OfKnownParts) {
  std::string Text;
  for (size_t I = 0; I != 70000; ++I)
    Text += char(I * I >> 3);
  const auto Add = [&](uint32_t State, size_t From, size_t To) {
    return add_to_checksum(State, Text.data() + From, To - From);
  };
  const uint32_t All = Add(~0u, 0, Text.size());
  for (size_t At : {0, 1, 4097, 65536, 70000})
    EXPECT_EQ(add_known_to_checksum(Add(~0u, 0, At), ~Add(~0u, At, Text.size()),
                                    Text.size() - At),
              All)
        << At;
}

} // namespace
