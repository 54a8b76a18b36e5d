//===-- ShellWord.cpp - Words of a command line ---------------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In apostrophes, all characters but the apostrophe stand for themselves.
//
//===----------------------------------------------------------------------===//

#include "support/ShellWord.h"
#include "support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace gmon;
using namespace llvm;

/// Returns \p Word with all bytes escaped that are no printable ASCII, as Bash,
/// ksh and zsh read it.
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
