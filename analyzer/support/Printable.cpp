//===-- Printable.cpp - Text for terminals and shells ---------------------===//
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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace gmon;
using namespace llvm;

/// Whether the character \p C moves or hides others, such as a control of text
/// direction. LLVM prints soft hyphens.
static bool isControl(UTF32 C) {
  constexpr UTF32 SoftHyphen = 0xad;
  return C == SoftHyphen || !sys::unicode::isPrintable(C);
}

static void escapeByte(std::string &Result, uint8_t Byte) {
  Result += "\\x";
  Result += hexdigit(Byte >> 4);
  Result += hexdigit(Byte & 15);
}

std::string gmon::printable(StringRef Text, StringRef Kept) {
  std::string Result;
  Result.reserve(Text.size());
  const UTF8 *Next = Text.bytes_begin(), *End = Text.bytes_end();
  while (Next != End) {
    if (*Next < 0x80) {
      char C = *Next++;
      if (isPrint(C) || Kept.contains(C))
        Result += C;
      else
        escapeByte(Result, C);
      continue;
    }
    const UTF8 *Start = Next;
    UTF32 Character = 0, *Decoded = &Character;
    // A byte that begins no character is not converted.
    if (!isLegalUTF8Sequence(Start, End) ||
        ConvertUTF8toUTF32(&Next, Start + getNumBytesForUTF8(*Start), &Decoded,
                           Decoded + 1, strictConversion) != conversionOK) {
      escapeByte(Result, *Start);
      Next = Start + 1;
    } else if (isControl(Character)) {
      Result += "\\u{" + utohexstr(Character) + "}";
    } else {
      Result.append(Start, Next);
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

/// Returns \p Word with escapes, as Bash, ksh and zsh read it.
static std::string quoteBytes(StringRef Word) {
  std::string Result = "$'";
  for (uint8_t Byte : Word.bytes())
    if (!isPrint(Byte) || Byte >= 0x80)
      for (char C : {'\\', char('0' + (Byte >> 6)), char('0' + (Byte >> 3 & 7)),
                     char('0' + (Byte & 7))})
        Result += C;
    else if (Byte == '\'' || Byte == '\\')
      Result += {'\\', char(Byte)};
    else
      Result += char(Byte);
  return Result + "'";
}

std::string gmon::shellWord(StringRef Word) {
  auto IsPlain = [](char C) {
    return isAlnum(C) || StringRef("_-+=./,:@%").contains(C);
  };
  if (!Word.empty() && all_of(Word, IsPlain))
    return Word.str();
  if (printable(Word) != Word)
    return quoteBytes(Word);
  std::string Result = "'";
  for (char C : Word)
    Result += C == '\'' ? "'\\''" : std::string(1, C);
  return Result + "'";
}

std::string gmon::shellWords(ArrayRef<std::string> Words) {
  std::string Text;
  for (const std::string &Word : Words)
    Text += ' ' + shellWord(Word);
  return Text;
}
