//===-- ArcTableTest.cpp - Tests of the table of arcs ---------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "counting/arcs.h"

#include "gtest/gtest.h"
#include <map>
#include <thread>
#include <vector>

using namespace gmon;

namespace {

class ArcTableTest : public testing::Test {
protected:
  void TearDown() override { Memory.release(); }

  std::map<uint64_t, uint64_t> counts() const {
    std::map<uint64_t, uint64_t> Counts;
    for_each_arc(Table,
                 [&](uint64_t Key, uint64_t Count) { Counts[Key] += Count; });
    return Counts;
  }

  arc_table Table;
  arena Memory;
};

/// The key of one of many callers with one of many callees, which are aligned.
uint64_t key(uint64_t Number) {
  return (0x10000 + Number / 400 * 128) << 32 | (0x4000 + Number % 400 * 16);
}

TEST_F(ArcTableTest, CountsAreExactForAnyNumberOfArcs) {
  for (uint64_t Number : {10, 700, 1000, 80000}) {
    auto Before = counts();
    for (int I = 0; I != 3; ++I)
      for (uint64_t J = 0; J != Number; ++J)
        ASSERT_TRUE(Table.add(Memory, key(J), J + 1, false));
    auto After = counts();
    for (uint64_t J = 0; J != Number; ++J)
      ASSERT_EQ(Before[key(J)] + 3 * (J + 1), After[key(J)]);
  }
}

// Otherwise a call of each arc would search all segments.
TEST_F(ArcTableTest, TheNewestOfLargeSegmentsHasAllKeys) {
  constexpr uint64_t Number = 80000;
  for (uint64_t I = 0; I != Number; ++I)
    ASSERT_TRUE(Table.add(Memory, key(I), 1, false));
  const arc_segment *Newest = Table.newest();
  uint64_t Keys = 0;
  for (uint64_t I = 0; I <= Newest->mask; ++I)
    Keys += Newest->arcs()[I].key != 0;
  EXPECT_EQ(Number, Keys);
  EXPECT_EQ(Number, Newest->used);
}

TEST_F(ArcTableTest, ThreadsShareATable) {
  constexpr uint64_t Number = 20000, Rounds = 3;
  constexpr int NumThreads = 4;
  std::vector<std::thread> Threads;
  for (int T = 0; T != NumThreads; ++T)
    Threads.emplace_back([&] {
      for (uint64_t I = 0; I != Rounds * Number; ++I)
        Table.add(Memory, key(I % Number), 1, true);
    });
  for (std::thread &Each : Threads)
    Each.join();
  auto Counts = counts();
  EXPECT_EQ(Number, Counts.size());
  for (const auto &Each : Counts)
    ASSERT_EQ(NumThreads * Rounds, Each.second);
}

} // namespace
