//===-- PackedFileTest.cpp - Tests of packed files ------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A packed file is read as it was written, whatever its size and its bytes.
//
//===----------------------------------------------------------------------===//

#include "encoding/packed_file.h"

#include "StringOutput.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <string>

using namespace gmon;

namespace {

/// Packs and unpacks a file, which is written in parts of several sizes.
void expectSame(const std::string &File) {
  packed_output Packed;
  for (size_t Done = 0, Size = 1; Done != File.size(); ++Size) {
    const size_t Part = std::min(Size % 13, File.size() - Done);
    ASSERT_EQ(Packed.write(Packed, File.data() + Done, Part), 0);
    Done += Part;
  }
  ASSERT_TRUE(Packed.finish());
  EXPECT_EQ(Packed.get().size, File.size());
  StringOutput Whole;
  EXPECT_EQ(unpack(Whole, Packed.get()), 0);
  EXPECT_EQ(Whole.Text, File);

  unpacked_pieces Pieces(Packed.get());
  field_reader From(Pieces);
  std::string Read;
  for (size_t Size = 1; Read.size() != File.size(); Size = Size * 3 % 20011) {
    const size_t Part = std::min(Size, File.size() - Read.size());
    const char *Bytes = From.bytes(Part);
    ASSERT_TRUE(Bytes);
    Read.append(Bytes, Part);
  }
  EXPECT_EQ(Read, File);
  EXPECT_TRUE(From.is_at_end());
  EXPECT_FALSE(From.bytes(1));
  EXPECT_EQ(Pieces.error(), 0);
}

TEST(PackedFile, IsReadAsItWasWritten) {
  std::mt19937 Random(1);
  for (size_t Size : {0, 1, 7, 8, 9, 4095, 4096, 4104, 100003})
    for (unsigned NumZeros : {0, 50, 100}) {
      std::string File(Size, 0);
      for (char &Each : File)
        if (Random() % 100 >= NumZeros)
          Each = char(Random());
      expectSame(File);
    }
}

TEST(PackedFile, IsSmallIfItHasZeros) {
  const std::string File(8000, 0);
  packed_output Packed;
  ASSERT_EQ(Packed.write(Packed, File.data(), File.size()), 0);
  ASSERT_TRUE(Packed.finish());
  EXPECT_EQ(Packed.get().packed.size, File.size() / 8);
}

} // namespace
