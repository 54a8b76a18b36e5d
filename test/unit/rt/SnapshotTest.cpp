//===-- SnapshotTest.cpp - Tests of what the runtime writes ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analyzer reads the same values from a profile that the runtime's code
// wrote from a snapshot of plain data.
//
//===----------------------------------------------------------------------===//

#include "encoding/profile_writer.h"
#include "profile/GmonReader.h"

#include "StringOutput.h"
#include "gtest/gtest.h"
#include <map>
#include <string>
#include <vector>

using namespace gmon;

namespace {

/// Bins of a snapshot.
struct Bins {
  std::vector<uint32_t> Counts;
  std::vector<uint64_t> Pages;

  explicit Bins(size_t Number) : Counts(Number) {
    sample_bins Sized = {Counts.data(), Number, nullptr};
    Pages.resize(Sized.page_words());
  }

  sample_bins get() { return {Counts.data(), Counts.size(), Pages.data()}; }
};

Profile readBack(const profile_snapshot &Snapshot) {
  StringOutput Out;
  EXPECT_EQ(write_snapshot(Out, Snapshot), 0);
  GmonReader Reader(/*IsLittleEndian=*/true, sizeof(uintptr_t));
  llvm::Expected<FileContents> Added = Reader.add("snapshot", Out.Text);
  EXPECT_EQ(llvm::toString(Added.takeError()), "");
  return Reader.take();
}

constexpr uintptr_t Text = 0x401000;

profile_snapshot &describe(profile_snapshot &Snapshot) {
  Snapshot.kind.samples_per_unit = 1000;
  Snapshot.bin_bytes = 4;
  Snapshot.text_low = Text;
  Snapshot.offset_base = 0x400000;
  return Snapshot;
}

TEST(Snapshot, Empty) {
  profile_snapshot Snapshot;
  Bins None(0);
  describe(Snapshot).bins = None.get();
  Profile Read = readBack(Snapshot);
  EXPECT_EQ(Read.Rate, 1000u);
  EXPECT_TRUE(Read.Arcs.empty());
  EXPECT_TRUE(Read.Blocks.empty());
  EXPECT_EQ(Read.RunNotes.NumRuns, 0u);
}

TEST(Snapshot, ArcsAndBlocks) {
  profile_snapshot Snapshot;
  Bins None(16);
  describe(Snapshot).bins = None.get();
  Snapshot.call_cost = 250;
  Snapshot.late_samples = 3;
  Snapshot.other_samples = 70;
  // More calls than a record holds: the reader adds the records up.
  uint64_t Many = (uint64_t(1) << 33) + 5;
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> Arcs = {
      {{0x1234, 0x1000}, 1}, {{0x1234, 0x2000}, Many}, {{0, 0x1000}, 7}};
  for (auto [Ends, Count] : Arcs)
    ASSERT_TRUE(Snapshot.arcs.add(Ends.first << 32 | Ends.second, Count));
  std::map<uint64_t, uint64_t> Blocks = {{0x1000, 0}, {0x1010, Many}};
  for (auto [Offset, Count] : Blocks)
    ASSERT_TRUE(Snapshot.blocks.add(Offset, Count));
  uint64_t Source = uint64_t(1) << 63;
  ASSERT_TRUE(Snapshot.counters.add(Source, 12));

  Profile Read = readBack(Snapshot);
  EXPECT_EQ(Read.RunNotes.NumRuns, 1u);
  EXPECT_EQ(Read.RunNotes.HookPicoseconds, 250u);
  EXPECT_EQ(Read.RunNotes.LateSamples, 3u);
  EXPECT_EQ(Read.RunNotes.OtherSamples, 70u);
  ASSERT_EQ(Read.Arcs.size(), Arcs.size());
  for (const RawArc &Each : Read.Arcs)
    EXPECT_EQ((Arcs[{Each.From - Snapshot.offset_base,
                     Each.Self - Snapshot.offset_base}]),
              Each.Count);
  ASSERT_EQ(Read.Blocks.size(), Blocks.size() + 1);
  for (const BlockCount &Each : Read.Blocks)
    EXPECT_EQ(Each.Address == Source
                  ? 12
                  : Blocks[Each.Address - Snapshot.offset_base],
              Each.Count);
}

TEST(Snapshot, Samples) {
  // Bins of several cells and pages, and a count that needs several records.
  constexpr size_t Number = 5000;
  std::map<size_t, uint32_t> Hit = {{0, 1},    {15, 2},        {16, 3},
                                    {1023, 4}, {1024, 200000}, {4999, 65535}};
  profile_snapshot Snapshot;
  Bins Some(Number);
  describe(Snapshot).bins = Some.get();
  for (auto [Bin, Count] : Hit)
    Snapshot.bins.add(Bin, Count);

  Profile Read = readBack(Snapshot);
  std::map<size_t, uint32_t> Found;
  for (const Histogram &Each : Read.Histograms) {
    ASSERT_EQ((Each.High - Each.Low) / Each.Bins.size(), Snapshot.bin_bytes);
    for (size_t I = 0; I != Each.Bins.size(); ++I)
      if (uint64_t Count = Each.Bins[I])
        Found[(Each.Low - Text) / Snapshot.bin_bytes + I] += uint32_t(Count);
  }
  EXPECT_EQ(Found, Hit);
}

TEST(Snapshot, BuildId) {
  profile_snapshot Snapshot;
  Bins None(0);
  describe(Snapshot).bins = None.get();
  Snapshot.has_build_id = true;
  for (unsigned I = 0; I != sizeof(Snapshot.build_id); ++I)
    Snapshot.build_id[I] = static_cast<unsigned char>(0xa0 + I);
  Profile Read = readBack(Snapshot);
  EXPECT_EQ(Read.BuildId,
            std::string(reinterpret_cast<const char *>(Snapshot.build_id),
                        sizeof(Snapshot.build_id)));
  EXPECT_FALSE(Read.IsLibrary);
}

TEST(Snapshot, ErrorsEndTheWriting) {
  struct Failing : output {
    Failing() : output{fail} {}
    static int fail(output &Self, const void *, size_t) {
      ++static_cast<Failing &>(Self).Calls;
      return 28;
    }
    int Calls = 0;
  } Out;
  profile_snapshot Snapshot;
  Bins Some(5000);
  describe(Snapshot).bins = Some.get();
  for (size_t Bin = 0; Bin != 5000; ++Bin)
    Snapshot.bins.add(Bin, 1);
  EXPECT_EQ(write_snapshot(Out, Snapshot), 28);
  EXPECT_EQ(Out.Calls, 1);
}

} // namespace
