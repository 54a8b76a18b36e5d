//===-- CallTimesTest.cpp - Tests of time in a library's functions --------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "counting/call_times.h"
#include "gmon/job.h"
#include "process/process.h"
#include "gtest/gtest.h"
#include <map>
#include <thread>
#include <tuple>
#include <vector>

using namespace gmon;

// The runtime is not running.
process_state *__gmon_process = nullptr;
bool gmon::has_process() { return __gmon_process; }

namespace {

using Counts = std::tuple<uint64_t, uint64_t, uint64_t>;
using Table = std::map<std::pair<std::string, uint32_t>, Counts>;

/// Returns the number, nanoseconds and bytes of all calls.
Table allTimes() {
  Table Result;
  for_each_call_times(
      [](const call_times &Times, void *To) {
        auto &[Calls, Nanoseconds, Bytes] =
            (*static_cast<Table *>(To))[{Times.name, Times.communicator}];
        Calls += Times.calls;
        Nanoseconds += Times.nanoseconds;
        Bytes += Times.bytes;
      },
      &Result);
  return Result;
}

TEST(CallTimes, OfThreads) {
  static gmon_call Send = {"Send", nullptr, nullptr, {0, 0, 0}, 0};
  static gmon_call Wait = {"Wait", nullptr, nullptr, {0, 0, 0}, 0};
  constexpr unsigned NumThreads = 8, NumCalls = 20000, NumSizes = 5;
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != NumThreads; ++T)
    Threads.emplace_back([] {
      for (unsigned I = 0; I != NumCalls; ++I) {
        add_call(Send, 1 + I % NumSizes, 3, 10);
        add_call(Wait, 0, 5, 0);
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
  Table Expected;
  const uint64_t All = NumThreads * NumCalls, Part = All / NumSizes;
  Expected[{"Wait", 0}] = {All, 5 * All, 0};
  for (uint32_t Size = 1; Size <= NumSizes; ++Size)
    Expected[{"Send", Size}] = {Part, 3 * Part, 10 * Part};
  EXPECT_EQ(allTimes(), Expected);
  clear_call_times();
  EXPECT_TRUE(allTimes().empty());
  add_call(Wait, 0, 7, 1);
  Expected = {{{"Wait", 0}, {1, 7, 1}}};
  EXPECT_EQ(allTimes(), Expected);
  clear_call_times();
}

/// Calls with more sizes than there is room for count without a size.
TEST(CallTimes, OfManySizes) {
  static gmon_call Bcast = {"Bcast", nullptr, nullptr, {0, 0, 0}, 0};
  constexpr uint32_t NumSizes = 2000;
  for (int Repeated = 0; Repeated != 2; ++Repeated)
    for (uint32_t Size = 1; Size <= NumSizes; ++Size)
      add_call(Bcast, Size, 2, 4);
  uint64_t Calls = 0, Nanoseconds = 0, Bytes = 0;
  for (const auto &[Key, Found] : allTimes()) {
    EXPECT_TRUE(Key.second == 0 || std::get<0>(Found) == 2);
    Calls += std::get<0>(Found);
    Nanoseconds += std::get<1>(Found);
    Bytes += std::get<2>(Found);
  }
  EXPECT_EQ(Calls, 2u * NumSizes);
  EXPECT_EQ(Nanoseconds, 4u * NumSizes);
  EXPECT_EQ(Bytes, 8u * NumSizes);
  clear_call_times();
}

} // namespace
