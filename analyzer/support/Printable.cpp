//===-- Printable.cpp - Text that is safe on a terminal -------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processes the text character by character.
//
//===----------------------------------------------------------------------===//

#include "support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace gmon;
using namespace llvm;

/// Whether the character \p C, which is not ASCII, moves or hides others: a C1
/// control, a control of text direction or of lines, or a character without
/// width.
static bool isControl(UTF32 C) {
  return C < 0xa0 || C == 0xad || C == 0x61c || C == 0xfeff ||
         (C >= 0x200b && C <= 0x200f) || (C >= 0x2028 && C <= 0x202e) ||
         (C >= 0x2060 && C <= 0x206f) || (C >= 0xfff9 && C <= 0xfffb) ||
         (C >= 0xe0000 && C <= 0xe007f);
}

static void escapeByte(std::string &Into, uint8_t Byte) {
  Into += "\\x";
  Into += hexdigit(Byte >> 4);
  Into += hexdigit(Byte & 15);
}

std::string gmon::printable(StringRef Text, StringRef Kept) {
  std::string Result;
  Result.reserve(Text.size());
  const UTF8 *At = Text.bytes_begin(), *End = Text.bytes_end();
  while (At != End) {
    if (*At < 0x80) {
      char C = *At++;
      if (isPrint(C) || Kept.contains(C))
        Result += C;
      else
        escapeByte(Result, C);
      continue;
    }
    const UTF8 *Start = At;
    UTF32 Character = 0, *Into = &Character;
    // A byte that begins no character is not converted.
    if (!isLegalUTF8Sequence(Start, End) ||
        ConvertUTF8toUTF32(&At, Start + getNumBytesForUTF8(*Start), &Into,
                           Into + 1, strictConversion) != conversionOK) {
      escapeByte(Result, *Start);
      At = Start + 1;
    } else if (isControl(Character)) {
      Result += "\\u{" + utohexstr(Character) + "}";
    } else {
      Result.append(Start, At);
    }
  }
  return Result;
}

std::string gmon::shortened(StringRef Text) {
  constexpr size_t MostBytes = 128;
  if (Text.size() <= MostBytes)
    return Text.str();
  // Does not cut within a character.
  size_t Size = MostBytes;
  while (Size > MostBytes - 3 && (uint8_t(Text[Size]) & 0xc0) == 0x80)
    --Size;
  return (Text.take_front(Size) + "...").str();
}
