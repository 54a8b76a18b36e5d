//===-- FlowMapTest.cpp - Descriptions of code ----------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries of the section are read as gmon/format.h specifies, and damaged ones
// are refused: an entry that is cut anywhere, and one with any byte changed to
// the greatest number.
//
//===----------------------------------------------------------------------===//

#include "costs/FlowMap.h"
#include "gtest/gtest.h"

using namespace gmon;
using namespace llvm;

/// A function of 48 bytes at 0x1000: a hook of 16 bytes, a piece with a block
/// and a counter, a loop without; and two own instructions.
static const char Bytes[] = {
    48, 3, //
    0,  GMON_FLOW_ENTERED | GMON_FLOW_OWN,
    1,  1,                                                       //
    16, GMON_FLOW_BLOCK | GMON_FLOW_COUNTER | GMON_FLOW_ENTERED, //
    0,  19,
    2,  2,
    1, //
    10, GMON_FLOW_LEFT,
    1,  2, //
    2,  20,
    4};
static const std::string Text(Bytes, sizeof(Bytes));

TEST(FlowMapTest, ReadsAllFields) {
  FlowFunction F = cantFail(readFlow(Text, 0x1000));
  EXPECT_EQ(F.Code.Low, 0x1000u);
  EXPECT_EQ(F.Code.High, 0x1030u);
  ASSERT_EQ(F.Pieces.size(), 3u);
  EXPECT_TRUE(F.Pieces[0].has(GMON_FLOW_OWN));
  EXPECT_FALSE(F.Pieces[0].Block);
  EXPECT_EQ(F.Pieces[0].Code.High, 0x1010u);
  EXPECT_EQ(F.Pieces[1].Code.Low, 0x1010u);
  EXPECT_EQ(F.Pieces[1].Code.High, 0x101au);
  EXPECT_EQ(F.Pieces[1].Block, 0x1000u);
  EXPECT_EQ(F.Pieces[1].Counter, GMON_PIECE_KEY_MIN + 0x1013);
  EXPECT_EQ(F.Pieces[1].Successors, (llvm::SmallVector<uint32_t, 2>{1, 2}));
  EXPECT_TRUE(F.Pieces[2].has(GMON_FLOW_LEFT));
  EXPECT_EQ(F.Pieces[2].Code.High, 0x1030u);
  EXPECT_EQ(F.Own, (std::vector<uint64_t>{0x1014, 0x1018}));
}

TEST(FlowMapTest, RefusesWhatIsCut) {
  for (size_t Size = 0; Size < Text.size(); ++Size) {
    Expected<FlowFunction> F = readFlow(StringRef(Text).take_front(Size), 16);
    EXPECT_FALSE(bool(F)) << Size;
    consumeError(F.takeError());
  }
  Expected<FlowFunction> Longer = readFlow(Text + '\0', 16);
  EXPECT_FALSE(bool(Longer));
  consumeError(Longer.takeError());
}

TEST(FlowMapTest, RefusesOwnInstructionsOutsideOrTwice) {
  // The last bytes: two own instructions, at 20, and 4 behind that.
  for (char Distance : {0, 28, 100}) {
    Expected<FlowFunction> F =
        readFlow(Text.substr(0, Text.size() - 1) + Distance, 16);
    EXPECT_FALSE(bool(F)) << int(Distance);
    consumeError(F.takeError());
  }
  EXPECT_TRUE(bool(readFlow(Text.substr(0, Text.size() - 1) + char(27), 16)));
}

TEST(FlowMapTest, RefusesGreatNumbers) {
  const std::string Greatest(9, char(0xff));
  for (size_t I = 0; I < Text.size(); ++I) {
    std::string Changed = Text;
    Changed.replace(I, 1, Greatest + '\x01');
    Expected<FlowFunction> F = readFlow(Changed, 16);
    EXPECT_FALSE(bool(F)) << I;
    consumeError(F.takeError());
  }
}
