//===-- ContextsTest.cpp - Tests of the table of contexts -----------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sampling/contexts.h"

#include "gtest/gtest.h"
#include <cstring>
#include <map>
#include <thread>
#include <vector>

using namespace gmon;

namespace {

/// The counts of a table by context, thread, kind and series.
std::map<std::vector<uint32_t>, uint64_t> countsOf(const context_table &Table) {
  std::map<std::vector<uint32_t>, uint64_t> Counts;
  for (uint32_t I = 1; I != Table.end(); ++I) {
    context_table::counted Found;
    if (Table.is_counted(I, Found))
      Counts[{Found.context, Found.source.thread, Found.source.kind,
              Found.source.series}] += Found.count;
  }
  return Counts;
}

uint64_t sumOf(const context_table &Table) {
  uint64_t Sum = 0;
  for (const auto &Each : countsOf(Table))
    Sum += Each.second;
  return Sum;
}

/// The places of a context from the innermost on.
std::vector<code_place> placesOf(const context_table &Table, uint32_t At) {
  std::vector<code_place> Places;
  for (; At; At = Table.caller(At)) {
    EXPECT_TRUE(Table.is_context(At));
    EXPECT_LT(Table.caller(At), At);
    Places.push_back(Table.place(At));
  }
  return Places;
}

class ContextsTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(Table.prepare(size_t(1) << 20)); }
  void TearDown() override { Table.clear(); }

  context_table Table;
};

TEST_F(ContextsTest, StacksShareTheirCallers) {
  bool Folded;
  std::vector<code_place> A = {3, 2, 1}, B = {4, 2, 1}, C = {2, 1};
  uint32_t InA = Table.find_stack(A.data(), A.size(), Folded);
  uint32_t InB = Table.find_stack(B.data(), B.size(), Folded);
  uint32_t InC = Table.find_stack(C.data(), C.size(), Folded);
  EXPECT_FALSE(Folded);
  EXPECT_EQ(Table.end(), 5u);
  EXPECT_EQ(Table.caller(InA), InC);
  EXPECT_EQ(Table.caller(InB), InC);
  EXPECT_EQ(placesOf(Table, InA), A);
  EXPECT_EQ(placesOf(Table, InB), B);
  EXPECT_EQ(Table.find_stack(A.data(), A.size(), Folded), InA);
  EXPECT_EQ(Table.end(), 5u);
}

TEST_F(ContextsTest, CountsAreByThreadKindAndSeries) {
  bool Folded;
  code_place Place = 1;
  uint32_t In = Table.find_stack(&Place, 1, Folded);
  EXPECT_TRUE(Table.count(In, {7, 0, 0}, 2));
  EXPECT_TRUE(Table.count(In, {7, 0, 0}, 3));
  EXPECT_TRUE(Table.count(In, {7, 1, 0}, 4));
  EXPECT_TRUE(Table.count(In, {8, 0, 0}, 5));
  EXPECT_TRUE(Table.count(0, {7, 0, 0}, 6));
  constexpr uint32_t MostId = uint32_t(1) << 22;
  EXPECT_TRUE(Table.count(In, {7, 0, 1}, 7));
  EXPECT_TRUE(Table.count(In, {MostId, 1, 7}, 8));
  std::map<std::vector<uint32_t>, uint64_t> Expected = {
      {{In, 7, 0, 0}, 5}, {{In, 7, 1, 0}, 4}, {{In, 8, 0, 0}, 5},
      {{0, 7, 0, 0}, 6},  {{In, 7, 0, 1}, 7}, {{In, MostId, 1, 7}, 8}};
  EXPECT_EQ(countsOf(Table), Expected);
  Table.reset_counts();
  EXPECT_EQ(sumOf(Table), 0u);
  EXPECT_TRUE(Table.count(In, {7, 0, 0}, 1));
  EXPECT_EQ(sumOf(Table), 1u);
}

TEST_F(ContextsTest, NamesStay) {
  char *Name = Table.name_of(7);
  ASSERT_NE(Name, nullptr);
  strcpy(Name, "first");
  strcpy(Table.name_of(8), "0123456789abcde");
  EXPECT_STREQ(Table.name_of(7), "first");
  EXPECT_STREQ(Table.name_of(8), "0123456789abcde");
}

TEST_F(ContextsTest, FullTableFolds) {
  uint64_t Stacks = 0, NumFolded = 0;
  for (code_place I = 1; I != 40000; ++I) {
    std::vector<code_place> Stack = {I, 2, 1};
    bool Folded;
    uint32_t In = Table.find_stack(Stack.data(), Stack.size(), Folded);
    ASSERT_NE(In, 0u);
    if (Folded) {
      EXPECT_EQ(placesOf(Table, In), (std::vector<code_place>{2, 1}));
      ++NumFolded;
    }
    ASSERT_TRUE(Table.count(In, {uint32_t(I), 0, 0}, 1));
    ++Stacks;
  }
  EXPECT_GT(NumFolded, 0u);
  EXPECT_EQ(sumOf(Table), Stacks);
  EXPECT_LE(Table.end(), (size_t(1) << 20) / sizeof(context_node));
  // What the table knows is still found.
  std::vector<code_place> Known = {1, 2, 1};
  bool Folded;
  Table.find_stack(Known.data(), Known.size(), Folded);
  EXPECT_FALSE(Folded);
}

TEST_F(ContextsTest, ThreadsShareATable) {
  constexpr unsigned NumThreads = 8, NumStacks = 20000;
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != NumThreads; ++T)
    Threads.emplace_back([&, T] {
      for (unsigned I = 0; I != NumStacks; ++I) {
        code_place Stack[] = {I % 97 + 10, I % 31 + 100000, 1};
        bool Folded;
        uint32_t In = Table.find_stack(Stack, 3, Folded);
        Table.count(In, {T % 2 + 1, 0, 0}, 1);
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(sumOf(Table), uint64_t(NumThreads) * NumStacks);
  // No stack is there twice.
  EXPECT_EQ(countsOf(Table).size(), size_t(2) * 31 * 97);
}

} // namespace
